import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns, TEXT } from './migration-columns.ts';

export const changesets: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('changesets'), {
      text: [
        'id',
        'site_id',
        'description',
        'status',
        'reason',
        'base_commit',
        'head_commit',
        'merge_commit',
        'created_by',
        'ended_by',
      ],
      whole: ['created_at', 'merged_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('changesets_key', ['id'])
      .execute();
    await db.schema
      .createIndex('changesets_by_update')
      .on('changesets')
      .columns(['site_id', 'updated_at', 'id'])
      .execute();
    await columns(db.schema.createTable('changeset_pipelines'), {
      text: ['changeset_id', 'pipeline_id', 'name', 'base_path', 'path', 'failure'],
      whole: ['base_tag', 'graph_version'],
    })
      .addPrimaryKeyConstraint('changeset_pipelines_key', ['changeset_id', 'pipeline_id'])
      .execute();
    await db.schema
      .createIndex('changeset_pipelines_by_pipeline')
      .on('changeset_pipelines')
      .column('pipeline_id')
      .execute();
  },
};

/** Authors and approvals of pull requests. */
export const changesetApprovals: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['authors', 'approved_by', 'approved_by_id', 'approved_commit'])
      await db.schema
        .alterTable('changesets')
        .addColumn(name, TEXT, (column) => column.notNull().defaultTo(''))
        .execute();
    await db.schema
      .alterTable('changesets')
      .addColumn('approved_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

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

/** Remote repository and branch of a pull request. */
export const changesetRemotes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['remote', 'pushed_commit'])
      await db.schema
        .alterTable('changesets')
        .addColumn(name, TEXT, (column) => column.notNull().defaultTo(''))
        .execute();
  },
};

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

/** Provider's pull request, and the reported commit. */
export const providerRequests: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, name] of [
      ['changesets', 'provider_request'],
      ['git_follows', 'reported'],
    ] as const)
      await db.schema
        .alterTable(table)
        .addColumn(name, TEXT, (column) => column.notNull().defaultTo(''))
        .execute();
  },
};

/** Requested configurations of sources and destinations: their secrets are in no repository. */
export const requestedConnections: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('changeset_pipelines')
      .addColumn('config', TEXT, (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
