import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const gitFollows: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('git_follows'), {
      text: [
        'site_id',
        'address',
        'state',
        'reason',
        'head_commit',
        'applied_commit',
        'author',
        'subject',
        'entities',
        'removed',
        'drift',
        'fingerprint',
      ],
      whole: ['since', 'applied_at', 'checked_at', 'leased_until', 'was_rewritten'],
    })
      .addPrimaryKeyConstraint('git_follows_key', ['site_id'])
      .execute();
  },
};
