import type { SnapshotFrom } from 'xstate';
import type { SingleWriteEvent, singleWriteMachine } from './single-write.machine.ts';

export type SingleWriteSnapshot = SnapshotFrom<typeof singleWriteMachine>;

/** Undefined when a write can start. */
export const reasonFor = (snapshot: SingleWriteSnapshot, event: SingleWriteEvent): string | undefined =>
  snapshot.can(event) ? undefined : 'The last one is still being carried out';
