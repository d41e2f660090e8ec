import { expect as expectValue } from 'vitest';
import { isChecked, isDisabled, isShown, isTextMatching, Locator, squash } from './locator.ts';
import { Page } from './page.ts';
import { retry } from './retry.ts';

type Text = string | RegExp;
type Patience = { timeout?: number };
type Check = () => void;

const findOnlyElement = (locator: Locator): Element => {
  const element = locator.findOnly();
  if (!element) throw new Error(`there is no ${locator}`);
  return element;
};
const say = (is: boolean, message: string): void => {
  if (!is) throw new Error(message);
};

/** A single text, or one per element. */
function checkTexts(locator: Locator, wanted: Text | readonly Text[], isWhole: boolean): void {
  const matchesText = (text: string, one: Text) =>
    one instanceof RegExp
      ? isTextMatching(text, one)
      : isWhole
        ? text === squash(one)
        : text.includes(squash(one));
  if (!Array.isArray(wanted)) {
    const text = squash(findOnlyElement(locator).textContent);
    say(matchesText(text, wanted as Text), `${locator} says '${text}', not ${wanted}`);
    return;
  }
  const texts = locator.find().map((element) => squash(element.textContent));
  const isEach = texts.length === wanted.length && texts.every((text, at) => matchesText(text, wanted[at]!));
  say(isEach, `${locator} say ${JSON.stringify(texts)}, not ${wanted.map(String)}`);
}

/** Checks presence when no value is given. */
function checkAttribute(locator: Locator, name: string, wanted?: Text): void {
  const value = findOnlyElement(locator).getAttribute(name);
  const is =
    value !== null &&
    (wanted === undefined || (wanted instanceof RegExp ? isTextMatching(value, wanted) : value === wanted));
  say(is, `${name} of ${locator} is ${value}, not ${wanted ?? 'there'}`);
}

function checkName(
  locator: Locator,
  wanted: Text,
  kind: 'toHaveAccessibleName' | 'toHaveAccessibleDescription',
) {
  expectValue(findOnlyElement(locator))[kind](wanted instanceof RegExp ? wanted : squash(wanted));
}

/** Playwright's element assertions as throwing checks, repeated until they pass. */
const LOCATOR_CHECKS: Record<string, (locator: Locator, ...wanted: never[]) => void> = {
  toBeVisible: (locator) => say(isShown(findOnlyElement(locator)), `${locator} is hidden`),
  toBeHidden: (locator) => {
    const element = locator.findOnly();
    say(!element || !isShown(element), `${locator} is shown`);
  },
  toBeAttached: (locator) => void findOnlyElement(locator),
  toBeFocused: (locator) =>
    say(
      findOnlyElement(locator) === document.activeElement,
      `${locator} is not in focus; ${document.activeElement?.outerHTML.slice(0, 200)} is`,
    ),
  toBeChecked: (locator, options?: { checked?: boolean }) =>
    say(isChecked(findOnlyElement(locator)) === (options?.checked ?? true), `${locator} is otherwise`),
  toBeDisabled: (locator) => say(isDisabled(findOnlyElement(locator)), `${locator} is enabled`),
  toBeEnabled: (locator) => say(!isDisabled(findOnlyElement(locator)), `${locator} is disabled`),
  toBeEmpty: (locator) => say(squash(findOnlyElement(locator).textContent) === '', `${locator} is not empty`),
  toHaveCount: (locator, count: number) =>
    say(locator.find().length === count, `${locator} are ${locator.find().length}, not ${count}`),
  toHaveText: (locator, wanted: Text | readonly Text[]) => checkTexts(locator, wanted, true),
  toContainText: (locator, wanted: Text | readonly Text[]) => checkTexts(locator, wanted, false),
  toHaveValue: (locator, wanted: Text) => {
    const { value } = findOnlyElement(locator) as HTMLInputElement;
    const is = wanted instanceof RegExp ? isTextMatching(value, wanted) : value === wanted;
    say(is, `${locator} holds '${value}', not ${wanted}`);
  },
  toHaveAttribute: checkAttribute,
  toHaveAccessibleName: (locator, wanted: Text) => checkName(locator, wanted, 'toHaveAccessibleName'),
  toHaveAccessibleDescription: (locator, wanted: Text) =>
    checkName(locator, wanted, 'toHaveAccessibleDescription'),
};

const PAGE_CHECKS: Record<string, (page: Page, ...wanted: never[]) => void> = {
  toHaveURL: (page, wanted: Text) => {
    const full = wanted instanceof RegExp ? wanted : new URL(wanted, page.url()).href;
    say(isTextMatching(page.url(), full, true), `the address is ${page.url()}, not ${wanted}`);
  },
  toHaveTitle: (_, wanted: Text) =>
    say(
      isTextMatching(squash(document.title), wanted, true),
      `the title is ${document.title}, not ${wanted}`,
    ),
};

const isPatience = (value: unknown): value is Patience =>
  typeof value === 'object' && value !== null && 'timeout' in value;

function createMatchers<T>(
  actual: T,
  checks: Record<string, (actual: T, ...wanted: never[]) => void>,
  isNot: boolean,
) {
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [
      name,
      (...wanted: unknown[]) => {
        const patience = wanted.find(isPatience);
        const values = wanted.filter((value) => !isPatience(value));
        const run: Check = () => check(actual, ...(values as never[]));
        return retry(isNot ? () => expectFailure(run, `${actual}: not ${name}`) : run, patience?.timeout);
      },
    ]),
  );
}

function expectFailure(run: Check, words: string): void {
  try {
    run();
  } catch {
    return;
  }
  throw new Error(words);
}

const createMatchersWithNot = <T>(
  actual: T,
  checks: Record<string, (actual: T, ...wanted: never[]) => void>,
) => ({
  ...createMatchers(actual, checks, false),
  not: createMatchers(actual, checks, true),
});

const expectActual = (actual: unknown, message?: string) => {
  if (actual instanceof Locator) return createMatchersWithNot(actual, LOCATOR_CHECKS);
  if (actual instanceof Page) return createMatchersWithNot(actual, PAGE_CHECKS);
  const expected = expectValue(actual, message);
  if (typeof actual !== 'function') return expected;
  return Object.assign(expected, {
    toPass: ({ timeout }: Patience = {}) => retry(actual as () => Promise<void>, timeout),
  });
};

/** Playwright's `expect` for happy-dom elements and pages; otherwise vitest's. */
export const expect = Object.assign(expectActual, {
  poll: expectValue.poll,
  soft: expectValue.soft,
  any: expectValue.any,
  stringContaining: expectValue.stringContaining,
  stringMatching: expectValue.stringMatching,
  objectContaining: expectValue.objectContaining,
  arrayContaining: expectValue.arrayContaining,
});
