import * as z from 'zod/mini';
import { timeSchema } from './common.ts';

/** Through which door it came: the console, a program, a program with an API key. */
export const AUDIT_SOURCES = ['ui', 'api', 'key'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** `denied`: the person may not do it, and nothing was changed. */
export const AUDIT_RESULTS = ['done', 'denied'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];

export const AUDIT_ENTITIES = [
  'site',
  'user',
  'role',
  'apiKey',
  'session',
  'sign-in',
  'pipeline',
  'graph',
  'source',
  'destination',
  'transform',
  'sample',
  'preferences',
  'file',
  'errors',
  'notifications',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

const stateSchema = z.nullable(z.record(z.string(), z.unknown()));

/** One thing that a call changed: the fields that differ, whole where it was made or removed. Secrets are masked. */
export const auditChangeSchema = z.object({
  entity: z.enum(AUDIT_ENTITIES),
  id: z.string(),
  name: z.string(),
  before: stateSchema,
  after: stateSchema,
});
export type AuditChange = z.infer<typeof auditChangeSchema>;

/** Who did what. */
export const auditRecordSchema = z.object({
  /** Place in the chain, from 1. */
  sequence: z.int(),
  at: timeSchema,
  /** Empty text where it concerns no site. */
  siteId: z.string(),
  userId: z.string(),
  userName: z.string(),
  source: z.enum(AUDIT_SOURCES),
  /** Call of the table. */
  call: z.string(),
  /** What was done, in words. */
  action: z.string(),
  result: z.enum(AUDIT_RESULTS),
  /** Why it was denied. */
  reason: z.string(),
  /** What it was done to; empty texts where nothing was changed. */
  entity: z.union([z.enum(AUDIT_ENTITIES), z.literal('')]),
  entityId: z.string(),
  entityName: z.string(),
  changes: z.array(auditChangeSchema),
  hash: z.string(),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** Whether the records are as they were written. */
export const auditCheckSchema = z.object({
  isIntact: z.boolean(),
  records: z.int(),
  /** The first that is not as it was written, 0 when all are. */
  brokenAt: z.int(),
  reason: z.string(),
  /** Of the newest record: noted elsewhere, it also proves that none was cut off at the end. */
  lastHash: z.string(),
});
export type AuditCheck = z.infer<typeof auditCheckSchema>;
