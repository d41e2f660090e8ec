import { useCallback } from 'react';
import type { CallId } from '../../../contract/calls/index.ts';
import { callApi } from '../../api/call-api.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { notify } from '../../state/toasts.ts';
import type { AccessAction } from './scope.ts';

type Target = {
  kind: 'apiKey' | 'role' | 'user';
  action: AccessAction;
  id: string;
  name: string;
  revision: number;
};
type Written = { text: string; key?: string };

async function carryOut({ kind, action, id, name, revision }: Target): Promise<Written> {
  const ifMatch = { ifMatch: revision };
  if (kind === 'role') {
    await callApi('deleteRole', { path: { roleId: id } }, ifMatch);
    return { text: `The role '${name}' was deleted.` };
  }
  if (kind === 'user' && action === 'delete') {
    await callApi('deleteUser', { path: { userId: id } }, ifMatch);
    return { text: `'${name}' was deleted, with their API keys.` };
  }
  if (kind === 'user') {
    const disabled = action === 'disable';
    await callApi('updateUser', { body: { user: { id, disabled } } }, ifMatch);
    return { text: `'${name}' may ${disabled ? 'no longer' : 'again'} sign in.` };
  }
  if (action === 'rotate') {
    const { data } = await callApi('rotateApiKey', { path: { keyId: id }, body: {} });
    return { text: `The API key '${name}' has a new secret.`, key: data.key };
  }
  await callApi('deleteApiKey', { path: { keyId: id } });
  return { text: `The API key '${name}' was revoked.` };
}

const CALL_OF: Record<Target['kind'], CallId> = {
  apiKey: 'deleteApiKey',
  role: 'deleteRole',
  user: 'updateUser',
};

type Options = {
  kind: Target['kind'];
  /** Receives the secret of a rotated key, shown only once. */
  onKey?: (name: string, key: string) => void;
  onGone?: (id: string) => void;
};

/** One write at a time, so that a double press writes once. */
export function useAccessWrite({ kind, onKey, onGone }: Options) {
  const { start } = useSingleWrite({
    call: CALL_OF[kind],
    write: carryOut,
    succeed: ({ text }) => notify({ message: text, status: 'success' }),
    follow: ({ key }, { action, id, name }) => {
      if (key !== undefined) onKey?.(name, key);
      if (action === 'delete') onGone?.(id);
    },
  });
  return useCallback(
    (action: AccessAction, { id, name, revision = 0 }: { id: string; name: string; revision?: number }) =>
      start({ kind, action, id, name, revision }),
    [start, kind],
  );
}
