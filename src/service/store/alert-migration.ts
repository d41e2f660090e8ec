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
