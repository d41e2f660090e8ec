import type { Kysely } from 'kysely';
import { chunks } from './query.ts';
import type { Database, GraphNodeRow, GraphVersionRow } from './schema.ts';

export type VersionRow = Omit<GraphVersionRow, 'pipeline_id' | 'edges' | 'meta_info'>;

/** Pipelines with the number of their newest version, to look either table up with. */
const newest = (db: Kysely<Database>, pipelineIds: string[]) =>
  db
    .selectFrom('pipelines')
    .select(['id', 'latest_graph_version'])
    .where('id', 'in', pipelineIds)
    .$asTuple('id', 'latest_graph_version');

/** Graph versions of pipelines: immutable but for the time of the last deployment. */
export const versionRepository = (db: Kysely<Database>) => ({
  insert: async (version: GraphVersionRow, nodes: GraphNodeRow[]) => {
    await db.insertInto('graph_versions').values(version).execute();
    for (const part of chunks(nodes)) await db.insertInto('graph_nodes').values(part).execute();
  },
  find: (pipelineId: string, version: number) =>
    db
      .selectFrom('graph_versions')
      .selectAll()
      .where('pipeline_id', '=', pipelineId)
      .where('version', '=', version)
      .executeTakeFirst(),
  /** The newest version of each pipeline that has one. */
  newestOf: async (pipelineIds: string[]): Promise<GraphVersionRow[]> =>
    pipelineIds.length === 0
      ? []
      : db
          .selectFrom('graph_versions')
          .selectAll()
          .where(({ eb, refTuple }) => eb(refTuple('pipeline_id', 'version'), 'in', newest(db, pipelineIds)))
          .execute(),
  /** Newest first, without the graphs: a list of hundreds reads hundreds of short rows. */
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
  /** Nodes of the newest version of each pipeline. */
  newestNodesOf: async (pipelineIds: string[]): Promise<GraphNodeRow[]> =>
    pipelineIds.length === 0
      ? []
      : db
          .selectFrom('graph_nodes')
          .selectAll()
          .where(({ eb, refTuple }) => eb(refTuple('pipeline_id', 'version'), 'in', newest(db, pipelineIds)))
          .execute(),
});
