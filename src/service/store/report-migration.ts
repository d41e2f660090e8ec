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
