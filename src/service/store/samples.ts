import type { Kysely } from 'kysely';
import type { Database, SampleRow } from './schema.ts';

/** Without events, which may be large. */
export type SampleHead = Omit<SampleRow, 'events' | 'expected'> & { has_expected: boolean };

export const createSampleRepository = (db: Kysely<Database>) => ({
  insert: async (row: SampleRow) => {
    await db.insertInto('samples').values(row).execute();
  },
  find: (id: string) => db.selectFrom('samples').selectAll().where('id', '=', id).executeTakeFirst(),
  findByName: (pipelineId: string, name: string, exceptId = '') =>
    db
      .selectFrom('samples')
      .select('id')
      .where('pipeline_id', '=', pipelineId)
      .where('name', '=', name)
      .where('id', '!=', exceptId)
      .executeTakeFirst(),
  /** By name, without events. */
  list: async (pipelineId: string): Promise<SampleHead[]> => {
    const rows = await db
      .selectFrom('samples')
      .select([
        'id',
        'site_id',
        'pipeline_id',
        'name',
        'description',
        'event_count',
        'start_component_id',
        'pinned',
        'created_at',
        'created_by',
        'updated_at',
        'revision',
      ])
      .select((eb) => eb('expected', '!=', '').as('has_expected'))
      .where('pipeline_id', '=', pipelineId)
      .orderBy('name')
      .execute();
    return rows.map((row) => ({ ...row, has_expected: Boolean(row.has_expected) }));
  },
  pinned: (pipelineId: string) =>
    db
      .selectFrom('samples')
      .selectAll()
      .where('pipeline_id', '=', pipelineId)
      .where('pinned', '=', 1)
      .orderBy('name')
      .execute(),
  /** Pinned, with expected results. */
  tests: (pipelineId: string) =>
    db
      .selectFrom('samples')
      .selectAll()
      .where('pipeline_id', '=', pipelineId)
      .where('pinned', '=', 1)
      .where('expected', '!=', '')
      .orderBy('name')
      .execute(),
  update: async (row: SampleRow) => {
    await db.updateTable('samples').set(row).where('id', '=', row.id).execute();
  },
  remove: async (id: string) => {
    await db.deleteFrom('samples').where('id', '=', id).execute();
  },
  removeOf: async (pipelineId: string) => {
    await db.deleteFrom('samples').where('pipeline_id', '=', pipelineId).execute();
  },
});
