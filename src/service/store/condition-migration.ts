import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { requireFieldsIn } from '../../contract/condition-upgrade.ts';
import { createIds, type IdSource } from '../ids.ts';
import { splitIntoChunks } from './query.ts';
import type { Database, GraphNodeRow, GraphVersionRow, PipelineRow, TransformRow } from './schema.ts';

type Tables = Pick<Database, 'pipelines' | 'graph_versions' | 'graph_nodes' | 'transforms' | 'deployments'>;

const VERSION_NAME = 'Rules ask for fields';
const AUTHOR = 'Penstock';

/** Replaces ids in a graph's JSON; their fixed length makes them safe to find as texts. */
const replaceIds = (json: string, ids: ReadonlyMap<string, string>): string =>
  json.replace(/"(\d{18})"/g, (text, id: string) => (ids.has(id) ? `"${ids.get(id)}"` : text));

/**
 * Negative operators became true on missing fields. Running, pending and newest versions get a new version
 * whose rules also ask for the field. Others stay as saved.
 */
export const negativeOperators: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const db = anyDb as unknown as Kysely<Tables>;
    const changed = await findChangedTransforms(db);
    const pipelineIds = [...new Set([...changed.values()].map((row) => row.pipeline_id))];
    const ids = createIds(Date.now);
    for (const part of splitIntoChunks(pipelineIds)) {
      const rows = await db.selectFrom('pipelines').selectAll().where('id', 'in', part).execute();
      for (const row of rows) await upgradePipeline(db, row, changed, ids);
    }
  },
};

async function findChangedTransforms(db: Kysely<Tables>): Promise<Map<string, TransformRow>> {
  const rows = await db.selectFrom('transforms').selectAll().where('config', 'like', '%"not_%').execute();
  return new Map(
    rows.flatMap((row): [string, TransformRow][] => {
      const config: unknown = JSON.parse(row.config);
      const next = requireFieldsIn(config);
      return next === config ? [] : [[row.id, { ...row, config: JSON.stringify(next) }]];
    }),
  );
}

async function upgradePipeline(
  db: Kysely<Tables>,
  pipeline: PipelineRow,
  changed: ReadonlyMap<string, TransformRow>,
  ids: IdSource,
): Promise<void> {
  const { id, deployed_graph_version, pending_graph_version, latest_graph_version } = pipeline;
  const versions = new Set([deployed_graph_version, pending_graph_version, latest_graph_version]);
  const upgraded = new Map<number, number>();
  let latest = latest_graph_version;
  const now = Date.now();
  for (const version of [...versions].sort((a, b) => a - b)) {
    const graph = await readGraph(db, id, version);
    if (!graph) continue;
    const count = graph.transforms.filter((row) => changed.has(row.id)).length;
    // Copied after an upgraded version, to stay the later one.
    if (count === 0 && upgraded.size === 0) continue;
    latest += 1;
    upgraded.set(version, latest);
    // The newest row of a lineage has to be that of the newest version.
    const at = now + upgraded.size;
    const copies = graph.transforms.map((row) => ({
      ...(changed.get(row.id) ?? row),
      id: ids('transform'),
      created_at: at,
    }));
    const newIds = new Map(graph.transforms.map((row, index) => [row.id, copies[index]?.id ?? row.id]));
    const nodes = graph.nodes.map((node) => ({
      ...node,
      version: latest,
      node_id: newIds.get(node.node_id) ?? node.node_id,
    }));
    const row: GraphVersionRow = {
      ...graph.row,
      version: latest,
      name: VERSION_NAME,
      edges: replaceIds(graph.row.edges, newIds),
      meta_info: replaceIds(graph.row.meta_info, newIds),
      changes: JSON.stringify({ added: 0, removed: 0, changed: count, renamed: 0, connections: 0 }),
      created_at: at,
      created_by: AUTHOR,
      deployed_at: version === deployed_graph_version ? at : 0,
    };
    for (const part of splitIntoChunks(copies)) await db.insertInto('transforms').values(part).execute();
    await db.insertInto('graph_versions').values(row).execute();
    for (const part of splitIntoChunks(nodes)) await db.insertInto('graph_nodes').values(part).execute();
  }
  if (upgraded.size === 0) return;
  const deployed = upgraded.get(deployed_graph_version) ?? deployed_graph_version;
  const pending = upgraded.get(pending_graph_version) ?? pending_graph_version;
  await db
    .updateTable('pipelines')
    .set({
      deployed_graph_version: deployed,
      pending_graph_version: pending,
      latest_graph_version: latest,
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('deployments')
    .set({ graph_version: pending, former_graph_version: deployed })
    .where('pipeline_id', '=', id)
    .where('outcome', '=', 'PENDING')
    .execute();
}

type StoredGraph = { row: GraphVersionRow; nodes: GraphNodeRow[]; transforms: TransformRow[] };

async function readGraph(
  db: Kysely<Tables>,
  pipelineId: string,
  version: number,
): Promise<StoredGraph | undefined> {
  const [row] = await db
    .selectFrom('graph_versions')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('version', '=', version)
    .execute();
  if (!row) return undefined;
  const nodes = await db
    .selectFrom('graph_nodes')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('version', '=', version)
    .execute();
  const transforms: TransformRow[] = [];
  for (const part of splitIntoChunks(nodes.map((node) => node.node_id)))
    transforms.push(...(await db.selectFrom('transforms').selectAll().where('id', 'in', part).execute()));
  return { row, nodes, transforms };
}
