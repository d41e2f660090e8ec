import {
  type ByRoleMatcher,
  type ByRoleOptions,
  queryAllByLabelText,
  queryAllByRole,
} from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { toKeyCode } from './keys.ts';
import { retry } from './retry.ts';

type Text = string | RegExp;
type RoleOptions = Omit<ByRoleOptions, 'name' | 'exact' | 'description'> & {
  name?: Text;
  exact?: boolean;
  includeHidden?: boolean;
};
type Filter = { hasText?: Text; has?: Locator; hasNotText?: Text; hasNot?: Locator };
type Find = (scope: Element) => Element[];

export const squash = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** Regular expressions match as they are; texts match a part, ignoring case, unless `exact`. */
export function isTextMatching(text: string, wanted: Text, exact = false): boolean {
  if (wanted instanceof RegExp) return new RegExp(wanted.source, wanted.flags.replace('g', '')).test(text);
  return exact
    ? text === squash(wanted)
    : text.toLocaleLowerCase().includes(squash(wanted).toLocaleLowerCase());
}

/** By attributes and inline styles only: there is no layout here. */
export function isShown(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.hasAttribute('hidden')) return false;
    const { display, visibility } = (at as HTMLElement).style ?? {};
    if (display === 'none' || visibility === 'hidden') return false;
    const parent: Element | null = at.parentElement;
    if (parent?.tagName === 'DETAILS' && !parent.hasAttribute('open') && at.tagName !== 'SUMMARY')
      return false;
  }
  return element.isConnected;
}

/** Visible and exposed to screen readers. */
const isTold = (element: Element): boolean => isShown(element) && !element.closest('[aria-hidden=true]');

const sortByPosition = (elements: Iterable<Element>): Element[] =>
  [...new Set(elements)].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );

const findByText =
  (wanted: Text, exact?: boolean): Find =>
  (scope) => {
    const isElementMatching = (element: Element) =>
      isTextMatching(squash(element.textContent), wanted, exact);
    return [...scope.querySelectorAll('*')].filter(
      (element) =>
        element.tagName !== 'SCRIPT' &&
        element.tagName !== 'STYLE' &&
        isElementMatching(element) &&
        ![...element.children].some(isElementMatching),
    );
  };

const findByRole =
  (role: string, { name, exact, includeHidden, ...options }: RoleOptions): Find =>
  (scope) => {
    const found = queryAllByRole(
      scope as HTMLElement,
      role as ByRoleMatcher,
      {
        hidden: true,
        ...options,
        ...(name === undefined ? {} : { name: (text: string) => isTextMatching(squash(text), name, exact) }),
      } as ByRoleOptions,
    );
    return includeHidden ? found : found.filter(isTold);
  };

/** Looks elements up anew on each use, as Playwright's `Locator`. */
export class Locator {
  readonly #find: Find;
  readonly #words: string;
  readonly #user: () => UserEvent;

  constructor(user: () => UserEvent, find: Find, words: string) {
    this.#user = user;
    this.#find = find;
    this.#words = words;
  }

  toString(): string {
    return this.#words;
  }

