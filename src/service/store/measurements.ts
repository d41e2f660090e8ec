import { type Kysely, sql } from 'kysely';
import { splitIntoChunks } from './query.ts';
import type { Database } from './schema.ts';
import { type DeliveryBucketRow, type EngineBucketRow, LATENCY_COLUMNS } from './schema-measurements.ts';

const ROWS_PER_STATEMENT = 200;
const TABLES = ['delivery_buckets', 'engine_buckets'] as const;

export type MeasurementRange = {
  /** Row width. */
  seconds: number;
  /** Unix seconds, whole points, end exclusive. */
  from: number;
  to: number;
  /** Seconds of a point, a multiple of `seconds`. */
  resolution: number;
};

const excluded = (table: string, name: string, join: (kept: unknown, added: unknown) => unknown) =>
  join(sql.ref(`${table}.${name}`), sql.ref(`excluded.${name}`));
const sum = (table: string, name: string) =>
  excluded(table, name, (kept, added) => sql<number>`${kept} + ${added}`);
/** Works in both databases, unlike a maximum of two values. */
const max = (table: string, name: string) =>
  excluded(
    table,
    name,
    (kept, added) => sql<number>`case when ${added} > ${kept} then ${added} else ${kept} end`,
  );

const buildSets = (table: string, maxima: readonly string[], sums: readonly string[]) =>
  Object.fromEntries([
    ...maxima.map((name) => [name, max(table, name)]),
    ...sums.map((name) => [name, sum(table, name)]),
  ]);

const makePoint = ({ resolution }: MeasurementRange) => sql<number>`bucket - bucket % ${sql.lit(resolution)}`;

export const createMeasurementRepository = (db: Kysely<Database>) => ({
  addDeliveries: async (rows: readonly DeliveryBucketRow[]) => {
    const sets = buildSets('delivery_buckets', ['buffer_share', 'lag_ms'], LATENCY_COLUMNS);
    for (const part of splitIntoChunks(rows, ROWS_PER_STATEMENT))
      await db
        .insertInto('delivery_buckets')
        .values([...part])
        .onConflict((on) =>
          on.columns(['seconds', 'pipeline_id', 'bucket', 'component_id']).doUpdateSet(sets),
        )
        .execute();
  },
  addEngines: async (rows: readonly EngineBucketRow[]) => {
    const sets = buildSets('engine_buckets', ['memory_bytes'], ['cpu_ms', 'span_ms']);
    for (const part of splitIntoChunks(rows, ROWS_PER_STATEMENT))
      await db
        .insertInto('engine_buckets')
        .values([...part])
        .onConflict((on) => on.columns(['seconds', 'site_id', 'bucket', 'worker']).doUpdateSet(sets))
        .execute();
  },
  /** One row per point: highest levels, summed counts. */
  readDeliveries: async (
    range: MeasurementRange,
    pipelineIds: readonly string[],
    componentId: string | undefined,
  ) => {
    if (pipelineIds.length === 0) return [];
    const point = makePoint(range);
    const asked = db
      .selectFrom('delivery_buckets')
      .where('seconds', '=', range.seconds)
      .where('bucket', '>=', range.from)
      .where('bucket', '<', range.to)
      .where('pipeline_id', 'in', [...pipelineIds]);
    return (componentId === undefined ? asked : asked.where('component_id', '=', componentId))
      .select(point.as('bucket'))
      .select((eb) => [
        eb.fn.max<number>('buffer_share').as('buffer_share'),
        eb.fn.max<number>('lag_ms').as('lag_ms'),
        ...LATENCY_COLUMNS.map((name) => eb.fn.sum<number>(name).as(name)),
      ])
      .groupBy(point)
      .execute();
  },
  readEngines: (range: MeasurementRange, siteId: string) => {
    const point = makePoint(range);
    return db
      .selectFrom('engine_buckets')
      .where('seconds', '=', range.seconds)
      .where('bucket', '>=', range.from)
      .where('bucket', '<', range.to)
      .where('site_id', '=', siteId)
      .select([point.as('bucket'), 'worker'])
      .select((eb) => [
        eb.fn.sum<number>('cpu_ms').as('cpu_ms'),
        eb.fn.sum<number>('span_ms').as('span_ms'),
        eb.fn.max<number>('memory_bytes').as('memory_bytes'),
      ])
      .groupBy([point, 'worker'])
      .execute();
  },
  /** @param before Unix seconds */
  sweep: async (seconds: number, before: number) => {
    for (const table of TABLES)
      await db.deleteFrom(table).where('seconds', '=', seconds).where('bucket', '<', before).execute();
  },
});
