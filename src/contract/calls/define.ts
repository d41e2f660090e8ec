import type * as z from 'zod/mini';
import type { AccessType, ExtraGrant, ResourceType } from '../enums.ts';

export type ResourceAccess = {
  kind: 'resource';
  resource: ResourceType;
  type: AccessType;
  grant?: ExtraGrant;
  /** Also required, on the same site. */
  also?: readonly ResourceAccess[];
};

/**
 * `session`: any signed-in user. A resource grant is checked for the request's site; with `scope: 'any'` it
 * filters the list.
 */
export type CallAccess = { kind: 'public' } | { kind: 'session' } | { kind: 'admin' } | ResourceAccess;

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Source of router, client, OpenAPI and permission matrix. The console's build omits what only the service
 * reads (`src/console/app/unused-code.ts`).
 */
export type CallDefinition = {
  method: Method;
  path: string;
  summary: string;
  access: CallAccess;
  /** A person's own session, sign-in or preferences: API keys are refused. */
  forPeople?: boolean;
  pathParameters?: z.ZodMiniObject;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  /** Required `If-Match`: the entity's revision, the base graph version or a definition's tag. `*` forces. */
  ifMatch?: 'revision' | 'graphVersion' | 'definition';
  idempotent?: boolean;
  /** A POST only because its question does not fit into a URL. */
  changesNothing?: boolean;
  etag?: boolean;
  /** Field of body or answer that may be sent alone as `application/yaml`. */
  yaml?: string;
  /** `multipart/form-data`: the fields of `body` as texts, then the part `file`. */
  upload?: boolean;
  download?: boolean;
};

export const changesSomething = ({
  method,
  changesNothing,
}: Pick<CallDefinition, 'method' | 'changesNothing'>): boolean => method !== 'GET' && !changesNothing;

export const defineCall = <const T extends CallDefinition>(call: T): T => call;

const on =
  (type: AccessType) =>
  (resource: ResourceType): ResourceAccess => ({ kind: 'resource', resource, type });
export const reads = on('READ');
export const writes = on('WRITE');
export const deletes = on('DELETE');

export const deploys = (resource: ResourceType): ResourceAccess => ({
  ...writes(resource),
  grant: 'DEPLOY',
});
