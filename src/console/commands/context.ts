import type { Site } from '../../contract/entities/site.ts';
import type { Actors } from '../state/types.ts';
import type { PublishedScopes } from './scopes.ts';

/** What a command may read. No API calls: commands send events or navigate. */
export type CommandContext = {
  path: string;
  search: string;
  navigate: (to: string, options?: { replace?: boolean }) => void;
  site: Site | undefined;
  sites: readonly Site[];
  scopes: PublishedScopes;
  actors: Actors;
};
