import type { Kysely } from 'kysely';
import type { Database, IdempotencyRow } from './schema.ts';

export const createIdempotencyRepository = (db: Kysely<Database>) => ({
  find: (userId: string, callId: string, key: string) =>
    db
      .selectFrom('idempotency')
      .selectAll()
      .where('user_id', '=', userId)
      .where('call_id', '=', callId)
      .where('key', '=', key)
      .executeTakeFirst(),
  insert: async (row: IdempotencyRow) => {
    await db.insertInto('idempotency').values(row).execute();
  },
  sweep: async (before: number) => {
    await db.deleteFrom('idempotency').where('created_at', '<', before).execute();
  },
});
