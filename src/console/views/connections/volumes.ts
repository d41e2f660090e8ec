import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { ConnectionKind } from '../../parts/connection-form/kinds.ts';

/** Bytes by the id of a source or destination. */
export type Volumes = ReadonlyMap<string, number>;

/**
 * What each source gave out, or each destination took, in a time range: over all pipelines. A source that
 * feeds several pipelines gave its bytes out once.
 */
export function volumesOf(components: readonly SiteComponent[], kind: ConnectionKind): Volumes {
  const volumes = new Map<string, number>();
  for (const { componentId, nodeType, dataProcessed } of components) {
    const former = volumes.get(componentId) ?? 0;
    if (kind === 'source' && nodeType === 'SOURCE')
      volumes.set(componentId, Math.max(former, fromCount(dataProcessed.totalOutputDataBytes)));
    if (kind === 'destination' && nodeType === 'SINK')
      volumes.set(componentId, former + fromCount(dataProcessed.totalInputDataBytes));
  }
  return volumes;
}
