import type { DataVolumeMetric } from '../../contract/enums.ts';
import { nodeTypesOf } from '../analytics/analytics.ts';
import type { Coverage } from '../analytics/ranges.ts';
import type { Services } from '../services.ts';

/** The one engine of this version, as an instance in `pods`. */
export const POD = 'embedded';
type Filter = { pipelineIds?: string[]; componentId?: string };
type Query = { pods?: string[] | undefined; metricType: DataVolumeMetric };

/** What was counted in a range, with what kind each component is. */
export async function rowsOf(services: Services, coverage: Coverage, query: Query, filter: Filter) {
  const counted = !query.pods || query.pods.includes(POD);
  const rows = counted ? await services.analytics.rows(coverage, filter) : [];
  const types = await nodeTypesOf(
    services.store,
    rows.map((row) => row.component_id),
  );
  return { rows, types };
}
