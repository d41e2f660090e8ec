import type { Kysely } from 'kysely';
import { splitIntoChunks } from './query.ts';
import type { Database } from './schema.ts';
import type {
  FleetConfigurationRow,
  FleetConfigurationVersionRow,
  FleetRolloutAgentRow,
  FleetRolloutRow,
  FleetRow,
  FleetTokenRow,
} from './schema-fleets.ts';

const OPEN_STATES = ['WAITING', 'ROLLING_OUT', 'ROLLING_BACK'];

export const createFleetRepository = (db: Kysely<Database>) => ({
  insert: async (row: FleetRow) => {
    await db.insertInto('fleets').values(row).execute();
  },
  find: (id: string) => db.selectFrom('fleets').selectAll().where('id', '=', id).executeTakeFirst(),
  list: (siteIds?: readonly string[]): Promise<FleetRow[]> => {
    const rows = db.selectFrom('fleets').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc');
    return (siteIds ? rows.where('site_id', 'in', siteIds) : rows).execute();
  },
  update: async (row: FleetRow) => {
    await db.updateTable('fleets').set(row).where('id', '=', row.id).execute();
  },
  /** With its tokens, agents and rollouts. */
  delete: async (id: string) => {
    const agents = db.selectFrom('fleet_agents').select('id').where('fleet_id', '=', id);
    const rollouts = db.selectFrom('fleet_rollouts').select('id').where('fleet_id', '=', id);
    for (const table of ['fleet_agent_events', 'fleet_agent_volumes'] as const)
      await db.deleteFrom(table).where('agent_id', 'in', agents).execute();
    await db.deleteFrom('fleet_agent_volumes').where('agent_id', '=', id).execute();
    await db.deleteFrom('fleet_rollout_agents').where('rollout_id', 'in', rollouts).execute();
    for (const table of ['fleet_agents', 'fleet_rollouts', 'fleet_tokens'] as const)
      await db.deleteFrom(table).where('fleet_id', '=', id).execute();
    await db.deleteFrom('fleets').where('id', '=', id).execute();
  },
});

