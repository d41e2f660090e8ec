import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const reports: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('reports'), {
      text: [
        'id',
        'site_id',
        'name',
        'content',
        'period',
        'due_time',
        'cron',
        'time_zone',
        'format',
        'recipients',
        'channel_id',
        'created_by',
      ],
      whole: ['enabled', 'next_at', 'revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('reports_key', ['id'])
      .execute();
    await columns(db.schema.createTable('report_runs'), {
      text: [
        'id',
        'report_id',
        'site_id',
        'name',
        'content',
        'origin',
        'state',
        'time_zone',
        'format',
        'recipients',
        'channel_id',
        'document',
        'note',
        'problem',
        'advice',
        'requested_by',
        'mail_state',
      ],
      whole: [
        'due_at',
        'span_start',
        'span_end',
        'mail_attempts',
        'next_attempt_at',
        'leased_until',
        'expires_at',
        'sent_at',
        'made_at',
      ],
    })
      .addPrimaryKeyConstraint('report_runs_key', ['id'])
      .execute();
    await db.schema
      .createIndex('report_runs_by_report')
      .on('report_runs')
      .columns(['report_id', 'due_at'])
      .execute();
  },
};

export const savedQueries: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('saved_queries'), {
      text: ['id', 'site_id', 'name', 'description', 'sql', 'time', 'chart', 'created_by'],
      whole: ['revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('saved_queries_key', ['id'])
      .execute();
    await db.schema
      .createIndex('saved_queries_by_site')
      .on('saved_queries')
      .columns(['site_id', 'updated_at'])
      .execute();
  },
};

export const dashboards: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('dashboards'), {
      text: ['id', 'site_id', 'name', 'description', 'time', 'variables', 'panels', 'created_by'],
      whole: ['refresh_seconds', 'revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('dashboards_key', ['id'])
      .execute();
    await db.schema
      .createIndex('dashboards_by_site')
      .on('dashboards')
      .columns(['site_id', 'updated_at'])
      .execute();
  },
};

export const reportDashboards: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('reports')
      .addColumn('dashboard', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
