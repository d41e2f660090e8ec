import type { CallQuery } from '../../../contract/calls/index.ts';
import type { AuditRecord } from '../../../contract/entities/audit.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';

/**
 * All records that fit, newest first, a page at a time: the screen itself lists no more than one.
 * They are asked for from the oldest on, so that what is written meanwhile moves none of them.
 * @param query time range (without an end, until now) and filters.
 * @throws ApiError when a page could not be read.
 */
export async function readEveryRecord(query: CallQuery<'listAuditRecords'>): Promise<AuditRecord[]> {
  const within = { toTimestamp: new Date(Date.now() + 1000).toISOString(), ...query };
  const found: AuditRecord[] = [];
  for (let offset = 0; ; offset += PAGE_LIMIT_MAX) {
    const page = { 'pagination.offset': offset, 'pagination.limit': PAGE_LIMIT_MAX };
    const asked = { ...within, ...page, 'pagination.ordering.descending': false };
    const { auditRecords } = (await callApi('listAuditRecords', { query: asked })).data;
    found.push(...auditRecords);
    if (auditRecords.length < PAGE_LIMIT_MAX) return found.reverse();
  }
}
