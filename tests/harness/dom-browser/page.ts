import { setImmediate as turn } from 'node:timers/promises';
import { configure } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { Clock } from './clock.ts';
import { sendHttp } from './http.ts';
import { escapeKeys, toKeyCode } from './keys.ts';
import { Locator } from './locator.ts';
import { Routes } from './routes.ts';
import { skipCascade } from './styles.ts';

type HappyWindow = {
  happyDOM: {
    setURL(url: string): void;
    abort(): Promise<void>;
    settings: { fetch: { disableSameOriginPolicy: boolean } };
  };
};
type Leaving = () => void | Promise<void>;

const { happyDOM } = window as unknown as HappyWindow;
// Tests send events to source ports, as programs do.
happyDOM.settings.fetch.disableSameOriginPolicy = true;

const roots: Root[] = [];
vi.doMock('../../../src/console/app/react-root.ts', () => ({
  createRoot: (element: Element) => {
    const root = createRoot(element);
    roots.push(root);
    return root;
  },
}));

/** React renders on its own, as in a browser, without act(). */
const configureAsInBrowser = () => configure({ asyncWrapper: (act) => act(), eventWrapper: (act) => act() });

/** React registers it once per document, so it must survive. */
const STAYS = new Set(['selectionchange']);

/** Collects what a page leaves behind: listeners, timers, channels. */
function followWhatStays(): Leaving {
  const left: (() => void)[] = [];
  for (const owner of [globalThis, document]) {
    const { addEventListener } = owner;
    const add: typeof addEventListener = (type: string, listener: never, options: never) => {
      addEventListener.call(owner, type, listener, options);
      if (!STAYS.has(type)) left.push(() => owner.removeEventListener(type, listener, options));
    };
    owner.addEventListener = add;
    left.push(() => {
      owner.addEventListener = addEventListener;
    });
  }
  for (const [start, stop] of [
    ['setTimeout', clearTimeout],
    ['setInterval', clearInterval],
  ] as const) {
    const real = globalThis[start];
    const setFollowedTimer = (...given: Parameters<typeof setTimeout>) => {
      const timer = real(...given);
      left.push(() => stop(timer));
      return timer;
    };
    globalThis[start] = setFollowedTimer as typeof setTimeout & typeof setInterval;
    left.push(() => {
      globalThis[start] = real as typeof setTimeout & typeof setInterval;
    });
  }
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      left.push(() => this.close());
    }
  };
  left.push(() => {
    globalThis.BroadcastChannel = Channel;
  });
  return () => {
    for (const end of left.reverse()) end();
  };
}

/** Playwright's `Page` for the console in happy-dom; without layout-dependent methods. */
export class Page {
  readonly #routes = new Routes();
  #user: UserEvent = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  #leaving: Leaving[] = [];
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
        ? this.#routes.send(new Request(asked, init), (request) => send(request))
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
    this.#leaving.push(followWhatStays());
    vi.resetModules();
    await import('../../../src/console/main.tsx');
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

  async leave(): Promise<void> {
    if (this.#leaving.length === 0) return;
    window.dispatchEvent(new Event('pagehide'));
    const { liveClient } = await import('../../../src/console/api/live-client.ts');
    liveClient.stop();
    for (const root of roots.splice(0)) root.unmount();
    for (let turns = 0; turns < 3; turns += 1) await turn();
    for (const end of this.#leaving.splice(0)) await end();
    await happyDOM.abort();
    this.clock.end();
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
