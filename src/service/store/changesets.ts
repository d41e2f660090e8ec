import type { Kysely } from 'kysely';
import { countRows, type Page, splitIntoChunks } from './query.ts';
import type { ChangesetPipelineRow, ChangesetRow, Database } from './schema.ts';

export type ChangesetFilter = {
  siteId: string;
  statuses?: string[] | undefined;
  ids?: string[] | undefined;
};

export const createChangesetRepository = (db: Kysely<Database>) => {
  const filterRows = ({ siteId, statuses, ids }: ChangesetFilter) => {
    let query = db.selectFrom('changesets').where('site_id', '=', siteId);
    if (statuses) query = query.where('status', 'in', statuses);
    if (ids) query = query.where('id', 'in', ids);
    return query;
  };
  return {
    insert: async (row: ChangesetRow, pipelines: ChangesetPipelineRow[]) => {
      await db.insertInto('changesets').values(row).execute();
      await db.insertInto('changeset_pipelines').values(pipelines).execute();
    },
    find: (id: string) => db.selectFrom('changesets').selectAll().where('id', '=', id).executeTakeFirst(),
    update: async (id: string, change: Partial<ChangesetRow>) => {
      await db.updateTable('changesets').set(change).where('id', '=', id).execute();
    },
    list: async (filter: ChangesetFilter, { offset, limit, descending }: Page) => {
      const order = descending ? 'desc' : 'asc';
      const rows = await filterRows(filter)
        .selectAll()
        .orderBy('updated_at', order)
        .orderBy('id', order)
        .offset(offset)
        .limit(limit)
        .execute();
      return { rows, totalCount: await countRows(filterRows(filter)) };
    },
    /** Remote branches to update: open requests at their commit, ended ones deleted. */
    listOwed: (siteId: string, remote: string) =>
      db
        .selectFrom('changesets')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('remote', '=', remote)
        .where((is) =>
          is.or([
            is.and([is('status', '=', 'OPEN'), is('pushed_commit', '<>', is.ref('head_commit'))]),
            is.and([is('status', '<>', 'OPEN'), is('pushed_commit', '<>', '')]),
          ]),
        )
        .orderBy('id')
        .execute(),
    /** Ended here, last seen open at the provider. */
    listOpenAtProvider: (siteId: string, remote: string) =>
      db
        .selectFrom('changesets')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('remote', '=', remote)
        .where('status', '<>', 'OPEN')
        .where('provider_request', 'like', '%"state":"open"%')
        .orderBy('id')
        .execute(),
    count: (filter: ChangesetFilter) => countRows(filterRows(filter)),
    findNewestMerged: (siteId: string) =>
      db
        .selectFrom('changesets')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('merge_commit', '<>', '')
        .orderBy('merged_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    pipelinesOf: async (ids: readonly string[]): Promise<ChangesetPipelineRow[]> => {
      const found: ChangesetPipelineRow[] = [];
      for (const part of splitIntoChunks(ids))
        found.push(
          ...(await db
            .selectFrom('changeset_pipelines')
            .selectAll()
            .where('changeset_id', 'in', part)
            .orderBy('name')
            .execute()),
        );
      return found;
    },
    findByVersion: (pipelineId: string, graphVersion: number) =>
      db
        .selectFrom('changeset_pipelines')
        .selectAll()
        .where('pipeline_id', '=', pipelineId)
        .where('graph_version', '=', graphVersion)
        .executeTakeFirst(),
    /** Ended requests keep no secrets. */
    forgetConfigs: async (id: string) => {
      await db
        .updateTable('changeset_pipelines')
        .set({ config: '' })
        .where('changeset_id', '=', id)
        .execute();
    },
    updatePipeline: async (id: string, pipelineId: string, change: Partial<ChangesetPipelineRow>) => {
      await db
        .updateTable('changeset_pipelines')
        .set(change)
        .where('changeset_id', '=', id)
        .where('pipeline_id', '=', pipelineId)
        .execute();
    },
  };
};
