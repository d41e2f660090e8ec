import type { Kysely } from 'kysely';
import { splitIntoChunks } from './query.ts';
import type { Database, GraphNodeRow, GraphVersionRow } from './schema.ts';

export type VersionRow = Omit<GraphVersionRow, 'pipeline_id' | 'edges' | 'meta_info'>;

const newest = (db: Kysely<Database>, pipelineIds: string[]) =>
  db
    .selectFrom('pipelines')
    .select(['id', 'latest_graph_version'])
    .where('id', 'in', pipelineIds)
    .$asTuple('id', 'latest_graph_version');

/** Immutable except for the time of the last deployment. */
export const createVersionRepository = (db: Kysely<Database>) => ({
  insert: async (version: GraphVersionRow, nodes: GraphNodeRow[]) => {
    await db.insertInto('graph_versions').values(version).execute();
    for (const part of splitIntoChunks(nodes)) await db.insertInto('graph_nodes').values(part).execute();
  },
  find: (pipelineId: string, version: number) =>
    db
      .selectFrom('graph_versions')
      .selectAll()
      .where('pipeline_id', '=', pipelineId)
      .where('version', '=', version)
      .executeTakeFirst(),
  newestOf: async (pipelineIds: string[]): Promise<GraphVersionRow[]> =>
    pipelineIds.length === 0
      ? []
      : db
          .selectFrom('graph_versions')
          .selectAll()
          .where(({ eb, refTuple }) => eb(refTuple('pipeline_id', 'version'), 'in', newest(db, pipelineIds)))
          .execute(),
  /** Newest first, without graphs, which would slow down long lists. */
  list: (pipelineId: string): Promise<VersionRow[]> =>
    db
      .selectFrom('graph_versions')
      .select(['version', 'name', 'changes', 'created_at', 'created_by', 'deployed_at'])
      .where('pipeline_id', '=', pipelineId)
      .orderBy('version', 'desc')
      .execute(),
  setDeployedAt: async (pipelineId: string, version: number, at: number) => {
    await db
      .updateTable('graph_versions')
      .set({ deployed_at: at })
      .where('pipeline_id', '=', pipelineId)
      .where('version', '=', version)
      .execute();
  },
  nodesOf: (pipelineId: string, version: number) =>
    db
      .selectFrom('graph_nodes')
      .selectAll()
      .where('pipeline_id', '=', pipelineId)
      .where('version', '=', version)
      .execute(),
  newestNodesOf: async (pipelineIds: string[]): Promise<GraphNodeRow[]> =>
    pipelineIds.length === 0
      ? []
      : db
          .selectFrom('graph_nodes')
          .selectAll()
          .where(({ eb, refTuple }) => eb(refTuple('pipeline_id', 'version'), 'in', newest(db, pipelineIds)))
          .execute(),
});
