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
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'sources.list': ConnectionsScope;
    'destinations.list': ConnectionsScope;
  }
}
