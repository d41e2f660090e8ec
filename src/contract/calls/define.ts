import type * as z from 'zod/mini';
import type { AccessType, ExtraGrant, ResourceType } from '../enums.ts';

export type ResourceAccess = {
  kind: 'resource';
  resource: ResourceType;
  type: AccessType;
  grant?: ExtraGrant;
  /** Needed on the same site too, by a call that does several things. */
  also?: readonly ResourceAccess[];
};

/**
 * Required access. `public` needs no session; `session` any signed-in user; a resource grant is checked
 * for the request's site or, with `scope: 'any'`, filters the list.
 */
export type CallAccess = { kind: 'public' } | { kind: 'session' } | { kind: 'admin' } | ResourceAccess;

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Router, client, OpenAPI and permission matrix are derived from it. The console's build leaves out what the service
 * alone reads (`src/console/app/unused-code.ts`).
 */
export type CallDefinition = {
  method: Method;
  /** `{name}` marks a path parameter. */
  path: string;
  summary: string;
  access: CallAccess;
  /** About a person's own session, sign-in or preferences: API keys are refused. */
  forPeople?: boolean;
  pathParameters?: z.ZodMiniObject;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  /**
   * The write needs `If-Match`: the entity's revision, the base graph version or a definition's tag.
   * `*` forces.
   */
  ifMatch?: 'revision' | 'graphVersion' | 'definition';
  idempotent?: boolean;
  /** A POST that stores nothing: its question does not fit into a URL. */
  changesNothing?: boolean;
  etag?: boolean;
  /** This field of the body or answer may also be sent alone as `application/yaml`. */
  yaml?: string;
  /** The body is `multipart/form-data`: the fields of `body` as texts, then the part `file`. */
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

/** To change it, and to bring it to where it runs. */
export const deploys = (resource: ResourceType): ResourceAccess => ({
  ...writes(resource),
  grant: 'DEPLOY',
});
