import { useMachine } from '@xstate/react';
import { useCallback, useState } from 'react';
import { fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import type { CallId } from '../../../contract/calls/index.ts';
import type { Site } from '../../../contract/entities/site.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { notify } from '../../state/toasts.ts';
import type { SiteAction } from './scope.ts';

type Written = { token?: string };
type Target = { action: SiteAction; id: string; name: string; revision: string };

const TEXTS: Record<SiteAction, (name: string) => string> = {
  activate: (name) => `'${name}' is active; its engine starts.`,
  deactivate: (name) => `'${name}' is inactive; its engine ends.`,
  delete: (name) => `'${name}' was deleted.`,
  discard: (name) => `'${name}' was deleted with the events that waited.`,
  join: (name) => `An engine can join '${name}' with the new token.`,
  disconnect: (name) => `The engine of '${name}' was disconnected.`,
};

const CALL_OF: Record<SiteAction, CallId> = {
  activate: 'updateSite',
  deactivate: 'updateSite',
  delete: 'deleteSite',
  discard: 'deleteSite',
  join: 'createJoinToken',
  disconnect: 'disconnectEngine',
};

async function carryOut({ action, id, revision }: Target): Promise<Written> {
  const path = { siteId: id };
  if (action === 'join') return { token: (await callApi('createJoinToken', { path })).data.token };
  const ifMatch = { ifMatch: Number(revision) };
  if (action === 'disconnect') await callApi('disconnectEngine', { path });
  else if (action === 'delete' || action === 'discard')
    await callApi('deleteSite', { path, query: { discardEvents: action === 'discard' } }, ifMatch);
  else {
    const status = action === 'activate' ? 'ACTIVE' : 'INACTIVE';
    await callApi('updateSite', { body: { site: { id, status } } }, ifMatch);
  }
  return {};
}

/** One write at a time, so that a double press writes once. */
export function useSiteWrite(onGone: (id: string) => void, onToken: (name: string, token: string) => void) {
  const [logic] = useState(() =>
    singleWriteMachine.provide({
      actors: {
        write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
          return { ...input, ...(await carryOut(input as Target)) };
        }),
      },
      actions: {
        succeed: (_, { result }) => {
          const { action, id, name, token } = result as Target & Written;
          notify({ message: TEXTS[action](name), status: 'success', shouldTimeout: true });
          if (action === 'delete' || action === 'discard') onGone(id);
          if (token !== undefined) onToken(name, token);
        },
        fail: ({ context }, { error }) =>
          reportApiError(error, { id: CALL_OF[context.values.action as SiteAction] }),
      },
    }),
  );
  const [, send] = useMachine(logic);
  return useCallback(
    (action: SiteAction, { id, name, revision }: Site) =>
      send({ type: 'write.requested', values: { action, id, name, revision: String(revision) } }),
    [send],
  );
}
