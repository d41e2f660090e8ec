import * as z from 'zod/mini';
import { AUDIT_ENTITIES, AUDIT_RESULTS, auditCheckSchema, auditRecordSchema } from '../entities/audit.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { timestampParameter } from '../timestamp.ts';
import { defineCall } from './define.ts';

export const auditCalls = {
  listAuditRecords: defineCall({
    method: 'GET',
    path: '/v1/audit-records',
    summary: 'Who did what, newest first, including denied attempts. Bounds of time are RFC 3339.',
    access: { kind: 'admin' },
    query: z.strictObject({
      fromTimestamp: z.optional(timestampParameter),
      toTimestamp: z.optional(timestampParameter),
      userNames: repeated(z.string()),
      calls: repeated(z.string()),
      actions: repeated(z.string()),
      entities: repeated(z.enum(AUDIT_ENTITIES)),
      entityIds: repeated(z.string()),
      results: repeated(z.enum(AUDIT_RESULTS)),
      text: z.optional(z.string().check(z.maxLength(200))),
      ...pageQuery('at'),
    }),
    response: z.object({ auditRecords: z.array(auditRecordSchema), pagination: paginationSchema }),
  }),
  listAuditFacets: defineCall({
    method: 'GET',
    path: '/v1/audit-records/facets',
    summary: 'The users, calls and actions that occur in the records, to filter by.',
    access: { kind: 'admin' },
    response: z.object({
      userNames: z.array(z.string()),
      calls: z.array(z.object({ call: z.string(), action: z.string() })),
      actions: z.array(z.string()),
    }),
  }),
  verifyAuditRecords: defineCall({
    method: 'GET',
    path: '/v1/audit-records/verification',
    summary: 'Checks the chain of records: shows a record that was changed, removed or inserted.',
    access: { kind: 'admin' },
    response: auditCheckSchema,
  }),
};
