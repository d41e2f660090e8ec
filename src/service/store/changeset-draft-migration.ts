import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

/** What people have collected for their next pull request. */
export const changesetDrafts: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('changeset_drafts'), {
      text: ['site_id', 'user_id', 'entity_id', 'kind', 'change', 'name', 'content'],
      whole: ['updated_at'],
    })
      .addPrimaryKeyConstraint('changeset_drafts_key', ['site_id', 'user_id', 'entity_id'])
      .execute();
  },
};
