import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import {
  type AcknowledgeChoice,
  entryState,
  selectExpanded,
} from '../../../../machines/acknowledge/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { acknowledgeActorOf } from './acknowledge-actor.ts';
import type { ErrorRow } from './columns.tsx';

/** Errors with local changes applied: acknowledged, in progress, expanded. */
export function useAcknowledge(
  siteId: string,
  pipelineId: string | undefined,
  errors: readonly ErrorEntry[],
) {
  const actor = acknowledgeActorOf({ siteId, pipelineId });
  const snapshot = useSelector(actor, (now) => now);
  useEffect(() => actor.send({ type: 'entries.read', entries: errors }), [actor, errors]);
  const rows = useMemo(
    () =>
      errors.map((error): ErrorRow => {
        const state = entryState(snapshot, error.id) ?? (error.isAcknowledged ? 'acknowledged' : undefined);
        return {
          ...error,
          isAcknowledged: state === 'acknowledged' || state === 'reopening',
          isBusy: state === 'acknowledging' || state === 'reopening',
        };
      }),
    [errors, snapshot],
  );
  const expanded = selectExpanded(snapshot);
  return {
    snapshot,
    rows,
    expandedIds: useMemo(() => new Set(expanded), [expanded]),
    setExpanded: useCallback(
      (id: string, isOpen: boolean) => actor.send({ type: isOpen ? 'row.expand' : 'row.collapse', id }),
      [actor],
    ),
    acknowledge: useCallback(
      (choice: AcknowledgeChoice) => actor.send({ type: 'acknowledge.requested', choice }),
      [actor],
    ),
    unacknowledge: useCallback(
      (ids: readonly string[]) => actor.send({ type: 'unacknowledge.requested', ids }),
      [actor],
    ),
  };
}
