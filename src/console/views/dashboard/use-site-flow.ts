import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import { useLiveCountersAt } from '../../api/use-live.ts';
import { addRates, computePipelineFlow } from './flow-rates.ts';
import type { SiteFigures } from './use-site-figures.ts';

/**
 * Current flow through each pipeline and the site at the totals' range end; names of sources and
 * destinations.
 */
export function useSiteFlow(siteId: string, { pipelines, until }: Pick<SiteFigures, 'pipelines' | 'until'>) {
  const history = useLiveCountersAt(until, siteId);
  const answer = useCall('listNodeNames', { query: { siteId } }, { isSuppressed: true, keepPrevious: true });
  const names = useMemo(
    () => new Map(answer.data?.nodeNames.map(({ id, name }) => [id, name])),
    [answer.data],
  );
  const flows = useMemo(
    () => new Map(pipelines.map((pipeline) => [pipeline.id, computePipelineFlow(history, pipeline)])),
    [history, pipelines],
  );
  // Unknown for a disconnected remote engine.
  const isKnown = Object.keys(history.at(-1)?.pipelines ?? {}).length > 0;
  const site = useMemo(() => {
    const all = [...flows.values()];
    return {
      input: addRates(all.map(({ input }) => input)),
      delivered: addRates(all.flatMap(({ sinks }) => sinks.map(({ delivered }) => delivered))),
      dropped: addRates(all.map(({ dropped }) => dropped)),
      waitingBytes: isKnown ? all.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0) : undefined,
    };
  }, [flows, isKnown]);
  return { flows, names, site };
}

export type SiteFlow = ReturnType<typeof useSiteFlow>;
