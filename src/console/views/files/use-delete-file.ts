import { useMachine } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import type { Asset } from '../../../contract/entities/asset.ts';
import { notify } from '../../actors/toasts.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';

/** Deletes through an actor, so that a double press deletes once; failures go to the shared handler (R8-48). */
export function useDeleteFile(onDeleted: (id: string) => void) {
  const logic = useMemo(
    () =>
      singleWriteMachine.provide({
        actors: {
          write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
            const { id = '', revision } = input;
            await callApi('deleteAsset', { path: { id } }, { ifMatch: Number(revision) });
            return { id, name: input.name ?? '' };
          }),
        },
        actions: {
          succeed: (_, { result }) => {
            notify({ message: `${result.name} was deleted.`, status: 'success', shouldTimeout: true });
            onDeleted(result.id ?? '');
          },
          fail: (_, { error }) => reportApiError(error, { id: 'deleteAsset' }),
        },
      }),
    [onDeleted],
  );
  const [, send] = useMachine(logic);
  return useCallback(
    ({ id, name, revision }: Asset) =>
      send({ type: 'write.requested', values: { id, name, revision: String(revision) } }),
    [send],
  );
}
