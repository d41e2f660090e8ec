import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { takeProcessorSeconds } from '../../runner/processor-time.ts';
import { PROCESSOR_SECONDS } from '../../runner/reports.ts';
import { figureFaults, watchFigures } from './figure-faults.ts';
import { readPageFaults } from './page-faults.ts';
import { watchWords, wordFaults } from './word-faults.ts';

export { expect } from '@playwright/test';

type Options = {
  /** Page faults that the file's tests provoke: see `refused` and `SERVICE_GONE` in test.ts. */
  expectedFaults: RegExp;
};

const NOTHING = /(?!)/;

function watchContext(context: BrowserContext) {
  const errors: string[] = [];
  const crashed = new Set<Page>();
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(`not caught: ${error.error().message}`));
  context.on('page', (page) => page.on('crash', () => crashed.add(page)));
  return {
    errors,
    livePages: () => context.pages().filter((page) => !page.isClosed() && !crashed.has(page)),
  };
}

/**
 * Also fails on uncaught or console errors, on broken words of layers, and on faults of the last page, among them
 * totals that no longer follow the service.
 */
export const test = base.extend<Options & { processorTime: undefined }>({
  expectedFaults: [NOTHING, { option: true }],
  processorTime: [
    // Playwright reads what a fixture needs from a pattern.
    // biome-ignore lint/correctness/noEmptyPattern: it needs none
    async ({}, use, testInfo) => {
      await use(undefined);
      const seconds = takeProcessorSeconds();
      if (seconds !== undefined)
        testInfo.annotations.push({ type: PROCESSOR_SECONDS, description: String(seconds) });
    },
    { auto: true },
  ],
  context: async ({ context, expectedFaults }, use, testInfo) => {
    const { errors, livePages } = watchContext(context);
    await watchWords(context);
    await watchFigures(context);
    await use(context);
    if (testInfo.status !== testInfo.expectedStatus) return;
    const faults = [...errors];
    for (const page of livePages())
      for (const read of [readPageFaults, wordFaults, figureFaults]) faults.push(...(await read(page)));
    const unexpected = faults.filter((fault) => !expectedFaults.test(fault));
    if (unexpected.length > 0) throw new Error(`The page has faults:\n  ${unexpected.join('\n  ')}`);
  },
});
