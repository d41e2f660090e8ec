import { sendHttp } from './http.ts';

type Pattern = string | RegExp | ((url: URL) => boolean);
type Fulfil = {
  status?: number;
  json?: unknown;
  body?: string;
  headers?: Record<string, string>;
  response?: Response;
};
type Handler = (route: Route) => unknown;

/** As in Playwright: `*` is anything but a slash, `**` is anything. */
const globToRegExp = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .split('**')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'))
      .join('.*')}$`,
  );

const isUrlMatching = (pattern: Pattern, href: string): boolean =>
  typeof pattern === 'function'
    ? pattern(new URL(href))
    : (pattern instanceof RegExp ? pattern : globToRegExp(pattern)).test(href);

/** Allows headers that page code may not set. */
const sendAs = async (asked: Request, headers: Record<string, string>): Promise<Response> =>
  sendHttp(asked.url, {
    method: asked.method,
    headers,
    body: Buffer.from(await asked.clone().arrayBuffer()),
  });

class Route {
  readonly #asked: Request;
  readonly #body: string;
  readonly #send: () => Promise<Response>;
  readonly #next: () => Promise<Response>;
  readonly answer = Promise.withResolvers<Response>();

  constructor(asked: Request, body: string, send: () => Promise<Response>, next: () => Promise<Response>) {
    this.#asked = asked;
    this.#body = body;
    this.#send = send;
    this.#next = next;
  }

  request() {
    const asked = this.#asked;
    return {
      url: () => asked.url,
      method: () => asked.method,
      allHeaders: async () => Object.fromEntries(asked.headers),
      postData: () => this.#body,
      postDataJSON: () => JSON.parse(this.#body),
    };
  }
  fetch({ headers }: { headers?: Record<string, string> } = {}): Promise<Response> {
    return headers ? sendAs(this.#asked, headers) : this.#send();
  }
  async fulfill({ status = 200, json, body, headers, response }: Fulfil): Promise<void> {
    const text = json === undefined ? (body ?? '') : JSON.stringify(json);
    const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
    this.answer.resolve(response ?? new Response(text, { status, headers: { ...type, ...headers } }));
  }
  async abort(_reason?: string): Promise<void> {
    this.answer.reject(new TypeError('Failed to fetch'));
  }
  async continue(): Promise<void> {
    this.answer.resolve(this.#send());
  }
  async fallback(): Promise<void> {
    this.answer.resolve(this.#next());
  }
}

/** Test handlers between console and service; the last one goes first. */
export class Routes {
  #handlers: { pattern: Pattern; handle: Handler }[] = [];

  add(pattern: Pattern, handle: Handler): void {
    this.#handlers.unshift({ pattern, handle });
  }
  remove(pattern: Pattern): void {
    this.#handlers = this.#handlers.filter((handler) => handler.pattern !== pattern);
  }
  clear(): void {
    this.#handlers = [];
  }

  async send(asked: Request, send: (asked: Request) => Promise<Response>): Promise<Response> {
    const fitting = this.#handlers.filter(({ pattern }) => isUrlMatching(pattern, asked.url));
    const body = fitting.length === 0 ? '' : await asked.clone().text();
    const passThrough = (at: number): Promise<Response> => {
      const handler = fitting[at];
      if (!handler) return send(asked.clone());
      const route = new Route(
        asked,
        body,
        () => send(asked.clone()),
        () => passThrough(at + 1),
      );
      Promise.resolve(handler.handle(route)).catch(route.answer.reject);
      return route.answer.promise;
    };
    return passThrough(0);
  }
}
