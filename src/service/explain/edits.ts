import { reads } from '../../contract/calls/define.ts';
import { EXPLAIN_MAX } from '../../contract/calls/explain.ts';
import type { CallId } from '../../contract/calls/index.ts';
import type { AuditEntity } from '../../contract/entities/audit.ts';
import { describeAction } from '../audit/actions.ts';
import { listPermittedSites, type Principal } from '../auth/permissions.ts';
import { mayReadNodes } from '../auth/readable.ts';
import type { Repositories } from '../store/index.ts';
import type { AuditRow } from '../store/schema.ts';
import type { ExplainScope, Found } from './entry.ts';

/** Entities whose edits change what runs. */
const ENTITIES: readonly AuditEntity[] = ['site', 'pipeline', 'graph', 'source', 'destination', 'file'];
const NAMES_ITS_KIND = /(site|pipeline|source|destination|file)$/;
/** Deployments are listed separately; capturing and testing change nothing that runs. */
const NO_EDITS: readonly string[] = [
  'Deploy pipeline',
  'Cancel action of pipeline',
  ...(
    [
      'testSource',
      'testSink',
      'checkSink',
      'startCapture',
      'stopCapture',
      'createSample',
      'updateSample',
      'deleteSample',
    ] as const satisfies readonly CallId[]
  ).map((call) => describeAction(call)),
];

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

/** Pipeline readers also see the connections these use, and files of the site. */
async function readShown(
  tx: Repositories,
  { siteId }: ExplainScope,
  caller: Principal | undefined,
  users: ReadonlyMap<string, string>,
): Promise<(row: AuditRow) => boolean> {
  if (!caller) return () => true;
  const seesAll = listPermittedSites(caller, reads('PIPELINES')) === 'all';
  const files = new Set((await tx.assets.list({ siteIds: [siteId] })).rows.map(({ id }) => id));
  return ({ entity, entity_id: id }) => {
    if (entity === 'file') return seesAll || files.has(id);
    if (entity === 'source') return users.has(id) || mayReadNodes(caller, 'SOURCE', siteId);
    if (entity === 'destination') return users.has(id) || mayReadNodes(caller, 'SINK', siteId);
    return true;
  };
}

export async function readEditEntries(
  tx: Repositories,
  scope: ExplainScope,
  caller: Principal | undefined,
): Promise<Found[]> {
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
  const isShown = await readShown(tx, scope, caller, users);
  return rows
    .filter((row) => !NO_EDITS.includes(row.action) && isShown(row))
    .map((row) => toEntry(row, users));
}
