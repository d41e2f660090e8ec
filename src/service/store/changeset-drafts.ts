import type { Kysely } from 'kysely';
import type { ChangesetDraftRow, Database } from './schema.ts';

export type DraftOwner = { siteId: string; userId: string };

export const createChangesetDraftRepository = (db: Kysely<Database>) => ({
  list: ({ siteId, userId }: DraftOwner): Promise<ChangesetDraftRow[]> =>
    db
      .selectFrom('changeset_drafts')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('user_id', '=', userId)
      .orderBy('name')
      .orderBy('entity_id')
      .execute(),
  /** Replaces an earlier change of the same thing. */
  put: async (row: ChangesetDraftRow) => {
    await db
      .insertInto('changeset_drafts')
      .values(row)
      .onConflict((conflict) => conflict.columns(['site_id', 'user_id', 'entity_id']).doUpdateSet(row))
      .execute();
  },
  deleteOfUser: async (userId: string) => {
    await db.deleteFrom('changeset_drafts').where('user_id', '=', userId).execute();
  },
  /** @param ids all by default */
  remove: async ({ siteId, userId }: DraftOwner, ids?: readonly string[]) => {
    const rows = db
      .deleteFrom('changeset_drafts')
      .where('site_id', '=', siteId)
      .where('user_id', '=', userId);
    await (ids ? rows.where('entity_id', 'in', ids) : rows).execute();
  },
});
