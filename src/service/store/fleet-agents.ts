import { type Kysely, sql } from 'kysely';
import { splitIntoChunks } from './query.ts';
import type { Database } from './schema.ts';
import type { FleetAgentRow } from './schema-fleets.ts';

/** Older ones are dropped. */
const EVENTS_KEPT = 100;

type Pair = { key: string; value: string };

export type AgentFilter = {
  siteIds?: readonly string[] | undefined;
  fleetIds?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
  /** All must hold. */
  attributes?: readonly Pair[] | undefined;
  /** None may hold. */
  withoutAttributes?: readonly Pair[] | undefined;
};

/** The pair as it stands in the JSON, where quotes of texts are escaped, so that it is found nowhere else. */
const formatPair = ({ key, value }: Pair): string => JSON.stringify({ [key]: value }).slice(1, -1);

/** By its label, else by the attribute that it reports. Both databases know it, and compare letters exactly. */
function holds(pair: Pair) {
  const text = formatPair(pair);
  const key = `${JSON.stringify(pair.key)}:`;
  return sql<boolean>`(replace(labels, ${text}, '') <> labels or (replace(labels, ${key}, '') = labels and replace(attributes, ${text}, '') <> attributes))`;
}

/** All but what may be long: lists of ten thousand agents are read whole. */
const LIST_COLUMNS = [
  ...(['id', 'site_id', 'fleet_id', 'instance_uid', 'token_id', 'token_fleet_id', 'transport'] as const),
  ...(['name', 'host'] as const),
  ...(['platform', 'version', 'capabilities', 'health', 'config_state', 'config_problem'] as const),
  ...(['config_hash', 'configuration_id', 'configuration_version', 'target_hash', 'target_at'] as const),
  ...([
    'first_seen_at',
    'last_seen_at',
    'gone_at',
    'credential',
    'credential_used',
    'uses_own',
    'credential_at',
    'labels',
  ] as const),
] as const;
export type ListedAgentRow = Pick<FleetAgentRow, (typeof LIST_COLUMNS)[number]>;

