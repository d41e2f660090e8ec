import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

type Spec = { key: string[]; text: string[]; whole: string[] };

const TABLES: Record<string, Spec> = {
  fleets: {
    key: ['id'],
    text: ['id', 'site_id', 'name', 'description', 'configuration_id'],
    whole: ['configuration_version', 'revision', 'created_at', 'updated_at'],
  },
  fleet_tokens: {
    key: ['id'],
    text: ['id', 'fleet_id', 'secret_hash', 'created_by'],
    whole: ['created_at', 'expires_at', 'revoked_at', 'last_used_at'],
  },
  fleet_configurations: {
    key: ['id'],
    text: ['id', 'site_id', 'name', 'description'],
    whole: ['version', 'revision', 'created_at', 'updated_at'],
  },
  fleet_configuration_versions: {
    key: ['configuration_id', 'version'],
    text: ['configuration_id', 'content', 'hash', 'created_by'],
    whole: ['version', 'created_at'],
  },
  fleet_agents: {
    key: ['id'],
    text: [
      ...['id', 'site_id', 'fleet_id', 'instance_uid', 'token_id', 'transport', 'name', 'host', 'platform'],
      ...['version', 'attributes', 'health', 'effective', 'components', 'components_hash'],
      ...['config_state', 'config_problem', 'config_hash', 'configuration_id', 'target_hash'],
    ],
    whole: [
      ...['capabilities', 'configuration_version', 'target_at', 'first_seen_at', 'last_seen_at', 'gone_at'],
    ],
  },
  fleet_agent_events: {
    key: ['agent_id', 'sequence'],
    text: ['agent_id', 'kind', 'text'],
    whole: ['sequence', 'at'],
  },
  fleet_rollouts: {
    key: ['id'],
    text: [
      'id',
      'fleet_id',
      'site_id',
      'state',
      'steps',
      'configuration_id',
      'former_id',
      'reason',
      'started_by',
    ],
    whole: [
      ...[
        'step',
        'max_error_percent',
        'agent_seconds',
        'version',
        'former_version',
        'started_at',
        'ended_at',
      ],
    ],
  },
  fleet_rollout_agents: {
    key: ['rollout_id', 'agent_id'],
    text: ['rollout_id', 'agent_id', 'name', 'outcome', 'problem'],
    whole: ['step', 'offered_at', 'was_ill'],
  },
};

const INDEXES: [table: string, columns: string[], unique?: true][] = [
  ['fleets', ['site_id']],
  ['fleet_tokens', ['secret_hash'], true],
  ['fleet_tokens', ['fleet_id']],
  ['fleet_configurations', ['site_id']],
  ['fleet_agents', ['fleet_id', 'instance_uid'], true],
  ['fleet_agents', ['site_id']],
  ['fleet_rollouts', ['fleet_id', 'started_at']],
];

export const fleets: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [name, { key, text, whole }] of Object.entries(TABLES))
      await columns(db.schema.createTable(name), { text, whole })
        .addPrimaryKeyConstraint(`${name}_key`, key as never[])
        .execute();
    for (const [table, by, isUnique] of INDEXES) {
      const index = db.schema
        .createIndex(`${table}_by_${by.join('_')}`)
        .on(table)
        .columns(by);
      await (isUnique ? index.unique() : index).execute();
    }
  },
};

/** Limited token uses; agents' packages and connected service. */
export const fleetUses: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['uses', 'uses_max'])
      await db.schema
        .alterTable('fleet_tokens')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    for (const [name, empty] of [
      ['packages', '{}'],
      ['service_id', ''],
    ] as const)
      await db.schema
        .alterTable('fleet_agents')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(empty))
        .execute();
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('restart_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

export const fleetCredentials: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['credential', 'credential_used', 'credential_at'])
      await db.schema
        .alterTable('fleet_agents')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
  },
};

/** Whether an agent last used its own credential. */
export const fleetOwn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('uses_own', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** Labels of agents, and labels that tokens give. */
export const fleetLabels: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['fleet_agents', 'fleet_tokens'])
      await db.schema
        .alterTable(table)
        .addColumn('labels', 'text', (column) => column.notNull().defaultTo('{}'))
        .execute();
  },
};

export const fleetLogs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('own_log', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};

export const fleetOffers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('offered_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update fleet_agents set offered_at = target_at where target_hash <> ''`.execute(db);
  },
};

export const fleetPauses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleet_rollouts')
      .addColumn('is_paused', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** Maintenance windows, rollouts that ignore them, and the token's fleet of an agent. */
export const fleetWindows: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleets')
      .addColumn('maintenance_window', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('fleet_rollouts')
      .addColumn('ignores_window', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('token_fleet_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createIndex('fleet_agents_by_token_fleet_id_instance_uid')
      .on('fleet_agents')
      .columns(['token_fleet_id', 'instance_uid'])
      .execute();
  },
};

/** Origin of rendered configuration versions. */
export const fleetPipelines: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleet_configuration_versions')
      .addColumn('pipeline_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('fleet_configuration_versions')
      .addColumn('graph_version', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
