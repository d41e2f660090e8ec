import { useSites } from '../../state/sites.ts';

const EVENTS = 'EVENTS_COUNT';

/** The only metric of the site's engine: Collectors count only events. */
export const useOnlyMetric = (): typeof EVENTS | undefined =>
  useSites().site?.engine === 'collectors' ? EVENTS : undefined;
