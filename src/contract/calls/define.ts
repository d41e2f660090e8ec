import type * as z from 'zod/mini';
import type { AccessType, ResourceType } from '../enums.ts';

/**
 * What a caller must hold. `public` needs no session; `session` any signed-in user; a resource grant
 * is checked for the site the request names, or, with `scope: 'any'`, filters what is listed.
 */
export type CallAccess =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'admin' }
  | { kind: 'resource'; resource: ResourceType; type: AccessType; grant?: 'DEPLOY' | 'LIVE_CAPTURE' };

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** One line of the table of calls: router, client, OpenAPI and permission matrix are made from it. */
export type CallDefinition = {
  method: Method;
  /** `{name}` marks a path parameter. */
  path: string;
  summary: string;
  access: CallAccess;
  pathParameters?: z.ZodMiniObject;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  /** The write needs `If-Match`: the entity's revision, or the base graph version. `*` forces. */
  ifMatch?: 'revision' | 'graphVersion';
  /** The call accepts `Idempotency-Key`. */
  idempotent?: boolean;
  /** A POST that stores nothing: it asks something that does not fit into an address. */
  changesNothing?: boolean;
  /** The answer carries `ETag`. */
  etag?: boolean;
};

/** Keeps the literal types of an entry. */
export const defineCall = <const T extends CallDefinition>(call: T): T => call;

export const reads = (resource: ResourceType): CallAccess => ({ kind: 'resource', resource, type: 'READ' });
export const writes = (resource: ResourceType): CallAccess => ({ kind: 'resource', resource, type: 'WRITE' });
export const deletes = (resource: ResourceType): CallAccess => ({
  kind: 'resource',
  resource,
  type: 'DELETE',
});
