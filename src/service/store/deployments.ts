import type { Kysely } from 'kysely';
import type { Database, DeploymentRow, EndedDeploymentRow } from './schema.ts';

export const createDeploymentRepository = (db: Kysely<Database>) => ({
  find: (pipelineId: string) =>
    db.selectFrom('deployments').selectAll().where('pipeline_id', '=', pipelineId).executeTakeFirst(),
  put: async (row: DeploymentRow) => {
    await db
      .insertInto('deployments')
      .values(row)
      .onConflict((conflict) => conflict.column('pipeline_id').doUpdateSet(row))
      .execute();
  },
  addEnded: async (row: EndedDeploymentRow) => {
    await db.insertInto('ended_deployments').values(row).execute();
  },
  /** Unix milliseconds; newest first. */
  ended: (
    pipelineIds: string[],
    { from, to, limit }: { from: number; to: number; limit: number },
  ): Promise<EndedDeploymentRow[]> =>
    pipelineIds.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('ended_deployments')
          .selectAll()
          .where('pipeline_id', 'in', pipelineIds)
          .where('ended_at', '>=', from)
          .where('ended_at', '<', to)
          .orderBy('ended_at', 'desc')
          .limit(limit)
          .execute(),
});
