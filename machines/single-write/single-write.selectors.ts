import type { SnapshotFrom } from 'xstate';
import type { SingleWriteEvent, singleWriteMachine } from './single-write.machine.ts';

export type SingleWriteSnapshot = SnapshotFrom<typeof singleWriteMachine>;

/** True while the write is under way. */
export const selectIsBusy = (snapshot: SingleWriteSnapshot): boolean => snapshot.hasTag('busy');

/** Why a write cannot begin now, or undefined when it can. */
export const reasonFor = (snapshot: SingleWriteSnapshot, event: SingleWriteEvent): string | undefined =>
  snapshot.can(event) ? undefined : 'The last one is still being carried out';
