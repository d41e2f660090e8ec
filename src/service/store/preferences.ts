import type { Kysely } from 'kysely';
import type { Database, PreferencesRow } from './schema.ts';

/** What people set for themselves, one row per user. */
export const preferencesRepository = (db: Kysely<Database>) => ({
  find: (userId: string) =>
    db.selectFrom('preferences').selectAll().where('user_id', '=', userId).executeTakeFirst(),
  put: async (row: PreferencesRow) => {
    const { user_id: _, ...changed } = row;
    await db
      .insertInto('preferences')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
      .execute();
  },
});
