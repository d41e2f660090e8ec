import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';

/** Code without a state of its own that a test could leave to the next file. */
const PURE = [
  'machines/**/*.test.ts',
  'src/contract/**/*.test.ts',
  'src/console/{lib,views,components/widgets}/**/*.test.ts',
  'src/engine/{event,patterns}/**/*.test.ts',
  'src/engine/components/transforms/**/*.test.ts',
];

const TEMP_FOLDER = ['tests/harness/temp-folder.setup.ts'];

/** How long `expect.poll` waits: it ends when what is waited for is there, later than after a second on a busy machine. */
const expect = { poll: { timeout: 30_000 } };

/**
 * `*.test.ts` runs in Node, `*.test.tsx` in happy-dom. A file has a process of its own, which takes longer
 * to start than most pure tests take: those share one. Browser tests (`*.e2e.ts`) are Playwright's,
 * and what needs `../shared` is `tests/real-data`.
 */
export default defineConfig({
  test: {
    // Vitest leaves one core free, for people who work beside it: of two that is half.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'pure',
          environment: 'node',
          include: PURE,
          pool: 'forks',
          setupFiles: TEMP_FOLDER,
          isolate: false,
          expect,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,machines,tests}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...PURE],
          pool: 'forks',
          setupFiles: TEMP_FOLDER,
          expect,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        plugins: [vanillaExtractPlugin(), react()],
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['{src,machines,tests}/**/*.test.tsx'],
          setupFiles: [...TEMP_FOLDER, 'tests/harness/dom.setup.ts'],
          // What a screen reader says holds times of day.
          env: { TZ: 'UTC' },
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