export const createFleetTokenRepository = (db: Kysely<Database>) => ({
  insert: async (row: FleetTokenRow) => {
    await db.insertInto('fleet_tokens').values(row).execute();
  },
  find: (id: string) => db.selectFrom('fleet_tokens').selectAll().where('id', '=', id).executeTakeFirst(),
  findByHash: (hash: string) =>
    db.selectFrom('fleet_tokens').selectAll().where('secret_hash', '=', hash).executeTakeFirst(),
  ofFleet: (fleetId: string): Promise<FleetTokenRow[]> =>
    db
      .selectFrom('fleet_tokens')
      .selectAll()
      .where('fleet_id', '=', fleetId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  revoke: async (id: string, at: number) => {
    await db.updateTable('fleet_tokens').set({ revoked_at: at }).where('id', '=', id).execute();
  },
  countUse: async (id: string) => {
    await db
      .updateTable('fleet_tokens')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', id)
      .execute();
  },
  expire: async (id: string, at: number) => {
    await db.updateTable('fleet_tokens').set({ expires_at: at }).where('id', '=', id).execute();
  },
  revokedOf: (ids: readonly string[]) =>
    db.selectFrom('fleet_tokens').select('id').where('id', 'in', ids).where('revoked_at', '<>', 0).execute(),
  used: async (id: string, at: number) => {
    await db.updateTable('fleet_tokens').set({ last_used_at: at }).where('id', '=', id).execute();
  },
});

export const createFleetConfigurationRepository = (db: Kysely<Database>) => ({
  insert: async (row: FleetConfigurationRow) => {
    await db.insertInto('fleet_configurations').values(row).execute();
  },
  find: (id: string) =>
    db.selectFrom('fleet_configurations').selectAll().where('id', '=', id).executeTakeFirst(),
  list: (siteIds?: readonly string[]): Promise<FleetConfigurationRow[]> => {
    const rows = db
      .selectFrom('fleet_configurations')
      .selectAll()
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc');
    return (siteIds ? rows.where('site_id', 'in', siteIds) : rows).execute();
  },
  update: async (row: FleetConfigurationRow) => {
    await db.updateTable('fleet_configurations').set(row).where('id', '=', row.id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('fleet_configuration_versions').where('configuration_id', '=', id).execute();
    await db.deleteFrom('fleet_configurations').where('id', '=', id).execute();
  },
  addVersion: async (row: FleetConfigurationVersionRow) => {
    await db.insertInto('fleet_configuration_versions').values(row).execute();
  },
  findVersion: (id: string, version: number) =>
    db
      .selectFrom('fleet_configuration_versions')
      .selectAll()
      .where('configuration_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst(),
  /** Origins of the newest versions. */
  pipelinesOf: (siteIds?: readonly string[]) => {
    const rows = db
      .selectFrom('fleet_configurations as configuration')
      .innerJoin('fleet_configuration_versions as made', (join) =>
        join
          .onRef('made.configuration_id', '=', 'configuration.id')
          .onRef('made.version', '=', 'configuration.version'),
      )
      .innerJoin('pipelines as pipeline', 'pipeline.id', 'made.pipeline_id')
      .select([
        'configuration.id as configuration_id',
        'pipeline.id as id',
        'pipeline.name as name',
        'pipeline.latest_graph_version as latest_graph_version',
        'made.graph_version as graph_version',
      ])
      .where('pipeline.status', '!=', 'DELETED');
    return (siteIds ? rows.where('configuration.site_id', 'in', siteIds) : rows).execute();
  },
  /** Without content, newest first. */
  versionsOf: (id: string) =>
    db
      .selectFrom('fleet_configuration_versions')
      .select(['version', 'created_by', 'created_at'])
      .where('configuration_id', '=', id)
      .orderBy('version', 'desc')
      .execute(),
});

export const createFleetRolloutRepository = (db: Kysely<Database>) => ({
  insert: async (row: FleetRolloutRow) => {
    await db.insertInto('fleet_rollouts').values(row).execute();
  },
  find: (id: string) => db.selectFrom('fleet_rollouts').selectAll().where('id', '=', id).executeTakeFirst(),
  update: async ({ id, ...changed }: Partial<FleetRolloutRow> & { id: string }) => {
    await db.updateTable('fleet_rollouts').set(changed).where('id', '=', id).execute();
  },
  ofFleet: (fleetId: string, limit: number): Promise<FleetRolloutRow[]> =>
    db
      .selectFrom('fleet_rollouts')
      .selectAll()
      .where('fleet_id', '=', fleetId)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  open: (siteIds?: readonly string[]): Promise<FleetRolloutRow[]> => {
    const rows = db.selectFrom('fleet_rollouts').selectAll().where('state', 'in', OPEN_STATES);
    return (siteIds ? rows.where('site_id', 'in', siteIds) : rows).execute();
  },
  openOf: (fleetId: string) =>
    db
      .selectFrom('fleet_rollouts')
      .selectAll()
      .where('fleet_id', '=', fleetId)
      .where('state', 'in', OPEN_STATES)
      .executeTakeFirst(),
  /** Rollouts to and from it, which keep its versions readable. */
  openWith: (configurationId: string) =>
    db
      .selectFrom('fleet_rollouts')
      .selectAll()
      .where('state', 'in', OPEN_STATES)
      .where((eb) =>
        eb.or([eb('configuration_id', '=', configurationId), eb('former_id', '=', configurationId)]),
      )
      .execute(),
  addAgents: async (rows: FleetRolloutAgentRow[]) => {
    for (const part of splitIntoChunks(rows, 200))
      await db.insertInto('fleet_rollout_agents').values(part).execute();
  },
  agentsOf: (id: string): Promise<FleetRolloutAgentRow[]> =>
    db
      .selectFrom('fleet_rollout_agents')
      .selectAll()
      .where('rollout_id', '=', id)
      .orderBy('step')
      .orderBy('name')
      .orderBy('agent_id')
      .execute(),
  /** The rollout waits for it again. */
  restartAgent: async (
    rolloutId: string,
    agentId: string,
    offer: Pick<FleetRolloutAgentRow, 'offered_at' | 'was_ill'>,
  ) => {
    await db
      .updateTable('fleet_rollout_agents')
      .set({ outcome: 'WAITING', problem: '', ...offer })
      .where('rollout_id', '=', rolloutId)
      .where('agent_id', '=', agentId)
      .where('outcome', '=', 'FAILED')
      .execute();
  },
  setOutcomes: async (
    rolloutId: string,
    agentIds: readonly string[],
    { outcome, problem }: Pick<FleetRolloutAgentRow, 'outcome' | 'problem'>,
  ) => {
    for (const part of splitIntoChunks(agentIds))
      await db
        .updateTable('fleet_rollout_agents')
        .set({ outcome, problem })
        .where('rollout_id', '=', rolloutId)
        .where('agent_id', 'in', part)
        .execute();
  },
});
