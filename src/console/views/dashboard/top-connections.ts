import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { hasDetails } from '../../parts/transformations/rows.ts';

export type TopConnection = {
  id: string;
  name: string;
  bytes: number;
  /** Some pipeline that still exists uses it, so it is still there to be looked at. */
  isLinked: boolean;
};

const MOST = 5;

/** The five with most data, summed over their pipelines as the totals of the site are; equal ones by name. */
export function topConnections(
  components: readonly SiteComponent[],
  kind: 'SOURCE' | 'SINK',
): TopConnection[] {
  const sums = new Map<string, TopConnection>();
  for (const one of components) {
    if (one.nodeType !== kind) continue;
    const { totalInputDataBytes, totalOutputDataBytes } = one.dataProcessed;
    const bytes = fromCount(kind === 'SOURCE' ? totalInputDataBytes : totalOutputDataBytes);
    const former = sums.get(one.componentId);
    sums.set(one.componentId, {
      id: one.componentId,
      name: one.name,
      bytes: bytes + (former?.bytes ?? 0),
      isLinked: hasDetails(one.pipelineStatus) || former?.isLinked === true,
    });
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name)).slice(0, MOST);
}
