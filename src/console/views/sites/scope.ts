import type { Site } from '../../../contract/entities/site.ts';

export type SiteAction =
  | 'activate'
  | 'deactivate'
  | 'delete'
  | 'discard'
  | 'join'
  | 'disconnect'
  | 'sync'
  | 'putBack'
  | 'adopt'
  | 'tryRepository'
  | 'confirmHost';

export type SitesScope = {
  /** Site in the side panel, else the cursor row. */
  current: Site | undefined;
  /** Running pipelines of the site in the side panel. */
  running: readonly string[];
  /** Buffered events; null when they cannot be known, undefined until read. */
  waitingEvents: number | null | undefined;
  /** Whether the remote site in the side panel has an engine. */
  isJoined: boolean | undefined;
  write: (action: SiteAction, site: Site, hostKey?: string) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'sites.list': SitesScope;
  }
}
