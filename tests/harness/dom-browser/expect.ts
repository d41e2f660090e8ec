import { expect as expectValue } from 'vitest';
import { fits, isChecked, isDisabled, isShown, Locator, squash } from './locator.ts';
import { Page } from './page.ts';
import { retry } from './retry.ts';

type Text = string | RegExp;
type Patience = { timeout?: number };
type Check = () => void;

const only = (locator: Locator): Element => {
  const element = locator.findOnly();
  if (!element) throw new Error(`there is no ${locator}`);
  return element;
};
const say = (is: boolean, message: string): void => {
  if (!is) throw new Error(message);
};

/** A single text, or one per element. */
function checkTexts(locator: Locator, wanted: Text | readonly Text[], isWhole: boolean): void {
  const test = (text: string, one: Text) =>
    one instanceof RegExp ? fits(text, one) : isWhole ? text === squash(one) : text.includes(squash(one));
  if (!Array.isArray(wanted)) {
    const text = squash(only(locator).textContent);
    say(test(text, wanted as Text), `${locator} says '${text}', not ${wanted}`);
    return;
  }
  const texts = locator.find().map((element) => squash(element.textContent));
  const isEach = texts.length === wanted.length && texts.every((text, at) => test(text, wanted[at]!));
  say(isEach, `${locator} say ${JSON.stringify(texts)}, not ${wanted.map(String)}`);
}

/** Checks presence when no value is given. */
function checkAttribute(locator: Locator, name: string, wanted?: Text): void {
  const value = only(locator).getAttribute(name);
  const is =
    value !== null &&
    (wanted === undefined || (wanted instanceof RegExp ? fits(value, wanted) : value === wanted));
  say(is, `${name} of ${locator} is ${value}, not ${wanted ?? 'there'}`);
}

function checkName(
  locator: Locator,
  wanted: Text,
  kind: 'toHaveAccessibleName' | 'toHaveAccessibleDescription',
) {
  expectValue(only(locator))[kind](wanted instanceof RegExp ? wanted : squash(wanted));
}

/** Playwright's element assertions as throwing checks, repeated until they pass. */
const LOCATOR_CHECKS: Record<string, (locator: Locator, ...wanted: never[]) => void> = {
  toBeVisible: (locator) => say(isShown(only(locator)), `${locator} is hidden`),
  toBeHidden: (locator) => {
    const element = locator.findOnly();
    say(!element || !isShown(element), `${locator} is shown`);
  },
  toBeAttached: (locator) => void only(locator),
  toBeFocused: (locator) =>
    say(
      only(locator) === document.activeElement,
      `${locator} is not in focus; ${document.activeElement?.outerHTML.slice(0, 200)} is`,
    ),
  toBeChecked: (locator, options?: { checked?: boolean }) =>
    say(isChecked(only(locator)) === (options?.checked ?? true), `${locator} is otherwise`),
  toBeDisabled: (locator) => say(isDisabled(only(locator)), `${locator} is enabled`),
  toBeEnabled: (locator) => say(!isDisabled(only(locator)), `${locator} is disabled`),
  toBeEmpty: (locator) => say(squash(only(locator).textContent) === '', `${locator} is not empty`),
  toHaveCount: (locator, count: number) =>
    say(locator.find().length === count, `${locator} are ${locator.find().length}, not ${count}`),
  toHaveText: (locator, wanted: Text | readonly Text[]) => checkTexts(locator, wanted, true),
  toContainText: (locator, wanted: Text | readonly Text[]) => checkTexts(locator, wanted, false),
  toHaveValue: (locator, wanted: Text) => {
    const { value } = only(locator) as HTMLInputElement;
    const is = wanted instanceof RegExp ? fits(value, wanted) : value === wanted;
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
    say(fits(page.url(), full, true), `the address is ${page.url()}, not ${wanted}`);
  },
  toHaveTitle: (_, wanted: Text) =>
    say(fits(squash(document.title), wanted, true), `the title is ${document.title}, not ${wanted}`),
};

const isPatience = (value: unknown): value is Patience =>
  typeof value === 'object' && value !== null && 'timeout' in value;

function matchers<T>(
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

const withNot = <T>(actual: T, checks: Record<string, (actual: T, ...wanted: never[]) => void>) => ({
  ...matchers(actual, checks, false),
  not: matchers(actual, checks, true),
});

const expectActual = (actual: unknown, message?: string) => {
  if (actual instanceof Locator) return withNot(actual, LOCATOR_CHECKS);
  if (actual instanceof Page) return withNot(actual, PAGE_CHECKS);
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
