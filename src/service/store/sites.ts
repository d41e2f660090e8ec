import type { Kysely } from 'kysely';
import type { Database, SiteRow } from './schema.ts';

/** Hourly counters are removed by age. */
const OF_PIPELINE = [
  'graph_versions',
  'graph_nodes',
  'transforms',
  'samples',
  'deployments',
  'ended_deployments',
  'counter_totals',
] as const;

export const createSiteRepository = (db: Kysely<Database>) => ({
  insert: async (row: Omit<SiteRow, 'managed_by_git' | 'git'> & Partial<SiteRow>) => {
    await db
      .insertInto('sites')
      .values({ managed_by_git: 0, git: '{}', ...row })
      .execute();
  },
  find: (id: string) => db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst(),
  list: () => db.selectFrom('sites').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute(),
  update: async ({ id, ...changed }: SiteRow) => {
    await db.updateTable('sites').set(changed).where('id', '=', id).execute();
  },
  /** Removes a site with everything on it; audit records stay. */
  remove: async (id: string) => {
    const pipelines = db.selectFrom('pipelines').select('id').where('site_id', '=', id);
    const groups = db.selectFrom('error_groups').select('id').where('pipeline_id', 'in', pipelines);
    await db.deleteFrom('error_buckets').where('group_id', 'in', groups).execute();
    await db.deleteFrom('error_groups').where('pipeline_id', 'in', pipelines).execute();
    for (const table of OF_PIPELINE)
      await db.deleteFrom(table).where('pipeline_id', 'in', pipelines).execute();
    const notices = db.selectFrom('notifications').select('id').where('site_id', '=', id);
    await db.deleteFrom('notification_reads').where('notification_id', 'in', notices).execute();
    const rules = db.selectFrom('alert_rules').select('id').where('site_id', '=', id);
    await db.deleteFrom('alert_states').where('rule_id', 'in', rules).execute();
    const deliveries = db.selectFrom('alert_deliveries').select('id').where('site_id', '=', id);
    await db.deleteFrom('alert_delivery_events').where('delivery_id', 'in', deliveries).execute();
    await db.deleteFrom('alert_deliveries').where('site_id', '=', id).execute();
    const requests = db.selectFrom('changesets').select('id').where('site_id', '=', id);
    await db.deleteFrom('changeset_pipelines').where('changeset_id', 'in', requests).execute();
    await db.deleteFrom('changesets').where('site_id', '=', id).execute();
    await db.deleteFrom('changeset_drafts').where('site_id', '=', id).execute();
    const fleets = db.selectFrom('fleets').select('id').where('site_id', '=', id);
    const agents = db.selectFrom('fleet_agents').select('id').where('site_id', '=', id);
    const rollouts = db.selectFrom('fleet_rollouts').select('id').where('site_id', '=', id);
    const configurations = db.selectFrom('fleet_configurations').select('id').where('site_id', '=', id);
    for (const table of ['fleet_agent_events', 'fleet_agent_volumes'] as const)
      await db.deleteFrom(table).where('agent_id', 'in', agents).execute();
    await db.deleteFrom('fleet_agent_volumes').where('agent_id', 'in', fleets).execute();
    await db.deleteFrom('fleet_rollout_agents').where('rollout_id', 'in', rollouts).execute();
    await db.deleteFrom('fleet_tokens').where('fleet_id', 'in', fleets).execute();
    await db
      .deleteFrom('fleet_configuration_versions')
      .where('configuration_id', 'in', configurations)
      .execute();
    for (const table of ['fleet_agents', 'fleet_rollouts', 'fleet_configurations', 'fleets'] as const)
      await db.deleteFrom(table).where('site_id', '=', id).execute();
    for (const table of [
      'alert_events',
      'alert_runs',
      'alert_sites',
      'alert_rules',
      'alert_silences',
      'report_runs',
      'reports',
    ] as const)
      await db.deleteFrom(table).where('site_id', '=', id).execute();
    for (const table of [
      'notifications',
      'saved_queries',
      'dashboards',
      'saving_prices',
      'remote_engines',
      'collector_sites',
      'git_follows',
      'nodes',
      'pipelines',
    ] as const)
      await db.deleteFrom(table).where('site_id', '=', id).execute();
    await db.deleteFrom('sites').where('id', '=', id).execute();
    await db.insertInto('ended_sites').values({ site_id: id }).execute();
  },
  ended: async () => (await db.selectFrom('ended_sites').selectAll().execute()).map((row) => row.site_id),
  /** Call once nothing is left on the machine. */
  forget: async (id: string) => {
    await db.deleteFrom('ended_sites').where('site_id', '=', id).execute();
  },
});
