import type { AuditEntity, AuditRecord, AuditResult, AuditSource } from '../../contract/entities/audit.ts';
import { describeAction } from '../audit/actions.ts';
import { verifyChain } from '../audit/chain.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { toPage } from '../store/query.ts';
import type { AuditRow } from '../store/schema.ts';

const toRecord = (row: AuditRow): AuditRecord => ({
  sequence: row.sequence,
  at: formatTime(row.at),
  siteId: row.site_id,
  userId: row.user_id,
  userName: row.user_name,
  keyId: row.key_id,
  keyName: row.key_name,
  source: row.source as AuditSource,
  call: row.call_id,
  action: row.action,
  result: row.result as AuditResult,
  reason: row.reason,
  entity: row.entity as AuditEntity | '',
  entityId: row.entity_id,
  entityName: row.entity_name,
  changes: JSON.parse(row.changes),
  hash: row.hash,
});

export const auditHandlers = {
  listAuditRecords: async ({ query, tx }) => {
    const { fromTimestamp, toTimestamp, userNames, calls, actions, entities, entityIds, results, text } =
      query;
    const filter = { userNames, calls, actions, entities, entityIds, results, text };
    const { rows, totalCount } = await tx.audit.list(
      { ...filter, from: fromTimestamp, to: toTimestamp },
      toPage(query),
    );
    return { auditRecords: rows.map(toRecord), pagination: { totalCount } };
  },
  listAuditFacets: async ({ tx }) => ({
    userNames: await tx.audit.valuesOf('user_name'),
    calls: (await tx.audit.valuesOf('call_id')).map((call) => ({ call, action: describeAction(call) })),
    actions: await tx.audit.valuesOf('action'),
  }),
  verifyAuditRecords: async ({ services, tx }) => verifyChain(services.sealer, tx.audit.after),
} satisfies Pick<Handlers, 'listAuditRecords' | 'listAuditFacets' | 'verifyAuditRecords'>;
