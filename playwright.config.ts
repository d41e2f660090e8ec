import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, getChromiumPath } from './tests/harness/chromium.ts';

// Tests and browser read the same time of day, wherever they run.
process.env.TZ = 'UTC';

const WAITING = ['watching', 'monitoring', 'faults', 'faults-more', 'resilience', 'deploy-hang'].map(
  (name) => `**/${name}.e2e.ts`,
);

/** A tab begins with an empty page, which would have a process of its own that ends with the first address. */
const ONE_PROCESS_FOR_TABS = '--renderer-process-limit=1';

/** Browser tests run against the real service and engine; each test file starts its own (tests/harness/product.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: false,
  workers: 3,
  projects: [
    // They mostly wait in real time, for intervals, backoff and deadlines: beside the others they take little.
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'browser', testIgnore: WAITING, workers: 2 },
  ],
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '.build/playwright.json' }],
  ],
  outputDir: '.build/test-results',
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: getChromiumPath(), args: [...CHROMIUM_FLAGS, ONE_PROCESS_FOR_TABS] },
    // Recording costs a third of the time of all tests; `PENSTOCK_TRACE=1` records those that fail.
    trace: process.env.PENSTOCK_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
