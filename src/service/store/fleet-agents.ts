import { type Kysely, sql } from 'kysely';
import { splitIntoChunks } from './query.ts';
import type { Database } from './schema.ts';
import type { FleetAgentRow } from './schema-fleets.ts';

/** Older ones are dropped. */
const EVENTS_KEPT = 100;

/** Longer texts get their own statement. */
const JOINED_MAX_CHARACTERS = 4000;

type Pair = { key: string; value: string };
type AgentEvent = { kind: string; text: string };
export type AgentChange = { id: string; at: number; changed: Partial<FleetAgentRow>; events: AgentEvent[] };

export type AgentFilter = {
  siteIds?: readonly string[] | undefined;
  fleetIds?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
  attributes?: readonly Pair[] | undefined;
  withoutAttributes?: readonly Pair[] | undefined;
};

/** The pair as in JSON, where quotes are escaped, so that it matches nowhere else. */
const formatPair = ({ key, value }: Pair): string => JSON.stringify({ [key]: value }).slice(1, -1);

/** By label, else by reported attribute. Works in both databases, case-sensitive. */
function holds(pair: Pair) {
  const text = formatPair(pair);
  const key = `${JSON.stringify(pair.key)}:`;
  return sql<boolean>`(replace(labels, ${text}, '') <> labels or (replace(labels, ${key}, '') = labels and replace(attributes, ${text}, '') <> attributes))`;
}

/** Without long columns: lists of ten thousand agents are read whole. */
const LIST_COLUMNS = [
  ...(['id', 'site_id', 'fleet_id', 'instance_uid', 'token_id', 'token_fleet_id', 'transport'] as const),
  ...(['name', 'host'] as const),
  ...(['platform', 'version', 'capabilities', 'health', 'config_state', 'config_problem'] as const),
  ...(['config_hash', 'configuration_id', 'configuration_version', 'target_hash'] as const),
  ...(['target_at', 'offered_at'] as const),
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

const isLong = (changed: Partial<FleetAgentRow>): boolean =>
  Object.values(changed).some((value) => typeof value === 'string' && value.length > JOINED_MAX_CHARACTERS);

/** The last value of each column per agent, grouped by changed columns. */
function joinChanges(changes: readonly AgentChange[]): AgentChange[][] {
  const byId = new Map<string, AgentChange>();
  for (const one of changes)
    byId.set(one.id, { ...one, changed: { ...byId.get(one.id)?.changed, ...one.changed } });
  const same = Map.groupBy(byId.values(), ({ id, changed }) =>
    isLong(changed) ? id : Object.keys(changed).toSorted().join(),
  );
  return [...same.values()];
}

export const createFleetAgentRepository = (db: Kysely<Database>) => ({
  insert: async (row: FleetAgentRow) => {
    await db.insertInto('fleet_agents').values(row).execute();
  },
  find: (id: string) => db.selectFrom('fleet_agents').selectAll().where('id', '=', id).executeTakeFirst(),
  /** In the fleet, or moved from it and still using its token. */
  findByUid: async (fleetId: string, instanceUid: string): Promise<FleetAgentRow | undefined> => {
    const rows = db.selectFrom('fleet_agents').selectAll().where('instance_uid', '=', instanceUid);
    return (
      (await rows.where('fleet_id', '=', fleetId).executeTakeFirst()) ??
      (await rows.where('token_fleet_id', '=', fleetId).executeTakeFirst())
    );
  },
  /** Agents of other fleets that use this one's tokens. */
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
  /** Component types by agent, as JSON; only of agents that reported them. */
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
  /** Many agents' changes in few statements; both databases name `VALUES` columns alike. */
  change: async (changes: readonly AgentChange[]) => {
    for (const part of joinChanges(changes)) {
      const columns = Object.keys(part[0]?.changed ?? {}) as (keyof FleetAgentRow)[];
      if (columns.length === 0) continue;
      const rows = part.map(
        ({ id, changed }) =>
          sql`(${sql.join([id, ...columns.map((name) => sql`cast(${changed[name]} as ${typeof changed[name] === 'number' ? sql`bigint` : sql`text`})`)])})`,
      );
      const sets = columns.map((name, at) => sql`${sql.ref(name)} = said.${sql.ref(`column${at + 2}`)}`);
      await sql`update fleet_agents set ${sql.join(sets)} from (values ${sql.join(rows)}) as said
        where fleet_agents.id = said.column1`.execute(db);
    }
    const events = changes.flatMap(({ id, at, events }) => events.map((event) => ({ id, at, ...event })));
    for (const part of splitIntoChunks(events)) {
      const places = new Map<string, number>();
      const rows = part.map(({ id, at, kind, text }) => {
        const place = (places.get(id) ?? 0) + 1;
        places.set(id, place);
        return sql`(${id}, cast(${place} as bigint), cast(${at} as bigint), ${kind}, ${text})`;
      });
      const added = await sql<{ agent_id: string; sequence: number }>`
        insert into fleet_agent_events (agent_id, sequence, at, kind, text)
        select fleet_agents.id, said.column2 + coalesce(
            (select max(sequence) from fleet_agent_events where agent_id = fleet_agents.id), 0),
          said.column3, said.column4, said.column5
        from (values ${sql.join(rows)}) as said join fleet_agents on fleet_agents.id = said.column1
        returning agent_id, sequence`.execute(db);
      const old = added.rows.filter(({ sequence }) => sequence > EVENTS_KEPT);
      if (old.length === 0) continue;
      await db
        .deleteFrom('fleet_agent_events')
        .where((eb) =>
          eb.or(
            old.map(({ agent_id, sequence }) =>
              eb('agent_id', '=', agent_id).and('sequence', '<=', sequence - EVENTS_KEPT),
            ),
          ),
        )
        .execute();
    }
  },
  askRestart: async (id: string, at: number) => {
    await db.updateTable('fleet_agents').set({ restart_at: at }).where('id', '=', id).execute();
  },
  /** @returns whether it is due; taken once */
  takeRestart: async (id: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('fleet_agents')
      .set({ restart_at: 0 })
      .where('id', '=', id)
      .where('restart_at', '<>', 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
  /** Another service's agents with something to send. */
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
  /** One statement; both databases name `VALUES` columns alike. */
  seen: async (seen: readonly { id: string; at: number }[]) => {
    if (seen.length === 0) return;
    const values = sql.join(seen.map(({ id, at }) => sql`(${id}, ${String(at)})`));
    await sql`update fleet_agents set last_seen_at = cast(seen.column2 as bigint)
      from (values ${values}) as seen where fleet_agents.id = seen.column1`.execute(db);
  },
  retarget: async (ids: readonly string[], changed: Partial<FleetAgentRow>) => {
    for (const part of splitIntoChunks(ids))
      await db.updateTable('fleet_agents').set(changed).where('id', 'in', part).execute();
  },
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
  eventsOf: (agentId: string) =>
    db
      .selectFrom('fleet_agent_events')
      .selectAll()
      .where('agent_id', '=', agentId)
      .orderBy('sequence', 'desc')
      .execute(),
});
