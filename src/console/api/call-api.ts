import type { CallId, CallResponse } from '../../contract/calls/index.ts';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { readErrorAnswer, toApiError } from './api-error.ts';
import { CALL_FACTS } from './call-facts.ts';
import { apiBaseUrl } from './environment.ts';
import { type CallInput, type CallOptions, fillPath, requestHeaders, searchParameters } from './request.ts';
import { mustFit } from './shape.ts';

/** An answer and the version that stands behind it, when the call gives one. */
export type CallAnswer<K extends CallId> = { data: CallResponse<K>; etag: string | undefined };

type WriteListener = (id: CallId) => void;
const writeListeners = new Set<WriteListener>();

/** Told after every call that changed something; the caches listen. Returns the way to stop. */
export function onWritten(listener: WriteListener): () => void {
  writeListeners.add(listener);
  return () => writeListeners.delete(listener);
}

/** Calls that have a method other than GET without changing anything that is shown. */
const CHANGES_NOTHING: readonly CallId[] = ['createSocketTicket'];

export const isWrite = (id: CallId): boolean =>
  CALL_FACTS[id].method !== 'GET' && !CHANGES_NOTHING.includes(id);

const partOf = (input: object, name: 'path' | 'query'): Record<string, unknown> => {
  const part: unknown = Reflect.get(input, name);
  return typeof part === 'object' && part !== null ? { ...part } : {};
};

const withTimeout = (signal: AbortSignal | undefined): AbortSignal => {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

/**
 * Makes a call of the table and holds its answer against the table's shape.
 * @throws ApiError for whatever goes wrong.
 */
export async function callApi<K extends CallId>(
  id: K,
  input: CallInput<K>,
  options: CallOptions = {},
): Promise<CallAnswer<K>> {
  const call = CALL_FACTS[id];
  try {
    const url = new URL(fillPath(call.path, partOf(input, 'path')).slice(1), apiBaseUrl());
    url.search = searchParameters(partOf(input, 'query')).toString();
    const response = await fetch(url, {
      method: call.method,
      ...(call.hasBody ? { body: JSON.stringify(input.body) } : {}),
      headers: {
        ...requestHeaders(options),
        ...(call.hasBody ? { 'Content-Type': 'application/json' } : {}),
      },
      signal: withTimeout(options.signal),
    });
    if (!response.ok) throw await readErrorAnswer(response);
    const data: unknown = await response.json();
    mustFit(call.response, data);
    if (isWrite(id)) for (const listener of writeListeners) listener(id);
    return { data: data as CallResponse<K>, etag: response.headers.get('ETag') ?? undefined };
  } catch (error) {
    throw toApiError(error);
  }
}
