import type { Kysely } from 'kysely';
import type { Database, UserRow } from './schema.ts';

/** Keyed by issuer and subject. */
export const createUserRepository = (db: Kysely<Database>) => ({
  insert: async (row: UserRow) => {
    await db.insertInto('users').values(row).execute();
  },
  find: (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
  findByIdentity: (issuer: string, subject: string) =>
    db
      .selectFrom('users')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst(),
  list: () => db.selectFrom('users').selectAll().orderBy('name').orderBy('id').execute(),
  update: async (row: UserRow) => {
    await db.updateTable('users').set(row).where('id', '=', row.id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('users').where('id', '=', id).execute();
  },
});