export const createFleetAgentRepository = (db: Kysely<Database>) => ({
  insert: async (row: FleetAgentRow) => {
    await db.insertInto('fleet_agents').values(row).execute();
  },
  find: (id: string) => db.selectFrom('fleet_agents').selectAll().where('id', '=', id).executeTakeFirst(),
  /** Of the fleet, or moved from it and still with its token. */
  findByUid: async (fleetId: string, instanceUid: string): Promise<FleetAgentRow | undefined> => {
    const rows = db.selectFrom('fleet_agents').selectAll().where('instance_uid', '=', instanceUid);
    return (
      (await rows.where('fleet_id', '=', fleetId).executeTakeFirst()) ??
      (await rows.where('token_fleet_id', '=', fleetId).executeTakeFirst())
    );
  },
  /** Agents of other fleets that speak with tokens of this one. */
  movedFrom: (fleetId: string) =>
    db
      .selectFrom('fleet_agents')
      .select(['id', 'name', 'host', 'token_id'])
      .where('token_fleet_id', '=', fleetId)
      .execute(),
  count: async (fleetId: string): Promise<number> => {
    const { total } = await db
      .selectFrom('fleet_agents')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('fleet_id', '=', fleetId)
      .executeTakeFirstOrThrow();
    return Number(total);
  },
  list: ({
    siteIds,
    fleetIds,
    ids,
    attributes = [],
    withoutAttributes = [],
  }: AgentFilter): Promise<ListedAgentRow[]> => {
    let query = db
      .selectFrom('fleet_agents')
      .select(LIST_COLUMNS)
      .orderBy('name')
      .orderBy('host')
      .orderBy('id');
    if (siteIds) query = query.where('site_id', 'in', siteIds);
    if (fleetIds) query = query.where('fleet_id', 'in', fleetIds);
    if (ids) query = query.where('id', 'in', ids);
    for (const pair of attributes) query = query.where(holds(pair));
    for (const pair of withoutAttributes) query = query.where(sql<boolean>`not ${holds(pair)}`);
    return query.execute();
  },
  /** Component types by agent, as JSON; agents that did not report them are left out. */
  components: (filter: { siteId?: string; fleetId?: string }) => {
    let query = db
      .selectFrom('fleet_agents')
      .select(['id', 'name', 'host', 'components'])
      .where('components', '<>', '{}');
    if (filter.siteId !== undefined) query = query.where('site_id', '=', filter.siteId);
    if (filter.fleetId !== undefined) query = query.where('fleet_id', '=', filter.fleetId);
    return query.execute();
  },
  update: async (id: string, changed: Partial<FleetAgentRow>) => {
    await db.updateTable('fleet_agents').set(changed).where('id', '=', id).execute();
  },
  askRestart: async (id: string, at: number) => {
    await db.updateTable('fleet_agents').set({ restart_at: at }).where('id', '=', id).execute();
  },
  /** @returns whether it is still to be told; it is told once */
  takeRestart: async (id: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('fleet_agents')
      .set({ restart_at: 0 })
      .where('id', '=', id)
      .where('restart_at', '<>', 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
  /** Agents of a service that another one may have something to tell. */
  toTell: (serviceId: string) =>
    db
      .selectFrom('fleet_agents')
      .select(['id', 'instance_uid', 'restart_at'])
      .where('service_id', '=', serviceId)
      .where('gone_at', '=', 0)
      .where((eb) =>
        eb.or([
          eb('restart_at', '<>', 0),
          eb.and([eb('target_hash', '<>', ''), eb('config_hash', '<>', eb.ref('target_hash'))]),
        ]),
      )
      .execute(),
  /** That no service has heard since. */
  silentSince: (at: number) =>
    db
      .selectFrom('fleet_agents')
      .select('id')
      .where('gone_at', '=', 0)
      .where('last_seen_at', '<', at)
      .execute(),
  setCredential: async (id: string, credential: number, credential_at: number) => {
    await db.updateTable('fleet_agents').set({ credential, credential_at }).where('id', '=', id).execute();
  },
  moveTo: async (id: string, moved: Pick<FleetAgentRow, 'fleet_id' | 'token_fleet_id'>) => {
    await db.updateTable('fleet_agents').set(moved).where('id', '=', id).execute();
  },
  setLabels: async (id: string, labels: string) => {
    await db.updateTable('fleet_agents').set({ labels }).where('id', '=', id).execute();
  },
  /** In one statement; both databases name columns of values alike. */
  seen: async (seen: readonly { id: string; at: number }[]) => {
    if (seen.length === 0) return;
    const values = sql.join(seen.map(({ id, at }) => sql`(${id}, ${String(at)})`));
    await sql`update fleet_agents set last_seen_at = cast(seen.column2 as bigint)
      from (values ${values}) as seen where fleet_agents.id = seen.column1`.execute(db);
  },
  /** Offers one configuration to many. */
  retarget: async (ids: readonly string[], changed: Partial<FleetAgentRow>) => {
    for (const part of splitIntoChunks(ids))
      await db.updateTable('fleet_agents').set(changed).where('id', 'in', part).execute();
  },
  /** The same event of many agents. */
  addEvents: async (ids: readonly string[], at: number, kind: string, text: string) => {
    for (const part of splitIntoChunks(ids)) {
      const list = sql.join(part);
      await sql`insert into fleet_agent_events (agent_id, sequence, at, kind, text)
        select id, 1 + coalesce((select max(sequence) from fleet_agent_events where agent_id = fleet_agents.id), 0),
          ${sql.lit(at)}, ${kind}, ${text} from fleet_agents where id in (${list})`.execute(db);
      await sql`delete from fleet_agent_events where agent_id in (${list}) and sequence <= (
        select max(sequence) - ${sql.lit(EVENTS_KEPT)} from fleet_agent_events as newest
        where newest.agent_id = fleet_agent_events.agent_id)`.execute(db);
    }
  },
  delete: async (id: string) => {
    for (const table of ['fleet_agent_events', 'fleet_agent_volumes'] as const)
      await db.deleteFrom(table).where('agent_id', '=', id).execute();
    await db.deleteFrom('fleet_agents').where('id', '=', id).execute();
  },
  addEvent: async (agentId: string, at: number, kind: string, text: string) => {
    const last = await db
      .selectFrom('fleet_agent_events')
      .select((eb) => eb.fn.max<number | null>('sequence').as('sequence'))
      .where('agent_id', '=', agentId)
      .executeTakeFirst();
    const sequence = Number(last?.sequence ?? 0) + 1;
    await db
      .insertInto('fleet_agent_events')
      .values({ agent_id: agentId, sequence, at, kind, text })
      .execute();
    await db
      .deleteFrom('fleet_agent_events')
      .where('agent_id', '=', agentId)
      .where('sequence', '<=', sequence - EVENTS_KEPT)
      .execute();
  },
  /** Newest first. */
  eventsOf: (agentId: string) =>
    db
      .selectFrom('fleet_agent_events')
      .selectAll()
      .where('agent_id', '=', agentId)
      .orderBy('sequence', 'desc')
      .execute(),
});
