import type { CallBody } from '../../../contract/calls/index.ts';
import type { DraftChange } from '../../../contract/entities/changeset.ts';
import { type RequestWay, sendRequest } from '../../state/request-draft.ts';
import type { ConnectionKind } from './kinds.ts';

type Asked = NonNullable<CallBody<'createChangeset'>['connections']>[number];

const NEW_ID = 'new-1';

type Requested = {
  kind: ConnectionKind;
  siteId: string;
  /** Omitted for a new one. */
  id?: string | undefined;
  /** The revision that was edited. */
  revision?: number | undefined;
  comment?: string;
};

/**
 * Requests the change of a source or destination; the stored one stays.
 * @returns the collected changes
 */
export function requestConnection(
  way: RequestWay,
  { kind, siteId, id = NEW_ID, revision = 0, comment = '' }: Requested,
  asked: Omit<Asked, 'kind' | 'id' | 'revision'>,
): Promise<readonly DraftChange[]> {
  const connection: Asked = { kind: kind === 'source' ? 'SOURCE' : 'SINK', id, revision, ...asked };
  return sendRequest(way, siteId, { connections: [connection] }, { comment });
}
