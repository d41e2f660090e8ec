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
  /** The write needs `If-Match`: the entity's revision, the base graph version, or the tag of a definition. `*` forces. */
  ifMatch?: 'revision' | 'graphVersion' | 'definition';
  /** The call accepts `Idempotency-Key`. */
  idempotent?: boolean;
  /** A POST that stores nothing: it asks something that does not fit into an address. */
  changesNothing?: boolean;
  /** The answer carries `ETag`. */
  etag?: boolean;
  /** This field of the body or of the answer may also travel by itself, as `application/yaml`. */
  yaml?: string;
  /** The body is `multipart/form-data`: the fields of `body` as texts, and after them the one part `file`. */
  upload?: boolean;
  /** The answer is the content of a file, as an attachment. */
  download?: boolean;
};

/** True for a call after which something is stored otherwise than before. */
export const changesSomething = ({ method, changesNothing }: CallDefinition): boolean =>
  method !== 'GET' && !changesNothing;

/** Keeps the literal types of an entry. */
export const defineCall = <const T extends CallDefinition>(call: T): T => call;

export const reads = (resource: ResourceType): CallAccess => ({ kind: 'resource', resource, type: 'READ' });
export const writes = (resource: ResourceType): CallAccess => ({ kind: 'resource', resource, type: 'WRITE' });
export const deletes = (resource: ResourceType): CallAccess => ({
  kind: 'resource',
  resource,
  type: 'DELETE',
});
