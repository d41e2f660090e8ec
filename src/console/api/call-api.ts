import ky from 'ky';
import { changesSomething } from '../../contract/calls/define.ts';
import type { CallId, CallResponse } from '../../contract/calls/index.ts';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { createStore } from '../lib/store.ts';
import { readErrorAnswer, toApiError } from './api-error.ts';
import { loadCall } from './call-table.ts';
import { getApiBaseUrl } from './environment.ts';
import { removeIgnoredErrors } from './ignored-errors.ts';
import { pageProblem } from './page-problem.ts';
import { reportRefusedAccess } from './report-error.ts';
import {
  buildRequestHeaders,
  type CallInput,
  type CallOptions,
  fillPath,
  searchParameters,
} from './request.ts';

/** `etag` is the version, when the call has one. */
export type CallAnswer<K extends CallId> = { data: CallResponse<K>; etag: string | undefined };

export const callsUnderWay = createStore(0);

type WriteListener = (id: CallId) => void;
const writeListeners = new Set<WriteListener>();

/** Calls `listener` after every write. */
export function addWriteListener(listener: WriteListener): () => void {
  writeListeners.add(listener);
  return () => writeListeners.delete(listener);
}

export function notifyWritten(id: CallId): void {
  for (const listener of writeListeners) listener(id);
}

const pickInputPart = (input: object, name: 'path' | 'query'): Record<string, unknown> => {
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
    const response = await ky(
      new URL(fillPath(call.path, pickInputPart(input, 'path')).slice(1), getApiBaseUrl()),
      {
        method: call.method,
        searchParams: searchParameters(pickInputPart(input, 'query')),
        ...(call.body ? { json: input.body } : {}),
        headers: buildRequestHeaders(options),
        signal: options.signal ?? null,
        timeout: CALL_TIMEOUT_MS,
        retry: 0,
        throwHttpErrors: false,
      },
    );
    if (!response.ok) throw await readErrorAnswer(response);
    const data = removeIgnoredErrors(id, call.response.parse(await response.json()) as CallResponse<K>);
    if (changesSomething(call) && !options.isOneOfMany) notifyWritten(id);
    return { data, etag: response.headers.get('ETag') ?? undefined };
  } catch (error) {
    const apiError = toApiError(error);
    reportRefusedAccess(apiError, { id });
    throw apiError;
  } finally {
    callsUnderWay.set(callsUnderWay.get() - 1);
  }
}
