import type { Site } from '../../../contract/entities/site.ts';

export type SiteAction = 'activate' | 'deactivate' | 'delete' | 'discard' | 'join' | 'disconnect';

/** What the list of sites publishes for its commands. */
export type SitesScope = {
  /** The one in the side panel, else the row under the cursor. */
  current: Site | undefined;
  /** Pipelines known to run on the one in the side panel. */
  running: readonly string[];
  /** Events that wait in its buffers; null where the service cannot know, undefined before it is read. */
  waitingEvents: number | null | undefined;
  /** Whether an engine joined the one in the side panel, when it is remote. */
  isJoined: boolean | undefined;
  /** Asks the write actor to do it to one of them. */
  write: (action: SiteAction, site: Site) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'sites.list': SitesScope;
  }
}
