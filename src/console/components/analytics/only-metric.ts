import { useSites } from '../../state/sites.ts';

const EVENTS = 'EVENTS_COUNT';

/** What the engine of the site counts where it does not count all: Collectors count events alone. */
export const useOnlyMetric = (): typeof EVENTS | undefined =>
  useSites().site?.engine === 'collectors' ? EVENTS : undefined;
