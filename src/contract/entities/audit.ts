import * as z from 'zod/mini';
import { timeSchema } from './common.ts';

/**
 * `key`: a program with an API key. `assistant`: a proposal a person accepted. `git`: a commit on the
 * followed branch.
 */
export const AUDIT_SOURCES = ['ui', 'api', 'key', 'assistant', 'git'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

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

/** Changed fields, or all fields when created or removed; secrets masked. */
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
  siteId: z.string(),
  userId: z.string(),
  userName: z.string(),
  keyId: z.string(),
  keyName: z.string(),
  source: z.enum(AUDIT_SOURCES),
  call: z.string(),
  action: z.string(),
  result: z.enum(AUDIT_RESULTS),
  reason: z.string(),
  /** The changed or denied entity; empty without one. */
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
  /** First altered record, or 0. */
  brokenAt: z.int(),
  reason: z.string(),
  /** Hash of the newest record. Stored elsewhere, it proves that none was removed at the end. */
  lastHash: z.string(),
});
export type AuditCheck = z.infer<typeof auditCheckSchema>;
