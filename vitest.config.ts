import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * `*.test.ts` runs in Node, `*.test.tsx` in happy-dom. Browser tests (`*.e2e.ts`) are Playwright's,
 * and what needs `../shared` is `tests/real-data`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,machines,tests}/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 30_000,
        },
      },
      {
        plugins: [vanillaExtractPlugin(), react()],
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['{src,machines,tests}/**/*.test.tsx'],
          setupFiles: ['tests/harness/dom.setup.ts'],
          // What a screen reader says holds times of day.
          env: { TZ: 'UTC' },
          testTimeout: 20_000,
        },
      },
    ],
  },
});
