import { useMachine } from '@xstate/react';
import { useCallback, useState } from 'react';
import { fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import type { CallId } from '../../../contract/calls/index.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { notify } from '../../state/toasts.ts';
import type { AccessAction } from './scope.ts';

type Target = {
  kind: 'apiKey' | 'role' | 'user';
  action: AccessAction;
  id: string;
  name: string;
  revision: string;
};
type Written = { call: CallId; text: string; key?: string };

async function carryOut({ kind, action, id, name, revision }: Target): Promise<Written> {
  const ifMatch = { ifMatch: Number(revision) };
  if (kind === 'role') {
    await callApi('deleteRole', { path: { roleId: id } }, ifMatch);
    return { call: 'deleteRole', text: `The role '${name}' was deleted.` };
  }
  if (kind === 'user' && action === 'delete') {
    await callApi('deleteUser', { path: { userId: id } }, ifMatch);
    return { call: 'deleteUser', text: `'${name}' was deleted, with their API keys.` };
  }
  if (kind === 'user') {
    const disabled = action === 'disable';
    await callApi('updateUser', { body: { user: { id, disabled } } }, ifMatch);
    return { call: 'updateUser', text: `'${name}' may ${disabled ? 'no longer' : 'again'} sign in.` };
  }
  if (action === 'rotate') {
    const { data } = await callApi('rotateApiKey', { path: { keyId: id }, body: {} });
    return { call: 'rotateApiKey', text: `The API key '${name}' has a new secret.`, key: data.key };
  }
  await callApi('deleteApiKey', { path: { keyId: id } });
  return { call: 'deleteApiKey', text: `The API key '${name}' was revoked.` };
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
  const [logic] = useState(() =>
    singleWriteMachine.provide({
      actors: {
        write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
          const { call, text, key = '' } = await carryOut({ ...(input as Omit<Target, 'kind'>), kind });
          return { call, text, key, id: input.id ?? '', name: input.name ?? '', action: input.action ?? '' };
        }),
      },
      actions: {
        succeed: (_, { result }) => {
          notify({ message: result.text ?? '', status: 'success', shouldTimeout: true });
          if (result.key) onKey?.(result.name ?? '', result.key);
          if (result.action === 'delete') onGone?.(result.id ?? '');
        },
        fail: (_, { error }) => reportApiError(error, { id: CALL_OF[kind] }),
      },
    }),
  );
  const [, send] = useMachine(logic);
  return useCallback(
    (action: AccessAction, item: { id: string; name: string; revision?: number }) =>
      send({
        type: 'write.requested',
        values: { action, id: item.id, name: item.name, revision: String(item.revision ?? 0) },
      }),
    [send],
  );
}
