import type { SnapshotFrom } from 'xstate';
import { keysInForce } from './bindings.ts';
import { type keyMapMachine, recordingRefusal } from './key-map.machine.ts';
import type { MappedCommand } from './key-map.types.ts';

export type KeyMapSnapshot = SnapshotFrom<typeof keyMapMachine>;

export const selectRecording = ({ context }: KeyMapSnapshot) => context.recording;

export const selectRefusal = ({ context }: KeyMapSnapshot) => context.refusal ?? recordingRefusal(context);

/** True once keys were refused, not while they are being pressed. */
export const selectIsRefused = (snapshot: KeyMapSnapshot): boolean => snapshot.matches('conflict');

export const selectProblems = ({ context }: KeyMapSnapshot) => context.problems;

export const selectKeys = ({ context }: KeyMapSnapshot, command: MappedCommand): readonly string[] =>
  keysInForce(command, context.overlay);

export const selectIsChanged = ({ context }: KeyMapSnapshot, commandId: string): boolean =>
  context.overlay[commandId] !== undefined;

export const selectChangedCount = ({ context }: KeyMapSnapshot): number =>
  Object.keys(context.overlay).length;
