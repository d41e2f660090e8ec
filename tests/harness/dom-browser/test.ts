import { afterAll, afterEach, beforeAll, beforeEach, describe, test as vitest } from 'vitest';
import { Page } from './page.ts';

export { expect } from './expect.ts';

type Given = { page: Page; context: { grantPermissions: () => Promise<void> } };
/** Page faults are only detected in a real browser. */
type Used = { permissions?: readonly string[]; expectedFaults?: RegExp };
type Act = (given: Given) => unknown;

/** As long as in a browser: flows are long, machines busy. */
const TEST_MS = 180_000;
const page = new Page();
// happy-dom needs no permissions.
const given: Given = { page, context: { grantPermissions: async () => undefined } };

beforeEach(() => page.renew());
afterEach(() => page.leave());

const createTest =
  (declare: (title: string, run: () => Promise<void>, limitMs: number) => void) =>
  (title: string, act: Act) =>
    declare(
      title,
      async () => {
        await act(given);
      },
      TEST_MS,
    );

const describeTests = (title: string, declare: () => void) => describe(title, declare);

/** Playwright's `test` for happy-dom, with a fresh page each time. */
export const test = Object.assign(createTest(vitest), {
  only: createTest(vitest.only),
  beforeAll: (act: () => unknown) => beforeAll(async () => void (await act())),
  afterAll: (act: () => unknown) => afterAll(async () => void (await act())),
  beforeEach: (act: Act) => beforeEach(async () => void (await act(given))),
  afterEach: (act: Act) => afterEach(async () => void (await act(given))),
  describe: Object.assign(describeTests, { configure: () => undefined }),
  step: (_title: string, act: () => unknown) => act(),
  setTimeout: () => undefined,
  use: ({ permissions, expectedFaults, ...others }: Used) => {
    if (Object.keys(others).length > 0) throw new Error(`${Object.keys(others)} needs a real browser`);
  },
});
