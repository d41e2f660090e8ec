import {
  type DeliveryBucketRow,
  type DeliveryFigures,
  type EngineBucketRow,
  type EngineFigures,
  LATENCY_COLUMNS,
} from '../store/schema-measurements.ts';

export type DeliveryPlace = Pick<DeliveryBucketRow, 'pipeline_id' | 'component_id'>;
export type EnginePlace = Pick<EngineBucketRow, 'site_id' | 'worker'>;
/** One place and narrowest bucket (Unix seconds). */
export type Delivery = DeliveryPlace & DeliveryFigures & { bucket: number };
export type EngineUse = EnginePlace & EngineFigures & { bucket: number };

export const createDelivery = (): DeliveryFigures => ({
  buffer_share: 0,
  lag_ms: 0,
  ...(Object.fromEntries(LATENCY_COLUMNS.map((name) => [name, 0])) as Record<
    (typeof LATENCY_COLUMNS)[number],
    number
  >),
});

/** Adds to `kept`: highest levels, summed counts. */
export function addDelivery(kept: DeliveryFigures, added: DeliveryFigures): void {
  kept.buffer_share = Math.max(kept.buffer_share, added.buffer_share);
  kept.lag_ms = Math.max(kept.lag_ms, added.lag_ms);
  for (const name of LATENCY_COLUMNS) kept[name] += added[name];
}

export function addUse(kept: EngineFigures, added: EngineFigures): void {
  kept.memory_bytes = Math.max(kept.memory_bytes, added.memory_bytes);
  kept.cpu_ms += added.cpu_ms;
  kept.span_ms += added.span_ms;
}

const floorTo = (time: number, seconds: number): number => Math.floor(time / seconds) * seconds;

function widen<T extends { bucket: number }>(
  rows: readonly T[],
  seconds: number,
  keyOf: (row: T) => string,
  add: (kept: T, added: T) => void,
): (T & { seconds: number })[] {
  const wide = new Map<string, T & { seconds: number }>();
  for (const row of rows) {
    const bucket = floorTo(row.bucket, seconds);
    const key = `${bucket}/${keyOf(row)}`;
    const kept = wide.get(key);
    if (kept) add(kept, row);
    else wide.set(key, { ...row, bucket, seconds });
  }
  return [...wide.values()];
}

export const toDeliveryRows = (rows: readonly Delivery[], seconds: number): DeliveryBucketRow[] =>
  widen(rows, seconds, (row) => `${row.pipeline_id}/${row.component_id}`, addDelivery);

export const toEngineRows = (rows: readonly EngineUse[], seconds: number): EngineBucketRow[] =>
  widen(rows, seconds, (row) => `${row.site_id}/${row.worker}`, addUse);
