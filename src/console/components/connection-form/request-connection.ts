import type { CallBody } from '../../../contract/calls/index.ts';
import type { DraftChange } from '../../../contract/entities/changeset.ts';
import { type RequestWay, sendRequest } from '../../state/request-draft.ts';
import type { ConnectionKind } from './kinds.ts';

type Asked = NonNullable<CallBody<'createChangeset'>['connections']>[number];

const NEW_ID = 'new-1';

type Requested = {
  kind: ConnectionKind;
  siteId: string;
  /** Left out of a new one. */
  id?: string | undefined;
  /** The revision that the change was made from. */
  revision?: number | undefined;
  comment?: string;
};

/**
 * Asks for the change of one source or destination; what is stored and runs stays as it is.
 * @returns what is collected afterwards
 */
export function requestConnection(
  way: RequestWay,
  { kind, siteId, id = NEW_ID, revision = 0, comment = '' }: Requested,
  asked: Omit<Asked, 'kind' | 'id' | 'revision'>,
): Promise<readonly DraftChange[]> {
  const connection: Asked = { kind: kind === 'source' ? 'SOURCE' : 'SINK', id, revision, ...asked };
  return sendRequest(way, siteId, { connections: [connection] }, { comment });
}
