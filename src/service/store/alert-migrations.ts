import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    const index = (name: string, table: string, names: string[]) =>
      db.schema.createIndex(name).on(table).columns(names).execute();
    await columns(db.schema.createTable('alert_rules'), {
      text: ['id', 'site_id', 'name', 'ready_made', 'condition', 'severity', 'channel_ids', 'runbook_url'],
      whole: ['enabled', 'last_fired_at', 'revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('alert_rules_key', ['id'])
      .execute();
    await index('alert_rules_by_site', 'alert_rules', ['site_id']);
    await columns(db.schema.createTable('alert_sites'), {
      text: ['site_id'],
      whole: ['evaluated_through', 'ready_made_version'],
    })
      .addPrimaryKeyConstraint('alert_sites_key', ['site_id'])
      .execute();
    await columns(db.schema.createTable('alert_states'), {
      text: ['rule_id', 'target_key', 'event_id', 'state'],
      whole: ['met_minutes', 'clear_minutes'],
    })
      .addPrimaryKeyConstraint('alert_states_key', ['rule_id', 'target_key'])
      .execute();
    await columns(db.schema.createTable('alert_events'), {
      text: [
        'id',
        'site_id',
        'rule_id',
        'name',
        'severity',
        'state',
        'target_key',
        'target',
        'condition',
        'runbook_url',
        'end_reason',
        'timeline',
        'acknowledged_by',
      ],
      whole: ['has_channel', 'started_at', 'fired_at', 'ended_at', 'last_event_at', 'acknowledged_at'],
    })
      .addColumn('value', 'double precision')
      .addColumn('peak', 'double precision')
      .addPrimaryKeyConstraint('alert_events_key', ['id'])
      .execute();
    await index('alert_events_by_time', 'alert_events', ['site_id', 'last_event_at']);
    await index('alert_events_by_rule', 'alert_events', ['rule_id']);
    await columns(db.schema.createTable('alert_runs'), {
      text: ['metric', 'site_id', 'target_key'],
      whole: ['from_minute', 'to_minute'],
      figure: ['value'],
    })
      .addPrimaryKeyConstraint('alert_runs_key', ['site_id', 'metric', 'target_key', 'from_minute'])
      .execute();
    await index('alert_runs_by_age', 'alert_runs', ['to_minute']);
  },
};

/** Repeated messages with their own text. SQLite adds one column at a time. */
export const alertMessages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, repeat] of [
      ['alert_rules', 'repeat_minutes'],
      ['alert_events', 'repeat_at'],
    ] as const) {
      const alter = () => db.schema.alterTable(table);
      await alter()
        .addColumn(repeat, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await alter()
        .addColumn('message', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
  },
};

export const alertSilences: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('alert_silences'), {
      text: ['id', 'site_id', 'rule_ids', 'scope', 'reason', 'created_by', 'ended_by'],
      whole: ['starts_at', 'ends_at', 'created_at'],
    })
      .addPrimaryKeyConstraint('alert_silences_key', ['id'])
      .execute();
    await db.schema
      .createIndex('alert_silences_by_site')
      .on('alert_silences')
      .columns(['site_id', 'ends_at'])
      .execute();
    await db.schema
      .alterTable('alert_events')
      .addColumn('silence_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};

/** Optimistic locking of silences. */
export const silenceRevisions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('alert_silences')
      .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};

/** Minutes past each threshold of a rule with a warning. */
export const alertWarnings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('alert_states')
      .addColumn('severe_minutes', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

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
