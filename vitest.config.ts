import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** They start processes, or count the memory of their own. */
const OWN_PROCESS = ['tests/{product,engine,collector,upgrade,real-data,runner}/**/*.test.ts'];

/** Of the console: what answers, notices, sessions and the window's focus leave in modules must not reach the next file. */
const NEEDS_OWN_PAGE =
  /\bfetch\b|loadCall|pageBase|liveClient|windowFocus|queryClient\b|toastsActor|\bvi\.mock\(/;
/** They keep nothing in modules. Others begin like a new page, with modules of their own. */
const SHARED_PAGE = globSync('{src,machines}/**/*.test.tsx').filter(
  (file) => !NEEDS_OWN_PAGE.test(readFileSync(file, 'utf8')),
);

/** Node itself loads the built console for them, they replace Node's timers, or tell its errors by their class. */
const NEEDS_OWN_NODE = [
  'tests/flows/**/*.test.tsx',
  'tests/harness/dom-browser/**/*.test.tsx',
  'tests/safety/api-errors.test.tsx',
  'src/console/api/upload-call.test.tsx',
];

const EACH_FILE = ['tests/runner/processor.setup.ts', 'tests/harness/own-environment.setup.ts'];

/** How long `expect.poll` waits: it ends when what is waited for is there, later than after a second on a busy machine. */
const expect = { poll: { timeout: 30_000 } };

const node = {
  environment: 'node',
  pool: 'forks',
  setupFiles: EACH_FILE,
  expect,
  testTimeout: 90_000,
  hookTimeout: 90_000,
} satisfies TestProjectInlineConfiguration['test'];

const dom = {
  environment: 'happy-dom',
  // Pages are made and thrown away: with more room for new objects, less time goes into collecting them.
  execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
  setupFiles: [...EACH_FILE, 'tests/harness/dom.setup.ts'],
  // What a screen reader says holds times of day.
  env: { TZ: 'UTC' },
  expect,
  testTimeout: 60_000,
  hookTimeout: 60_000,
} satisfies TestProjectInlineConfiguration['test'];

/**
 * `*.test.ts` runs in Node, `*.test.tsx` in happy-dom. To start a process and read all modules again costs
 * more than most files, so files share them where that can change nothing. Browser tests (`*.e2e.ts`) are
 * Playwright's, and what needs `../shared` is `tests/real-data`.
 */
export default defineConfig({
  // Else a single run also watches every file of `.build`. `vitest --watch` still watches.
  server: { watch: null },
  test: {
    // More than cores: half of the files mostly wait, for processes, kills and deadlines. Vitest itself leaves one free.
    maxWorkers: availableParallelism() + 2,
    globalSetup: 'tests/harness/run-folders.ts',
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: ['{src,machines,tests}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...OWN_PROCESS],
          isolate: false,
        },
      },
      { test: { ...node, name: 'process', include: OWN_PROCESS } },
      {
        plugins: [vanillaExtractPlugin(), react()],
        test: { ...dom, name: 'shared-page', include: SHARED_PAGE, isolate: false },
      },
      {
        plugins: [vanillaExtractPlugin(), react()],
        test: {
          ...dom,
          name: 'dom',
          include: ['{src,machines,tests}/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, ...SHARED_PAGE, ...NEEDS_OWN_NODE],
          // A new page and new modules for each file, as in a new process, in two thirds of its processor time.
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
        },
      },
      {
        plugins: [vanillaExtractPlugin(), react()],
        test: { ...dom, name: 'own-node', include: NEEDS_OWN_NODE },
      },
    ],
  },
});
