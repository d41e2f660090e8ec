import ky from 'ky';
import { changesSomething } from '../../contract/calls/define.ts';
import type { CallId, CallResponse } from '../../contract/calls/index.ts';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { createStore } from '../lib/store.ts';
import { readErrorAnswer, toApiError } from './api-error.ts';
import { loadCall } from './call-table.ts';
import { apiBaseUrl } from './environment.ts';
import { withoutIgnored } from './ignored-errors.ts';
import { pageProblem } from './page-problem.ts';
import { reportRefusedAccess } from './report-error.ts';
import { type CallInput, type CallOptions, fillPath, requestHeaders, searchParameters } from './request.ts';

/** `etag` is the version, when the call has one. */
export type CallAnswer<K extends CallId> = { data: CallResponse<K>; etag: string | undefined };

export const callsUnderWay = createStore(0);

type WriteListener = (id: CallId) => void;
const writeListeners = new Set<WriteListener>();

/** Calls `listener` after every write. */
export function onWritten(listener: WriteListener): () => void {
  writeListeners.add(listener);
  return () => writeListeners.delete(listener);
}

export function tellWritten(id: CallId): void {
  for (const listener of writeListeners) listener(id);
}

const partOf = (input: object, name: 'path' | 'query'): Record<string, unknown> => {
  const part: unknown = Reflect.get(input, name);
  return typeof part === 'object' && part !== null ? { ...part } : {};
};

/** @throws ApiError */
export async function callApi<K extends CallId>(
  id: K,
  input: CallInput<K>,
  options: CallOptions = {},
): Promise<CallAnswer<K>> {
  callsUnderWay.set(callsUnderWay.get() + 1);
  try {
    const call = await loadCall(id);
    // After a 401 there are no further calls, neither polls nor retries.
    if (pageProblem.get() === 'not-authorized' && call.access.kind !== 'public')
      throw await readErrorAnswer(new Response(null, { status: 401 }));
    const response = await ky(new URL(fillPath(call.path, partOf(input, 'path')).slice(1), apiBaseUrl()), {
      method: call.method,
      searchParams: searchParameters(partOf(input, 'query')),
      ...(call.body ? { json: input.body } : {}),
      headers: requestHeaders(options),
      signal: options.signal ?? null,
      timeout: CALL_TIMEOUT_MS,
      retry: 0,
      throwHttpErrors: false,
    });
    if (!response.ok) throw await readErrorAnswer(response);
    const data = withoutIgnored(id, call.response.parse(await response.json()) as CallResponse<K>);
    if (changesSomething(call) && !options.isOneOfMany) tellWritten(id);
    return { data, etag: response.headers.get('ETag') ?? undefined };
  } catch (error) {
    const apiError = toApiError(error);
    reportRefusedAccess(apiError, { id });
    throw apiError;
  } finally {
    callsUnderWay.set(callsUnderWay.get() - 1);
  }
}
