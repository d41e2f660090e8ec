import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { configure } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Clock } from './clock.ts';
import { sendHttp } from './http.ts';
import { escapeKeys, toKeyCode } from './keys.ts';
import { Locator } from './locator.ts';
import { Routes } from './routes.ts';
import { skipCascade } from './styles.ts';
import { beginVisit } from './visit.ts';

const { loadConsole } = createRequire(import.meta.url)('./bundle.ts') as typeof import('./bundle.ts');

type HappyWindow = {
  happyDOM: {
    setURL(url: string): void;
    abort(): Promise<void>;
    settings: { fetch: { disableSameOriginPolicy: boolean } };
  };
};

const { happyDOM } = window as unknown as HappyWindow;
// Tests send events to source ports, as programs do.
happyDOM.settings.fetch.disableSameOriginPolicy = true;

// No style or code is loaded ahead of use here, and the bundler waits for an answer.
const { appendChild } = document.head;
document.head.appendChild = <T extends Node>(node: T): T => {
  if (!(node instanceof HTMLLinkElement)) return appendChild.call(document.head, node) as T;
  queueMicrotask(() => node.dispatchEvent(new Event('load')));
  return node;
};

// A browser tells of a changed selection later, when an editor knows of it; happy-dom while the editor makes it.
const { dispatchEvent } = document;
document.dispatchEvent = (event) => event.type === 'selectionchange' || dispatchEvent.call(document, event);

/** React renders on its own, as in a browser, without act(). */
const configureAsInBrowser = () => configure({ asyncWrapper: (act) => act(), eventWrapper: (act) => act() });

/** Playwright's `Page` for the console in happy-dom; without layout-dependent methods. */
export class Page {
  readonly #routes = new Routes();
  #user: UserEvent = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  #visits = 0;
  #endVisit: (() => void) | undefined;
  readonly #all = new Locator(
    () => this.#user,
    (scope) => [scope],
    '',
  );
  readonly getByRole = this.#all.getByRole.bind(this.#all);
  readonly getByText = this.#all.getByText.bind(this.#all);
  readonly getByLabel = this.#all.getByLabel.bind(this.#all);
  readonly locator = this.#all.locator.bind(this.#all);
  /** No mouse here: elements are clicked. */
  readonly mouse: object = Object.fromEntries(
    ['move', 'down', 'up', 'click', 'dblclick', 'wheel'].map((name) => [name, () => undefined]),
  );
  readonly keyboard = {
    press: (key: string) => this.#act(() => this.#user.keyboard(toKeyCode(key))),
    type: (text: string) => this.#act(() => this.#user.keyboard(escapeKeys(text))),
    insertText: (text: string) => this.#act(() => this.#user.paste(text)),
  };

  constructor() {
    const send = globalThis.fetch;
    // The console passes Request objects; everything else comes from the test itself.
    const fetchEither = (asked: string | URL | Request, init?: RequestInit) =>
      asked instanceof Request
        ? this.#answerHere(this.#routes.send(new Request(asked, init), (request) => send(request)))
        : sendHttp(String(asked), init as Parameters<typeof sendHttp>[1]);
    globalThis.fetch = fetchEither as typeof fetch;
    skipCascade();
  }

  readonly clock = new Clock();

  toString(): string {
    return 'the page';
  }

  /** As in a browser, effects of a key run before the next key. */
  async #act(act: () => Promise<void>): Promise<void> {
    await act();
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }

  url(): string {
    return window.location.href;
  }

  async goto(address: string): Promise<void> {
    const url = new URL(address, window.location.href).href;
    await this.leave();
    happyDOM.setURL(url);
    // happy-dom's history only knows the window's first address.
    window.history.replaceState(null, '', url);
    configureAsInBrowser();
    document.head.innerHTML = '<meta name="penstock:api-base-url" content="/">';
    document.body.innerHTML = '<div id="root"></div>';
    this.#user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
    this.#endVisit = beginVisit();
    await loadConsole();
  }

  reload(): Promise<void> {
    return this.goto(this.url());
  }
  async goBack(): Promise<void> {
    window.history.back();
    await turn();
  }
  async goForward(): Promise<void> {
    window.history.forward();
    await turn();
  }

  async evaluate<R, A>(act: (argument: A) => R, argument?: A): Promise<R> {
    return act(argument as A);
  }
  async route(...route: Parameters<Routes['add']>): Promise<void> {
    this.#routes.add(...route);
  }
  async unroute(pattern: Parameters<Routes['remove']>[0]): Promise<void> {
    this.#routes.remove(pattern);
  }
  async unrouteAll(): Promise<void> {
    this.#routes.clear();
  }

  /** Drops answers that come after the page was left. */
  #answerHere<T>(answer: Promise<T>): Promise<T> {
    const visit = this.#visits;
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => visit === this.#visits && resolve(value),
        (error) => visit === this.#visits && reject(error),
      );
    });
  }

  async leave(): Promise<void> {
    if (!this.#endVisit) return;
    window.dispatchEvent(new Event('pagehide'));
    for (let turns = 0; turns < 3; turns += 1) await turn();
    this.#visits += 1;
    // First, so that the page's timers are back in their place.
    this.clock.end();
    this.#endVisit();
    this.#endVisit = undefined;
    await happyDOM.abort();
  }

  async renew(): Promise<void> {
    await this.leave();
    this.#routes.clear();
    localStorage.clear();
    sessionStorage.clear();
    document.title = '';
    document.documentElement.dataset.theme = 'dark';
  }
}
