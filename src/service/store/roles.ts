import type { Kysely } from 'kysely';
import type { Database, RoleRow } from './schema.ts';

/** System roles are code. */
export const createRoleRepository = (db: Kysely<Database>) => ({
  insert: async (row: RoleRow) => {
    await db.insertInto('roles').values(row).execute();
  },
  find: (id: string) => db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst(),
  list: () => db.selectFrom('roles').selectAll().orderBy('name').orderBy('id').execute(),
  update: async (row: RoleRow) => {
    await db.updateTable('roles').set(row).where('id', '=', row.id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('roles').where('id', '=', id).execute();
  },
});
