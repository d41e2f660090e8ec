import { type DataVolumeMetric, PIPELINE_STATUSES } from '../../contract/enums.ts';
import { nodeTypesOf } from '../analytics/analytics.ts';
import type { Coverage } from '../analytics/ranges.ts';
import { COLUMNS_OF } from '../analytics/volume.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { CounterBucketRow } from '../store/schema.ts';

/** The one engine of this version, as an instance in `pods`. */
export const POD = 'embedded';
type Filter = Parameters<Services['analytics']['rows']>[1];
type Query = { pods?: string[] | undefined; metricType: DataVolumeMetric };

/** What an archive of a source gets is what pipelines get, once more. */
export async function withoutArchives(
  tx: Repositories,
  rows: CounterBucketRow[],
): Promise<CounterBucketRow[]> {
  const ids = [...new Set(rows.map((row) => row.pipeline_id))];
  if (ids.length === 0) return rows;
  const pipelines = await tx.pipelines.list({ ids, statuses: [...PIPELINE_STATUSES] });
  const known = new Set(pipelines.rows.map((pipeline) => pipeline.id));
  return rows.filter((row) => known.has(row.pipeline_id));
}

/** What came in as it was parsed, in place of the bytes as they were received. */
const parsed = (row: CounterBucketRow): CounterBucketRow => ({ ...row, raw_bytes: row.bytes_in });

/** What the volume of whole pipelines is made of: bytes go in at sources and out at destinations. */
export const volumeFilter = (metric: DataVolumeMetric): Filter => ({
  byKind: true,
  columns: COLUMNS_OF[metric],
  // Events are dropped by transforms too.
  withoutTransforms: metric !== 'EVENTS_COUNT',
});

/** What was counted in a range, with what kind each component is. */
export async function rowsOf(services: Services, coverage: Coverage, query: Query, filter: Filter) {
  const counted = !query.pods || query.pods.includes(POD);
  const found = counted ? await services.analytics.rows(coverage, filter) : [];
  const rows = services.flags.includes('displayAlteredValues') ? found.map(parsed) : found;
  const types = await nodeTypesOf(
    services.store,
    rows.map((row) => row.component_id),
  );
  return { rows, types };
}
