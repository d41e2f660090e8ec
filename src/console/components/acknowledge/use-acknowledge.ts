import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import {
  type AcknowledgeChoice,
  type ErrorMark,
  selectExpanded,
} from '../../../../machines/acknowledge/index.ts';
import type { AcknowledgeActor } from './acknowledge-actors.ts';

/** @param entries a new array only when changed */
export function useAcknowledge(actor: AcknowledgeActor, entries: readonly ErrorMark[]) {
  const snapshot = useSelector(actor, (now) => now);
  useEffect(() => actor.send({ type: 'entries.read', entries }), [actor, entries]);
  const expanded = selectExpanded(snapshot);
  return {
    snapshot,
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
