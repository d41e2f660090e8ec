import { useMemo } from 'react';
import { getEntryState } from '../../../../machines/acknowledge/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { useAcknowledge } from '../acknowledge/use-acknowledge.ts';
import { acknowledgeActorOf } from './acknowledge-actor.ts';
import type { ErrorRow } from './columns.tsx';

/** Errors with local changes applied: acknowledged, in progress, expanded. */
export function useErrorRows(siteId: string, pipelineId: string | undefined, errors: readonly ErrorEntry[]) {
  const acknowledgement = useAcknowledge(acknowledgeActorOf({ siteId, pipelineId }), errors);
  const { snapshot } = acknowledgement;
  const rows = useMemo(
    () =>
      errors.map((error): ErrorRow => {
        const state =
          getEntryState(snapshot, error.id) ?? (error.isAcknowledged ? 'acknowledged' : undefined);
        return {
          ...error,
          isAcknowledged: state === 'acknowledged' || state === 'reopening',
          isBusy: state === 'acknowledging' || state === 'reopening',
        };
      }),
    [errors, snapshot],
  );
  return { ...acknowledgement, rows };
}
