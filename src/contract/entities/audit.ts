import * as z from 'zod/mini';
import { timeSchema } from './common.ts';

/**
 * `key` is a program with an API key; `assistant` what a person agreed to that the assistant proposed; `git` a commit
 * on the branch that a site follows.
 */
export const AUDIT_SOURCES = ['ui', 'api', 'key', 'assistant', 'git'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** `denied`: not permitted, so nothing changed. */
export const AUDIT_RESULTS = ['done', 'denied'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];

export const AUDIT_ENTITIES = [
  'site',
  'user',
  'role',
  'apiKey',
  'session',
  'sign-in',
  'assistant',
  'pipeline',
  'graph',
  'source',
  'destination',
  'transform',
  'sample',
  'preferences',
  'features',
  'file',
  'errors',
  'deadLetters',
  'logSearch',
  'notifications',
  'alertRule',
  'alertChannel',
  'alertSilence',
  'report',
  'alerts',
  'pullRequest',
  'fleet',
  'fleetToken',
  'agent',
  'configuration',
  'rollout',
  'query',
  'dashboard',
  'hydration',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

const stateSchema = z.nullable(z.record(z.string(), z.unknown()));

/** Changed fields of an entity, or all fields when created or removed. Secrets are masked. */
export const auditChangeSchema = z.object({
  entity: z.enum(AUDIT_ENTITIES),
  id: z.string(),
  name: z.string(),
  before: stateSchema,
  after: stateSchema,
});
export type AuditChange = z.infer<typeof auditChangeSchema>;

export const auditRecordSchema = z.object({
  /** Position in the hash chain, from 1. */
  sequence: z.int(),
  at: timeSchema,
  /** Empty when no site is involved. */
  siteId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** The API key that called for the user; empty without one. */
  keyId: z.string(),
  keyName: z.string(),
  source: z.enum(AUDIT_SOURCES),
  call: z.string(),
  action: z.string(),
  result: z.enum(AUDIT_RESULTS),
  reason: z.string(),
  /** The changed entity, or the one that a denied try was for; empty when there is none. */
  entity: z.union([z.enum(AUDIT_ENTITIES), z.literal('')]),
  entityId: z.string(),
  entityName: z.string(),
  changes: z.array(auditChangeSchema),
  hash: z.string(),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

export const auditCheckSchema = z.object({
  isIntact: z.boolean(),
  records: z.int(),
  /** The first altered record, or 0. */
  brokenAt: z.int(),
  reason: z.string(),
  /** Hash of the newest record: stored elsewhere, it also proves that none was removed at the end. */
  lastHash: z.string(),
});
export type AuditCheck = z.infer<typeof auditCheckSchema>;
