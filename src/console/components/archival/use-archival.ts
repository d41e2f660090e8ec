import { useCallback } from 'react';
import type { Source } from '../../../contract/entities/node.ts';
import { callApi } from '../../api/call-api.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { notify } from '../../state/toasts.ts';
import { KINDS } from '../connection-form/kinds.ts';

/** Ends the archival without `sinkId`. */
export type Archive = (source: Source, sinkId: string | undefined) => void;

type Change = { siteId: string; sourceId: string; sinkId: string | undefined };

/** Runs one change at a time. */
export function useArchival(): Archive {
  const { start } = useSingleWrite<Change>({
    call: 'enableArchival',
    write: async ({ siteId, sourceId, sinkId }) => {
      if (sinkId === undefined) await callApi('disableArchival', { body: { siteId, sourceId } });
      else await callApi('enableArchival', { body: { siteId, sourceId, sinkId } });
    },
    succeed: () => notify({ message: KINDS.source.toasts.updated, status: 'success' }),
  });
  return useCallback(({ siteId, id: sourceId }, sinkId) => start({ siteId, sourceId, sinkId }), [start]);
}
