import type { SnapshotFrom } from 'xstate';
import type { keySequenceMachine } from './key-sequence.machine.ts';
import { listContinuations } from './match.ts';

export type KeySequenceSnapshot = SnapshotFrom<typeof keySequenceMachine>;

export const selectPending = (snapshot: KeySequenceSnapshot): string[] => snapshot.context.pending;
export const selectIsSheetOpen = (snapshot: KeySequenceSnapshot): boolean =>
  snapshot.matches({ pending: 'sheet' });

export const selectContinuations = (snapshot: KeySequenceSnapshot) =>
  listContinuations(snapshot.context, snapshot.context.pending);
