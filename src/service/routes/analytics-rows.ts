import { type DataVolumeMetric, PIPELINE_STATUSES } from '../../contract/enums.ts';
import { readNodeTypes } from '../analytics/analytics.ts';
import type { Coverage } from '../analytics/ranges.ts';
import { METRIC_COLUMNS } from '../analytics/volume.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { CounterBucketRow } from '../store/schema.ts';

type Filter = Parameters<Services['analytics']['rows']>[1];
type Query = { siteId: string; pods?: string[] | undefined; metricType: DataVolumeMetric };

/** An archive receives the same events again. */
export async function dropArchives(tx: Repositories, rows: CounterBucketRow[]): Promise<CounterBucketRow[]> {
  const ids = [...new Set(rows.map((row) => row.pipeline_id))];
  if (ids.length === 0) return rows;
  const pipelines = await tx.pipelines.list({ ids, statuses: [...PIPELINE_STATUSES] });
  const known = new Set(pipelines.rows.map((pipeline) => pipeline.id));
  return rows.filter((row) => known.has(row.pipeline_id));
}

const toParsedBytes = (row: CounterBucketRow): CounterBucketRow => ({ ...row, raw_bytes: row.bytes_in });

export const toVolumeFilter = (metric: DataVolumeMetric): Filter => ({
  byKind: true,
  columns: METRIC_COLUMNS[metric],
});

/** Collectors only count events: bytes are unknown, not zero. */
const isCounted = ({ collectorSites }: Services, { siteId, metricType }: Query): boolean =>
  metricType === 'EVENTS_COUNT' || !collectorSites.has(siteId);

export async function readRows(services: Services, coverage: Coverage, query: Query, filter: Filter) {
  const found = isCounted(services, query)
    ? await services.analytics.rows(coverage, { ...filter, pods: query.pods })
    : [];
  const rows = services.flags.includes('displayAlteredValues') ? found.map(toParsedBytes) : found;
  const types = await readNodeTypes(
    services.store,
    rows.map((row) => row.component_id),
  );
  return { rows, types };
}
