import type { Kysely } from 'kysely';
import { chunks } from './query.ts';
import type { Database, GraphNodeRow, GraphVersionRow } from './schema.ts';

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
  list: (pipelineId: string) =>
    db
      .selectFrom('graph_versions')
      .selectAll()
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
          .innerJoin('pipelines', (join) =>
            join
              .onRef('pipelines.id', '=', 'graph_nodes.pipeline_id')
              .onRef('pipelines.latest_graph_version', '=', 'graph_nodes.version'),
          )
          .selectAll('graph_nodes')
          .where('graph_nodes.pipeline_id', 'in', pipelineIds)
          .execute(),
});
