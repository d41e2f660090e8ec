import type { ConnectionInput, ConnectionPatch } from '../../contract/entities/node.ts';
import type { EntityStatus, UsageType } from '../../contract/enums.ts';
import { markArchiveSink } from '../archives/archival.ts';
import { listPorts } from '../connections/conflicts.ts';
import { requireListening } from '../connections/connection-tests.ts';
import {
  createConnection,
  deleteConnection,
  listPipelinesUsing,
  nameField,
  patchConnection,
  requireConnection,
  toConnectionEntity,
} from '../connections/connections.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { requireSite } from '../require.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import { toPage } from '../store/query.ts';
import type { NodeRow } from '../store/schema.ts';

type ListQuery = Parameters<typeof toPage>[0] & {
  siteIds?: string[] | undefined;
  templateIds?: string[] | undefined;
  statuses?: EntityStatus[] | undefined;
  usageTypes?: UsageType[] | undefined;
  includeConfig: boolean;
};
type Base = Omit<CallContext<'getSource'>, 'path' | 'query' | 'body'>;

async function list({ tx, services }: Base, kind: ConnectionKind, query: ListQuery, ids?: string[]) {
  const { siteIds, templateIds, statuses, usageTypes } = query;
  const filter = { kind, ids, siteIds, templateIds, statuses, usageTypes };
  const { rows, totalCount } = await tx.nodes.list(filter, toPage(query));
  return {
    entities: rows.map((row) => toConnectionEntity(services, row, query.includeConfig)),
    pagination: { totalCount },
  };
}

async function get(base: Base, kind: ConnectionKind, id: string) {
  const row = await requireConnection(base.tx, kind, id);
  base.setEtag(row.revision);
  return toConnectionEntity(base.services, row, true);
}

function announce(
  { services, afterCommit }: Base,
  kind: ConnectionKind,
  row: NodeRow,
  change: 'created' | 'updated' | 'deleted',
): void {
  afterCommit(() => publish(services, kind, row, change));
}

const publish = (
  services: Base['services'],
  kind: ConnectionKind,
  row: NodeRow,
  change: 'created' | 'updated' | 'deleted',
) => {
  const entity = nameField(kind);
  services.hub.publish({ type: 'entity.changed', siteId: row.site_id, entity, id: row.id, change });
};

async function create(base: Base, kind: ConnectionKind, input: ConnectionInput) {
  const row = await createConnection(base.services, base.tx, kind, input, base.now);
  announce(base, kind, row, 'created');
  return { id: row.id, revision: row.revision };
}

/** Applies the change to what runs, then stores it; if the engine refuses, nothing changes. */
async function update(base: Base, kind: ConnectionKind, patch: ConnectionPatch) {
  const { services, now, ifMatch } = base;
  const revision = await services.lifecycle.reapply(async () => {
    const { before, after } = await patchConnection(services, services.store, kind, patch, ifMatch, now);
    if (kind === 'SOURCE' && patch.config) await requireListening(services, after);
    const users = await listPipelinesUsing(services.store, before.id);
    return {
      // A new name changes nothing that runs.
      pipelineIds: patch.config ? users.map((pipeline) => pipeline.id) : [],
      nodes: [after],
      store: async () => {
        await services.archives.change(after);
        return services.store.transaction(async (tx) => {
          const again = await patchConnection(services, tx, kind, patch, before.revision, now);
          await tx.nodes.update(again.after);
          return again.after.revision;
        });
      },
    };
  });
  const row = await services.store.nodes.find(patch.id);
  if (row) publish(services, kind, row, 'updated');
  return { revision };
}

async function remove(base: Base, kind: ConnectionKind, id: string) {
  const row = await deleteConnection(base.services, base.tx, kind, id, base.ifMatch, base.now);
  if (row.archive_id !== '') {
    const sink = await markArchiveSink(base.tx, row.archive_sink_id, base.now);
    if (sink) announce(base, 'SINK', sink, 'updated');
    base.afterCommit(() => base.services.archives.end(row.archive_id));
  }
  announce(base, kind, row, 'deleted');
  return {};
}

type ConnectionCalls =
  | 'listSources'
  | 'getSource'
  | 'createSource'
  | 'updateSource'
  | 'deleteSource'
  | 'listSourcePorts'
  | 'listSinks'
  | 'getSink'
  | 'createSink'
  | 'updateSink'
  | 'deleteSink';

export const connectionHandlers = {
  listSources: async ({ query, ...base }) => {
    const { entities, pagination } = await list(base, 'SOURCE', query, query.sourceIds);
    return { sources: entities, pagination };
  },
  getSource: async ({ path, ...base }) => ({ source: await get(base, 'SOURCE', path.id) }),
  createSource: ({ body, ...base }) => create(base, 'SOURCE', body.source),
  updateSource: ({ body, ...base }) => update(base, 'SOURCE', body.source),
  deleteSource: ({ path, ...base }) => remove(base, 'SOURCE', path.id),
  listSourcePorts: async ({ path, query, services, tx }) => {
    await requireSite(tx, path.siteId);
    const { rows } = await tx.nodes.list({ kind: 'SOURCE', siteIds: [path.siteId] });
    const holders = rows
      .flatMap((row) =>
        listPorts(services, row).map(({ port, protocol }) => ({
          port,
          protocol,
          sourceId: row.id,
          sourceName: row.name,
        })),
      )
      .filter((one) => !query.protocol || one.protocol === query.protocol)
      .sort((a, b) => a.port - b.port);
    return { ports: [...new Set(holders.map(({ port }) => port))], holders };
  },
  listSinks: async ({ query, ...base }) => {
    const { entities, pagination } = await list(base, 'SINK', query, query.sinkIds);
    return { sinks: entities, pagination };
  },
  getSink: async ({ path, ...base }) => ({ sink: await get(base, 'SINK', path.id) }),
  createSink: ({ body, ...base }) => create(base, 'SINK', body.sink),
  updateSink: ({ body, ...base }) => update(base, 'SINK', body.sink),
  deleteSink: ({ path, ...base }) => remove(base, 'SINK', path.id),
} satisfies Pick<Handlers, ConnectionCalls>;
