import type { CallBody } from '../../../contract/calls/index.ts';
import { callApi } from '../../api/call-api.ts';
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

/** Raises a pull request for one source or destination; what is stored and runs stays as it is. */
export async function requestConnection(
  { kind, siteId, id = NEW_ID, revision = 0, comment = '' }: Requested,
  asked: Omit<Asked, 'kind' | 'id' | 'revision'>,
): Promise<void> {
  const connection: Asked = { kind: kind === 'source' ? 'SOURCE' : 'SINK', id, revision, ...asked };
  await callApi('createChangeset', {
    body: { changeSet: { siteId, description: comment }, connections: [connection] },
  });
}