  #derive(find: Find, words: string): Locator {
    return new Locator(this.#user, find, `${this.#words} ${words}`.trim());
  }
  #within(find: Find, words: string): Locator {
    return this.#derive((scope) => sortByPosition(this.findIn(scope).flatMap(find)), words);
  }

  findIn(scope: Element): Element[] {
    return this.#find(scope);
  }
  find(): Element[] {
    return this.#find(document.documentElement);
  }
  /**
   * The only element, or undefined.
   * @throws Error when there are several
   */
  findOnly(): Element | undefined {
    const found = this.find();
    if (found.length > 1) throw new Error(`${this} are ${found.length} elements`);
    return found[0];
  }
  one(): Promise<HTMLElement> {
    return retry(() => {
      const element = this.findOnly();
      if (!element) throw new Error(`there is no ${this}`);
      return element as HTMLElement;
    });
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    return this.#within(findByRole(role, options), `${role} ${options.name ?? ''}`.trim());
  }
  getByText(text: Text, { exact }: { exact?: boolean } = {}): Locator {
    return this.#within(findByText(text, exact), `'${text}'`);
  }
  getByLabel(text: Text, { exact = false }: { exact?: boolean } = {}): Locator {
    return this.#within(
      (scope) => queryAllByLabelText(scope as HTMLElement, text, { exact }),
      `labelled '${text}'`,
    );
  }
  locator(css: string): Locator {
    const selector = css.startsWith('>') ? `:scope ${css}` : css;
    return this.#within((scope) => [...scope.querySelectorAll(selector)], css);
  }

  filter({ hasText, has, hasNotText, hasNot }: Filter): Locator {
    const isHolding = (element: Element) =>
      (hasText === undefined || isTextMatching(squash(element.textContent), hasText)) &&
      (hasNotText === undefined || !isTextMatching(squash(element.textContent), hasNotText)) &&
      (!has || has.findIn(element).length > 0) &&
      (!hasNot || hasNot.findIn(element).length === 0);
    return this.#derive((scope) => this.findIn(scope).filter(isHolding), `with ${hasText ?? has ?? 'less'}`);
  }
  nth(index: number): Locator {
    return this.#derive((scope) => this.findIn(scope).slice(index).slice(0, 1), `no. ${index}`);
  }
  first(): Locator {
    return this.nth(0);
  }
  last(): Locator {
    return this.#derive((scope) => this.findIn(scope).slice(-1), 'the last');
  }
  or(other: Locator): Locator {
    return this.#derive(
      (scope) => sortByPosition([...this.findIn(scope), ...other.findIn(scope)]),
      `or ${other}`,
    );
  }
  and(other: Locator): Locator {
    return this.#derive((scope) => {
      const others = new Set(other.findIn(scope));
      return this.findIn(scope).filter((element) => others.has(element));
    }, `and ${other}`);
  }

  async count(): Promise<number> {
    return this.find().length;
  }
  async all(): Promise<Locator[]> {
    return this.find().map((_, index) => this.nth(index));
  }
  async allTextContents(): Promise<string[]> {
    return this.find().map((element) => element.textContent ?? '');
  }
  async textContent(): Promise<string | null> {
    return (await this.one()).textContent;
  }
  async innerText(): Promise<string> {
    return squash((await this.one()).textContent);
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.one()).getAttribute(name);
  }
  async inputValue(): Promise<string> {
    return ((await this.one()) as HTMLInputElement).value;
  }
  async isVisible(): Promise<boolean> {
    const element = this.findOnly();
    return element !== undefined && isShown(element);
  }
  async isChecked(): Promise<boolean> {
    return isChecked(await this.one());
  }
  async isEnabled(): Promise<boolean> {
    return !isDisabled(await this.one());
  }
  async evaluate<R, A>(act: (element: HTMLElement, argument: A) => R, argument?: A): Promise<R> {
    return act(await this.one(), argument as A);
  }

  async focus(): Promise<void> {
    (await this.one()).focus();
  }
  async press(key: string): Promise<void> {
    await this.focus();
    await this.#user().keyboard(toKeyCode(key));
  }
  async click(): Promise<void> {
    await this.#user().click(await this.one());
  }
  async hover(): Promise<void> {
    await this.#user().hover(await this.one());
  }
  async fill(text: string): Promise<void> {
    const field = await this.one();
    field.focus();
    await this.#user().clear(field);
    if (text !== '') await this.#user().paste(text);
  }
}

export const isChecked = (element: Element): boolean =>
  (element as HTMLInputElement).checked ?? element.getAttribute('aria-checked') === 'true';

export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled, [aria-disabled=true]') || element.closest('fieldset:disabled') !== null;
