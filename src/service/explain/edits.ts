import { EXPLAIN_MAX } from '../../contract/calls/explain.ts';
import type { AuditEntity } from '../../contract/entities/audit.ts';
import type { Repositories } from '../store/index.ts';
import type { AuditRow } from '../store/schema.ts';
import type { ExplainScope, Found } from './explain.ts';

/** What of a site runs, and can run otherwise for being changed. */
const ENTITIES: readonly AuditEntity[] = ['site', 'pipeline', 'graph', 'source', 'destination', 'file'];
const NAMES_ITS_KIND = /(site|pipeline|source|destination|file)$/;
/** A deployment is told by how it ended. */
const TOLD_ELSEWHERE: readonly string[] = ['Deploy pipeline', 'Cancel action of pipeline'];

/** Pipelines, with the sources and destinations in their newest versions: which of them uses what. */
async function usersOf(tx: Repositories, { pipelines }: ExplainScope): Promise<Map<string, string>> {
  const ids = pipelines.map((row) => row.id);
  const users = new Map(ids.map((id) => [id, id]));
  for (const member of await tx.versions.newestNodesOf(ids))
    if (!users.has(member.node_id)) users.set(member.node_id, member.pipeline_id);
  return users;
}

function entryOf(row: AuditRow, users: ReadonlyMap<string, string>): Found {
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

/** What people changed there; of single pipelines, what is part of them. */
export async function editEntries(tx: Repositories, scope: ExplainScope): Promise<Found[]> {
  const { siteId, from, to, isNarrow } = scope;
  const users = await usersOf(tx, scope);
  const filter = {
    from,
    to,
    results: ['done'],
    entities: [...ENTITIES],
    ...(isNarrow ? { entityIds: [...users.keys()] } : { siteIds: [siteId, ''] }),
  };
  const { rows } = await tx.audit.list(filter, { offset: 0, limit: EXPLAIN_MAX, descending: true });
  return rows.filter((row) => !TOLD_ELSEWHERE.includes(row.action)).map((row) => entryOf(row, users));
}
