import type { SnapshotFrom } from 'xstate';
import { findRecordedTakeover, findRecordingRefusal, type keyMapMachine } from './key-map.machine.ts';

export type KeyMapSnapshot = SnapshotFrom<typeof keyMapMachine>;

export const selectRecording = ({ context }: KeyMapSnapshot) => context.recording;

export const selectRefusal = ({ context }: KeyMapSnapshot) =>
  context.refusal ?? findRecordingRefusal(context);

/** How the pressed keys can be had from the command that has them. */
export const selectTakeover = ({ context }: KeyMapSnapshot) => findRecordedTakeover(context);

/** True once keys were refused, not while they are being pressed. */
export const selectIsRefused = (snapshot: KeyMapSnapshot): boolean => snapshot.matches('conflict');

export const selectChangedCount = ({ context }: KeyMapSnapshot): number =>
  Object.keys(context.overlay).length;
