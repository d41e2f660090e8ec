import type { CounterBucketRow, CounterColumns } from '../store/schema.ts';
import type { BucketRange } from '../store/series.ts';
import { addFigures, createFigures } from './figures.ts';
import { type Key, parsePlace } from './places.ts';

/** 10 s bucket in Unix seconds → component and instance. */
export type Buckets = ReadonlyMap<number, ReadonlyMap<Key, CounterColumns>>;

export function toBucketRows(buckets: Buckets, seconds: number): CounterBucketRow[] {
  const rows = new Map<string, CounterBucketRow>();
  for (const [fine, components] of buckets) {
    const bucket = fine - (fine % seconds);
    for (const [key, figures] of components) {
      const { pipelineId: pipeline_id, componentId: component_id, pod } = parsePlace(key);
      const id = `${bucket}/${key}`;
      const row = rows.get(id) ?? { ...createFigures(), seconds, bucket, pipeline_id, component_id, pod };
      addFigures(row, figures);
      rows.set(id, row);
    }
  }
  return [...rows.values()];
}

export const listBucketRows = (buckets: Buckets, range: BucketRange): CounterBucketRow[] =>
  toBucketRows(buckets, range.seconds).filter(
    (row) =>
      row.bucket >= range.from &&
      row.bucket < range.to &&
      (range.pipelineIds?.includes(row.pipeline_id) ?? true) &&
      (range.componentId === undefined || range.componentId === row.component_id) &&
      (range.pods?.includes(row.pod ?? 0) ?? true),
  );
