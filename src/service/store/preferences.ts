import type { Kysely } from 'kysely';
import type { Database, PreferencesRow } from './schema.ts';

export const createPreferencesRepository = (db: Kysely<Database>) => ({
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
