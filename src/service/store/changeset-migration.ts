import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

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
