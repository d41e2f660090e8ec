import { useMachine } from '@xstate/react';
import { useCallback, useState } from 'react';
import { fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import type { Site } from '../../../contract/entities/site.ts';
import { notify } from '../../actors/toasts.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import type { SiteAction } from './scope.ts';

type Target = { action: SiteAction; id: string; name: string; revision: string };

const TEXTS: Record<SiteAction, (name: string) => string> = {
  activate: (name) => `'${name}' is active; its engine starts.`,
  deactivate: (name) => `'${name}' is inactive; its engine ends.`,
  delete: (name) => `'${name}' was deleted.`,
};

async function carryOut({ action, id, revision }: Target): Promise<void> {
  const ifMatch = { ifMatch: Number(revision) };
  if (action === 'delete') await callApi('deleteSite', { path: { siteId: id } }, ifMatch);
  else {
    const status = action === 'activate' ? 'ACTIVE' : 'INACTIVE';
    await callApi('updateSite', { body: { site: { id, status } } }, ifMatch);
  }
}

/** One write at a time, so that a double press writes once; failures go to the shared handler (R8-48). */
export function useSiteWrite(onGone: (id: string) => void) {
  const [logic] = useState(() =>
    singleWriteMachine.provide({
      actors: {
        write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
          await carryOut(input as Target);
          return input;
        }),
      },
      actions: {
        succeed: (_, { result }) => {
          const { action, id, name } = result as Target;
          notify({ message: TEXTS[action](name), status: 'success', shouldTimeout: true });
          if (action === 'delete') onGone(id);
        },
        fail: (_, { error }) => reportApiError(error, { id: 'updateSite' }),
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
