import type { SnapshotFrom } from 'xstate';
import type { keySequenceMachine } from './key-sequence.machine.ts';
import { continuations } from './match.ts';

export type KeySequenceSnapshot = SnapshotFrom<typeof keySequenceMachine>;

/** Keys of an unfinished sequence, empty when there is none. */
export const selectPending = (snapshot: KeySequenceSnapshot): string[] => snapshot.context.pending;
export const selectIsSheetOpen = (snapshot: KeySequenceSnapshot): boolean =>
  snapshot.matches({ pending: 'sheet' });

/** The bindings the key sheet lists. */
export const selectContinuations = (snapshot: KeySequenceSnapshot) =>
  continuations(snapshot.context, snapshot.context.pending);
