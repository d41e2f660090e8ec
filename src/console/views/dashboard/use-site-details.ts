import { useTimeSpan } from '../../actors/time-filter.ts';
import { useCall } from '../../api/use-call.ts';
import { FIGURES_MS, rangeOf } from './use-site-figures.ts';

const QUIET = { isSuppressed: true, keepPrevious: true };

/** Volume over time and what each component moved, over the time filter; asked for once the totals are shown. */
export function useSiteDetails(siteId: string) {
  const query = rangeOf(useTimeSpan(FIGURES_MS));
  const series = useCall('getSiteSeries', { path: { siteId }, query }, QUIET);
  const components = useCall('getSiteComponentsDataProcessed', { path: { siteId }, query }, QUIET);
  return {
    /** Undefined until known; the error counts only while there is nothing to show. */
    series: {
      data: series.data,
      error: series.data ? null : series.error,
      retry: () => void series.refetch(),
    },
    components: {
      data: components.data?.components,
      error: components.data ? null : components.error,
      retry: () => void components.refetch(),
    },
  };
}
