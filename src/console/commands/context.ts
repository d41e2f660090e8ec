import type { Site } from '../../contract/entities/site.ts';
import type { Actors } from '../actors/types.ts';
import type { PublishedScopes } from './scopes.ts';

/** What a command may read. It holds no calls: a command sends events or navigates. */
export type CommandContext = {
  /** Path without the query, and the query without its question mark. */
  path: string;
  search: string;
  /** Goes to a path with its query; `replace` writes over the history entry. */
  navigate: (to: string, options?: { replace?: boolean }) => void;
  site: Site | undefined;
  sites: readonly Site[];
  /** Data of the mounted views. */
  scopes: PublishedScopes;
  actors: Actors;
};
