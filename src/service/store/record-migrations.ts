import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('audit_records'), {
      text: [
        'site_id',
        'user_id',
        'user_name',
        'source',
        'call_id',
        'action',
        'result',
        'reason',
        'entity',
        'entity_id',
        'entity_name',
        'changes',
        'previous_hash',
        'hash',
      ],
      whole: ['sequence', 'at'],
    })
      .addPrimaryKeyConstraint('audit_records_key', ['sequence'])
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('audit_records').columns(columns).execute();
    await index('audit_records_by_time', ['at']);
    await index('audit_records_by_entity', ['entity_id', 'at']);
  },
};

export const auditKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['key_id', 'key_name'])
      await db.schema
        .alterTable('audit_records')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
  },
};

export const happenings: Migration = {
  async up(db: Kysely<unknown>) {
    const index = (name: string, table: string, columns: string[]) =>
      db.schema.createIndex(name).on(table).columns(columns).execute();
    await columns(db.schema.createTable('notifications'), {
      text: [
        'id',
        'site_id',
        'key',
        'category',
        'sub_category',
        'state',
        'severity',
        'message',
        'reason',
        'pipeline_id',
        'node_id',
      ],
      whole: ['graph_version', 'count', 'created_at', 'last_at', 'resolved_at'],
    })
      .addPrimaryKeyConstraint('notifications_key', ['id'])
      .execute();
    await index('notifications_by_time', 'notifications', ['site_id', 'last_at']);
    await index('notifications_by_state', 'notifications', ['state', 'key']);
    await columns(db.schema.createTable('notification_reads'), {
      text: ['notification_id', 'user_id'],
      whole: ['read_at'],
    })
      .addPrimaryKeyConstraint('notification_reads_key', ['notification_id', 'user_id'])
      .execute();
    await columns(db.schema.createTable('ended_deployments'), {
      text: ['pipeline_id', 'requested_by', 'outcome', 'reason'],
      whole: ['graph_version', 'former_graph_version', 'is_forced', 'requested_at', 'ended_at'],
    }).execute();
    await index('ended_deployments_by_time', 'ended_deployments', ['pipeline_id', 'ended_at']);
  },
};
