import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStore } from '../../src/service/store/index.ts';
import type { Connection } from '../../src/service/store/open.ts';
import { openMemory } from '../harness/memory-store.ts';
import { startTwoSites } from './support/permission-matrix.ts';
import type { TestService } from './support/service.ts';

/** Ids, hashes, enumerations, and what the product writes itself. */
const OF_NO_PERSON =
  /(^|_)(ids?|hash|commit|sha256|key_id|type|status|state|action|level|kind|engine|vendor|provider|outcome|phases|edges|grants|roles|category|severity|source|result|entity|currency)$/;

const ELSEWHERE: Record<string, string[]> = {
  'names of colleagues, for all who see what they did': [
    'users.name',
    'users.email',
    'users.issuer',
    'users.subject',
    'users.picture',
    'graph_versions.created_by',
    'samples.created_by',
    'assets.updated_by',
    'api_keys.created_by',
    'api_keys.created_by_name',
    'deployments.requested_by',
    'ended_deployments.requested_by',
    'error_groups.acknowledged_by',
    'alert_events.acknowledged_by',
    'alert_silences.created_by',
    'alert_silences.ended_by',
    'saved_queries.created_by',
    'dashboards.created_by',
    'reports.created_by',
    'report_runs.requested_by',
    'hydrations.created_by',
    'changesets.created_by',
    'changesets.ended_by',
    'changesets.authors',
    'changesets.approved_by',
    'fleet_configuration_versions.created_by',
    'fleet_rollouts.started_by',
  ],
  'for administrators alone, as the calls that show them': [
    'organization_features.updated_by',
    'audit_records.user_name',
    'audit_records.key_name',
    'audit_records.reason',
    'sso_settings.settings',
    'assistant_endpoint.settings',
    'alert_channels.config',
    'alert_channels.problem',
  ],
  'names of channels, for all who may let rules send to them': ['alert_channels.name'],
  'sealed, or never shown': [
    'own_keys.sealed',
    'changesets.remote',
    'sessions.provider_session',
    'fleet_configuration_versions.content',
    'fleet_agents.effective',
  ],
  "for the same person's same call": ['idempotency.key', 'idempotency.body'],
  'of one person alone': ['changeset_drafts.name', 'changeset_drafts.change', 'changeset_drafts.content'],
  'of the product itself': [
    'organization_features.feature',
    'assistant_usage.day',
    // Of one person alone: `tests/api/conversations.test.ts`.
    'assistant_conversations.title',
    'assistant_conversations.messages',
    'graph_versions.changes',
    'git_follows.fingerprint',
    'git_follows.reported',
    'notifications.key',
    'preferences.key_bindings',
    'alert_rules.ready_made',
    'saved_queries.time',
    'saved_queries.chart',
    'dashboards.time',
    'alert_events.target_key',
    'alert_events.end_reason',
    'alert_events.timeline',
    'alert_states.target_key',
    'alert_runs.metric',
    'alert_runs.target_key',
    'fleet_agents.instance_uid',
    'fleet_agents.transport',
    'fleet_rollouts.steps',
    'fleets.maintenance_window',
    // Numbers, by ids of components.
    'hydrations.cut_off',
    // Times, zones and choices, checked before they are stored.
    'reports.content',
    'reports.dashboard',
    'reports.period',
    'reports.due_time',
    'reports.cron',
    'reports.time_zone',
    'reports.format',
    'report_runs.content',
    'report_runs.origin',
    'report_runs.time_zone',
    'report_runs.format',
  ],
};

let api: TestService;
let connection: Connection;
beforeAll(async () => {
  connection = await openMemory();
  ({ api } = await startTwoSites({ store: await createStore(connection) }));
});
afterAll(() => api.stop());

const readRows = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await query.execute(connection.db)).rows;

/** A new one: put a canary into it in `support/canaries.ts`, or name it above. */
test('every stored text of people holds a canary for the permission matrix', async () => {
  const known = Object.values(ELSEWHERE).flat();
  const missing: string[] = [];
  const tables = await readRows(sql<{ name: string }>`select name from sqlite_master where type = 'table'`);
  for (const { name } of tables) {
    const columns = await readRows(
      sql<{ name: string; type: string }>`select name, type from pragma_table_info(${name})`,
    );
    const rows = await readRows(sql<Record<string, unknown>>`select * from ${sql.table(name)}`);
    for (const column of columns) {
      const place = `${name}.${column.name}`;
      if (column.type.toLowerCase() !== 'text' || name.startsWith('kysely_')) continue;
      if (OF_NO_PERSON.test(column.name) || known.includes(place)) continue;
      if (!rows.some((row) => String(row[column.name]).includes('canary'))) missing.push(place);
    }
  }
  expect(missing).toEqual([]);
});
