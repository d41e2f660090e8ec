import { renderSite, type SiteMeters } from '../../collector/render-site.ts';
import type { FileTools } from '../files/named.ts';
import { findTarget } from '../fleets/record.ts';
import type { Repositories } from '../store/index.ts';
import type { CollectorSiteRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { listSitePlans, toSiteGraph } from './site-plans.ts';

type Tools = { store: Repositories; sealer: Sealer; files: FileTools; place: CollectorSiteRow };

/** The running one and the one rolling out. */
const KEPT = 3;

/** Nodes of earlier configurations that `own` lacks. */
function listFormer(own: SiteMeters, earlier: readonly SiteMeters[]): SiteMeters {
  const former: Record<string, SiteMeters[string][number][]> = {};
  for (const meters of earlier.toReversed())
    for (const [pipelineId, nodes] of Object.entries(meters)) {
      const found = former[pipelineId] ?? [];
      former[pipelineId] = found;
      const known = [...(own[pipelineId] ?? []), ...found];
      found.push(...nodes.filter(({ componentId }) => known.every((one) => one.componentId !== componentId)));
    }
  return former;
}

/** What counts each node's events, by hash of the running configuration. */
export function createSiteMeters({ place, ...tools }: Tools) {
  const byHash = new Map<string, SiteMeters>();
  let reading: Promise<void> | undefined;

  const remember = (hash: string, meters: SiteMeters): void => {
    byHash.delete(hash);
    byHash.set(hash, meters);
    for (const first of byHash.keys()) if (byHash.size > KEPT) byHash.delete(first);
  };

  const readStored = async (): Promise<void> => {
    const fleet = await tools.store.fleets.find(place.fleet_id);
    if (!fleet) return;
    const { target_hash } = await findTarget(tools.store, fleet);
    const plans = await listSitePlans(tools, place.site_id, new Map(), { pipelineId: '', plan: null });
    if (target_hash !== '' && !byHash.has(target_hash))
      remember(target_hash, renderSite(plans.map(toSiteGraph)).meters);
  };

  return {
    remember,
    /**
     * Undefined for a configuration this service did not render. An ending Collector sends its counts after
     * its supervisor reports the next configuration: `former` has the nodes missing there.
     */
    async of(hash: string): Promise<{ own: SiteMeters; former: SiteMeters } | undefined> {
      if (!byHash.has(hash)) {
        reading ??= readStored().catch((error: unknown) => {
          // The next report tries again.
          reading = undefined;
          throw error;
        });
        await reading;
      }
      const own = byHash.get(hash);
      return own && { own, former: listFormer(own, [...byHash.values()]) };
    },
  };
}
