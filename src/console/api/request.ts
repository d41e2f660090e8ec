import type { CallBody, CallId, CallPath, CallQuery } from '../../contract/calls/index.ts';

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type CallInput<K extends CallId> = Part<'path', CallPath<K>> &
  Part<'query', CallQuery<K>> &
  Part<'body', CallBody<K>>;

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Revision or base graph version of the change; `*` overwrites. */
  ifMatch?: number | '*' | undefined;
  idempotencyKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Part of a batch, whose caller invalidates the cache at its end. */
  isOneOfMany?: boolean | undefined;
};

export const fillPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '')
      throw new Error(`path parameter '${name}' of ${path} is missing`);
    return encodeURIComponent(String(value));
  });

/** Lists repeat their key; undefined values are omitted. */
export function searchParameters(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const item of values) if (item !== undefined && item !== null) search.append(key, String(item));
  }
  return search;
}

export function buildRequestHeaders({
  ifMatch,
  idempotencyKey,
  headers: more,
}: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { ...more };
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch === '*' ? '*' : `"${ifMatch}"`;
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  return headers;
}
