import type { Archive } from '../../parts/archival/use-archival.ts';
import type { Connection, ConnectionKind } from '../../parts/connection-form/kinds.ts';

/** What a list of sources or destinations publishes for its commands. */
export type ConnectionsScope = {
  kind: ConnectionKind;
  /** The one in the side panel, else the row under the cursor. */
  current: Connection | undefined;
  /** All that the screen knows, whatever is filtered away: its commands find theirs by id. */
  connections: readonly Connection[];
  /** Asks the delete actor to delete it. */
  remove: (connection: Connection) => void;
  archive: Archive;
  /** Of the screen of one source: taking events as they come in. */
  capture?: { isRunning: boolean; canCapture: boolean; start: () => void; stop: () => void };
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'sources.list': ConnectionsScope;
    /** The screen of one source, which `sources.list` is about. */
    source: object;
    'destinations.list': ConnectionsScope;
  }
}
