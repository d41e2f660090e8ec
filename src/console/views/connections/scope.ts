import type { Archive } from '../../components/archival/use-archival.ts';
import type { Connection, ConnectionKind } from '../../components/connection-form/kinds.ts';
import type { RequestWay } from '../../state/request-draft.ts';

export type ConnectionsScope = {
  kind: ConnectionKind;
  current: Connection | undefined;
  /** Includes filtered rows: commands look connections up by id. */
  connections: readonly Connection[];
  /** Known pipelines that use a connection. */
  usersOf: (id: string) => readonly { id: string; name: string }[];
  remove: (connection: Connection, way: RequestWay) => void;
  archive: Archive;
  /** Live capture, on the screen of one source. */
  capture?: { isRunning: boolean; canCapture: boolean; start: () => void; stop: () => void };
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'sources.list': ConnectionsScope;
    /** Screen of a single source; its data is in `sources.list`. */
    source: object;
    'destinations.list': ConnectionsScope;
  }
}
