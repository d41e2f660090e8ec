import { EXPLAIN_MAX } from '../../contract/calls/explain.ts';
import type { AuditEntity } from '../../contract/entities/audit.ts';
import type { Repositories } from '../store/index.ts';
import type { AuditRow } from '../store/schema.ts';
import type { ExplainScope, Found } from './entry.ts';

/** Entities whose edits change what runs. */
const ENTITIES: readonly AuditEntity[] = ['site', 'pipeline', 'graph', 'source', 'destination', 'file'];
const NAMES_ITS_KIND = /(site|pipeline|source|destination|file)$/;
/** Deployments have entries of their own. */
const SHOWN_ELSEWHERE: readonly string[] = ['Deploy pipeline', 'Cancel action of pipeline'];

/** Connections in the newest version, by pipeline. */
async function readUsers(tx: Repositories, { pipelines }: ExplainScope): Promise<Map<string, string>> {
  const ids = pipelines.map((row) => row.id);
  const users = new Map(ids.map((id) => [id, id]));
  for (const member of await tx.versions.newestNodesOf(ids))
    if (!users.has(member.node_id)) users.set(member.node_id, member.pipeline_id);
  return users;
}

function toEntry(row: AuditRow, users: ReadonlyMap<string, string>): Found {
  const name = `${NAMES_ITS_KIND.test(row.action) ? '' : 'of '}'${row.entity_name}'`;
  const isNode = row.entity === 'source' || row.entity === 'destination';
  return {
    at: row.at,
    kind: 'edit',
    severity: 'informational',
    title: row.entity_name === '' ? row.action : `${row.action} ${name}`,
    detail: '',
    by: row.user_name,
    pipelineId: users.get(row.entity_id) ?? '',
    nodeId: isNode ? row.entity_id : '',
  };
}

export async function readEditEntries(tx: Repositories, scope: ExplainScope): Promise<Found[]> {
  const { siteId, from, to, isNarrow } = scope;
  const users = await readUsers(tx, scope);
  const filter = {
    from,
    to,
    results: ['done'],
    entities: [...ENTITIES],
    ...(isNarrow ? { entityIds: [...users.keys()] } : { siteIds: [siteId, ''] }),
  };
  const { rows } = await tx.audit.list(filter, { offset: 0, limit: EXPLAIN_MAX, descending: true });
  return rows.filter((row) => !SHOWN_ELSEWHERE.includes(row.action)).map((row) => toEntry(row, users));
}
