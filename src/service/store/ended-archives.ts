import type { Kysely } from 'kysely';
import { countRows } from './query.ts';
import type { Database, EndedArchiveRow } from './schema.ts';

export const createEndedArchiveRepository = (db: Kysely<Database>) => {
  const ofSource = (sourceId: string) => db.selectFrom('ended_archives').where('source_id', '=', sourceId);
  return {
    insert: async (row: EndedArchiveRow) => {
      await db.insertInto('ended_archives').values(row).execute();
    },
    list: async (sourceId: string, limit: number) => ({
      rows: await ofSource(sourceId)
        .selectAll()
        .orderBy('ended_at', 'desc')
        .orderBy('archive_id', 'desc')
        .limit(limit)
        .execute(),
      totalCount: await countRows(ofSource(sourceId)),
    }),
  };
};
