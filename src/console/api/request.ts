import type { CallBody, CallId, CallPath, CallQuery } from '../../contract/calls/index.ts';

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** What a call takes. Parts the call does not have, or may go without, can be left out. */
export type CallInput<K extends CallId> = Part<'path', CallPath<K>> &
  Part<'query', CallQuery<K>> &
  Part<'body', CallBody<K>>;

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The revision or base graph version the change began from; `*` forces. */
  ifMatch?: number | '*' | undefined;
  idempotencyKey?: string | undefined;
  /** One write of many: the caches are told by whoever makes them, once for all. */
  isOneOfMany?: boolean | undefined;
};

/** Fills `{name}` in a path. @throws Error when a value is missing. */
export const fillPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '')
      throw new Error(`path parameter '${name}' of ${path} is missing`);
    return encodeURIComponent(String(value));
  });

/** Query parameters in order; a list repeats its key (R7-02), undefined ones are left out. */
export function searchParameters(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const item of values) if (item !== undefined && item !== null) search.append(key, String(item));
  }
  return search;
}

export function requestHeaders({ ifMatch, idempotencyKey }: CallOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch === '*' ? '*' : `"${ifMatch}"`;
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  return headers;
}
