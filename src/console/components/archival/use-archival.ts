import { useMachine } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import type { Source } from '../../../contract/entities/node.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { notify } from '../../state/toasts.ts';
import { KINDS } from '../connection-form/kinds.ts';

/** Ends the archival if there is no `sinkId`. */
export type Archive = (source: Source, sinkId: string | undefined) => void;

/** Runs one change at a time. */
export function useArchival(): Archive {
  const logic = useMemo(
    () =>
      singleWriteMachine.provide({
        actors: {
          write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
            const { siteId = '', sourceId = '', sinkId } = input;
            if (sinkId === undefined) await callApi('disableArchival', { body: { siteId, sourceId } });
            else await callApi('enableArchival', { body: { siteId, sourceId, sinkId } });
            return {};
          }),
        },
        actions: {
          succeed: () => notify({ message: KINDS.source.toasts.updated, status: 'success' }),
          fail: ({ context }, { error }) =>
            reportApiError(error, {
              id: context.values.sinkId === undefined ? 'disableArchival' : 'enableArchival',
            }),
        },
      }),
    [],
  );
  const [, send] = useMachine(logic);
  return useCallback(
    ({ siteId, id: sourceId }, sinkId) =>
      send({
        type: 'write.requested',
        values: { siteId, sourceId, ...(sinkId === undefined ? {} : { sinkId }) },
      }),
    [send],
  );
}
