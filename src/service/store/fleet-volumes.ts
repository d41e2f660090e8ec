import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { VOLUME_COLUMNS } from '../fleets/telemetry/counters.ts';
import { columns } from './migration-columns.ts';
import { splitIntoChunks } from './query.ts';
import type { Database } from './schema.ts';
import type { FleetAgentVolumeRow } from './schema-fleets.ts';

const TABLE = 'fleet_agent_volumes';
const ROWS_PER_STATEMENT = 200;
const REPORTS = ['received_byte_reports', 'sent_byte_reports'] as const;
const SUMMED = [...VOLUME_COLUMNS, ...REPORTS] as const;

/** Agents' volumes over time. `agent_id` is an agent, or a fleet for its total. */
export const fleetVolumes: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable(TABLE), {
      text: ['agent_id'],
      whole: ['seconds', 'bucket', ...REPORTS],
      figure: VOLUME_COLUMNS,
    })
      .addPrimaryKeyConstraint(`${TABLE}_key`, ['seconds', 'agent_id', 'bucket'])
      .execute();
    await db.schema.createIndex(`${TABLE}_by_age`).on(TABLE).columns(['seconds', 'bucket']).execute();
  },
};

/** Fleets have rows of their own: agents that move or are deleted take nothing from them. */
export const fleetTotals: Migration = {
  async up(db: Kysely<unknown>) {
    const names = sql.raw(SUMMED.join(', '));
    const sums = sql.raw(SUMMED.map((name) => `sum(volumes.${name})`).join(', '));
    await sql`insert into fleet_agent_volumes (agent_id, seconds, bucket, ${names})
      select agents.fleet_id, volumes.seconds, volumes.bucket, ${sums}
      from fleet_agent_volumes as volumes join fleet_agents as agents on agents.id = volumes.agent_id
      group by agents.fleet_id, volumes.seconds, volumes.bucket`.execute(db);
  },
};

export type VolumeRange = {
  /** Row width. */
  seconds: number;
  /** Unix seconds, whole points, end exclusive. */
  from: number;
  to: number;
  /** Seconds of a point, a multiple of `seconds`. */
  resolution: number;
};

export const createFleetVolumeRepository = (db: Kysely<Database>) => ({
  add: async (rows: readonly FleetAgentVolumeRow[]) => {
    const sets = Object.fromEntries(
      SUMMED.map((name) => [name, sql`${sql.ref(`${TABLE}.${name}`)} + ${sql.ref(`excluded.${name}`)}`]),
    );
    for (const part of splitIntoChunks(rows, ROWS_PER_STATEMENT))
      await db
        .insertInto(TABLE)
        .values([...part])
        .onConflict((on) => on.columns(['seconds', 'agent_id', 'bucket']).doUpdateSet(sets))
        .execute();
  },
  read: ({ seconds, from, to, resolution }: VolumeRange, ownerId: string) => {
    const point = sql<number>`bucket - bucket % ${sql.lit(resolution)}`;
    return db
      .selectFrom(TABLE)
      .where('seconds', '=', seconds)
      .where('agent_id', '=', ownerId)
      .where('bucket', '>=', from)
      .where('bucket', '<', to)
      .select(point.as('bucket'))
      .select((eb) => SUMMED.map((name) => eb.fn.sum<number>(name).as(name)))
      .groupBy(point)
      .execute();
  },
  /** @param before Unix seconds */
  sweep: async (seconds: number, before: number) => {
    await db.deleteFrom(TABLE).where('seconds', '=', seconds).where('bucket', '<', before).execute();
  },
});
