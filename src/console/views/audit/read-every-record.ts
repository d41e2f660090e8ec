import type { AuditRecord } from '../../../contract/entities/audit.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { nowUnixSeconds } from '../../actors/time-filter.ts';
import { callApi } from '../../api/call-api.ts';

/** Unix seconds; without an end, until now. */
type HappenedWithin = { fromTimestamp: number; toTimestamp?: number };

/**
 * All records of a time range that pass, newest first, a page at a time: the screen itself lists no more than one.
 * They are asked for from the oldest on, so that what is written meanwhile moves none of them.
 * @throws ApiError when a page could not be read.
 */
export async function readEveryRecord(
  range: HappenedWithin,
  passes: (record: AuditRecord) => boolean,
): Promise<AuditRecord[]> {
  const within = { toTimestamp: nowUnixSeconds() + 1, ...range };
  const found: AuditRecord[] = [];
  for (let offset = 0; ; offset += PAGE_LIMIT_MAX) {
    const page = { 'pagination.offset': offset, 'pagination.limit': PAGE_LIMIT_MAX };
    const query = { ...within, ...page, 'pagination.ordering.descending': false };
    const { auditRecords } = (await callApi('listAuditRecords', { query })).data;
    found.push(...auditRecords.filter(passes));
    if (auditRecords.length < PAGE_LIMIT_MAX) return found.reverse();
  }
}
