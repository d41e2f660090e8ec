import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const alertChannels: Migration = {
  async up(db: Kysely<unknown>) {
    const index = (name: string, table: string, names: string[]) =>
      db.schema.createIndex(name).on(table).columns(names).execute();
    await columns(db.schema.createTable('alert_channels'), {
      text: ['id', 'name', 'type', 'config', 'problem'],
      whole: ['enabled', 'last_sent_at', 'last_failed_at', 'revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('alert_channels_key', ['id'])
      .execute();
    await columns(db.schema.createTable('alert_deliveries'), {
      text: [
        'id',
        'site_id',
        'rule_id',
        'channel_id',
        'channel_name',
        'channel_type',
        'kind',
        'state',
        'message',
        'problem',
        'advice',
      ],
      whole: [
        'attempts',
        'created_at',
        'expires_at',
        'last_attempt_at',
        'next_attempt_at',
        'leased_until',
        'sent_at',
      ],
    })
      .addPrimaryKeyConstraint('alert_deliveries_key', ['id'])
      .execute();
    await index('alert_deliveries_by_state', 'alert_deliveries', ['state', 'next_attempt_at']);
    await index('alert_deliveries_by_age', 'alert_deliveries', ['created_at']);
    await columns(db.schema.createTable('alert_delivery_events'), { text: ['delivery_id', 'event_id'] })
      .addPrimaryKeyConstraint('alert_delivery_events_key', ['delivery_id', 'event_id'])
      .execute();
    await index('alert_delivery_events_by_event', 'alert_delivery_events', ['event_id']);
    for (const name of ['told_at', 'ended_told_at'])
      await db.schema
        .alterTable('alert_events')
        .addColumn(name, 'bigint', (col) => col.notNull().defaultTo(0))
        .execute();
    await index('alert_events_by_state', 'alert_events', ['site_id', 'state']);
  },
};
