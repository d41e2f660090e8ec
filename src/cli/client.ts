import { setTimeout as delay } from 'node:timers/promises';
import type { CallId, CallResponse } from '../contract/calls/index.ts';
import { callDefinition } from '../contract/calls/index.ts';
import { type ErrorBody, errorBodySchema, parseErrorText } from '../contract/errors.ts';
import { CALL_TIMEOUT_MS } from '../contract/limits.ts';
import { getErrorMessage } from '../contract/values.ts';
import { CliError, EXIT } from './exit.ts';

export type Parts = {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** A version, or `*`. */
  ifMatch?: string;
  /** Waits for the answer even when interrupted: the call starts or ends something. */
  isHeardOut?: boolean;
};

export type CallAnswer<K extends CallId> = { data: CallResponse<K>; etag: string | undefined };

export type Client = {
  call<K extends CallId>(id: K, parts?: Parts): Promise<CallAnswer<K>>;
};

export type ClientOptions = {
  /** Without a trailing slash. */
  url: string;
  apiKey: string | undefined;
  signal: AbortSignal;
  /** Called before waiting at the service's request. */
  onWait?: (seconds: number) => void;
};

/** Before giving up. */
const WAITS = 3;
const LONGEST_WAIT_SECONDS = 60;

function buildUrl(id: CallId, url: string, { path = {}, query = {} }: Parts): string {
  const filled = callDefinition(id).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? '')),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) parameters.append(name, String(one));
  }
  return `${url}${filled}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

const notReached = (url: string, why: string): CliError =>
  new CliError({
    exit: EXIT.notReached,
    what: `The service at ${url} cannot be reached`,
    why: [why],
    whatToDo: ["Start it with 'npm start', or name another address with --url or PENSTOCK_URL"],
  });

/** The system error is nested below `fetch failed`. */
function findCause(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause !== undefined) last = last.cause;
  if (last instanceof AggregateError && last.errors[0] instanceof Error) return last.errors[0].message;
  return getErrorMessage(last);
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    return errorBodySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Includes the service's reasons. */
function toCliError(status: number, text: string, url: string): CliError {
  const body = parseErrorBody(text);
  if (!body) return notReached(url, `The server there is not a Penstock service (status ${status})`);
  const { title, causes, resolutions } = parseErrorText(body.message);
  const details = (body.details ?? []).filter(({ message }) => !title.includes(message));
  const why = [...causes, ...details.map(({ field, message }) => `${field}: ${message}`)];
  if (status === 401 || status === 403) {
    const whatToDo =
      status === 401
        ? ['Set PENSTOCK_API_KEY to a valid key; create one under Settings, API Keys']
        : ['Use an API key whose role allows it'];
    return new CliError({ exit: EXIT.notPermitted, what: title, why, whatToDo });
  }
  const exit = status >= 500 ? EXIT.failed : EXIT.refused;
  return new CliError({ exit, what: title, why, whatToDo: resolutions });
}

const getWaitSeconds = (response: Response): number =>
  Number(response.headers.get('retry-after') ?? '1') || 1;

export function createClient({ url, apiKey, signal, onWait }: ClientOptions): Client {
  const send = async (id: CallId, parts: Parts): Promise<Response> => {
    const { method, body } = callDefinition(id);
    try {
      return await fetch(buildUrl(id, url, parts), {
        method,
        headers: {
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(parts.ifMatch === undefined ? {} : { 'if-match': parts.ifMatch }),
        },
        ...(body ? { body: JSON.stringify(parts.body ?? {}) } : {}),
        signal: AbortSignal.any([
          ...(parts.isHeardOut ? [] : [signal]),
          AbortSignal.timeout(CALL_TIMEOUT_MS),
        ]),
        redirect: 'error',
      });
    } catch (error) {
      throw notReached(url, findCause(error));
    }
  };
  return {
    async call<K extends CallId>(id: K, parts: Parts = {}): Promise<CallAnswer<K>> {
      // Cleanup calls after an interrupt must still be able to wait.
      const pause = parts.isHeardOut && signal.aborted ? {} : { signal };
      for (let waits = 0; ; waits++) {
        const response = await send(id, parts);
        const seconds = getWaitSeconds(response);
        // 429 is answered before anything is done, so a retry is safe.
        if (response.status === 429 && waits < WAITS && seconds <= LONGEST_WAIT_SECONDS) {
          await response.body?.cancel();
          onWait?.(seconds);
          await delay(seconds * 1000, undefined, pause);
          continue;
        }
        const text = await response.text();
        if (!response.ok) throw toCliError(response.status, text, url);
        const data = callDefinition(id).response.parse(JSON.parse(text)) as CallResponse<K>;
        return { data, etag: response.headers.get('etag') ?? undefined };
      }
    },
  };
}
