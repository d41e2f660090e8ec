import type { Kysely } from 'kysely';
import type { Database, GitFollowRow } from './schema.ts';

export const createGitFollowRepository = (db: Kysely<Database>) => ({
  find: (siteId: string) =>
    db.selectFrom('git_follows').selectAll().where('site_id', '=', siteId).executeTakeFirst(),
  put: async (row: GitFollowRow) => {
    const { site_id: _key, ...set } = row;
    await db
      .insertInto('git_follows')
      .values(row)
      .onConflict((on) => on.column('site_id').doUpdateSet(set))
      .execute();
  },
  /** Releases leases of killed processes. */
  release: async (before: number) => {
    await db.updateTable('git_follows').set({ leased_until: 0 }).where('leased_until', '<', before).execute();
  },
  update: async (siteId: string, changed: Partial<GitFollowRow>) => {
    await db.updateTable('git_follows').set(changed).where('site_id', '=', siteId).execute();
  },
});
