import type { SnapshotFrom } from 'xstate';
import { keysInForce } from './bindings.ts';
import { type keyMapMachine, recordingRefusal } from './key-map.machine.ts';
import type { MappedCommand } from './key-map.types.ts';

export type KeyMapSnapshot = SnapshotFrom<typeof keyMapMachine>;

export const selectRecording = ({ context }: KeyMapSnapshot) => context.recording;

/** What stands in the way: of a finished recording or reset, or of the keys pressed so far. */
export const selectRefusal = ({ context }: KeyMapSnapshot) => context.refusal ?? recordingRefusal(context);

/** True once the keys were refused, not only while they are still pressed. */
export const selectIsRefused = (snapshot: KeyMapSnapshot): boolean => snapshot.matches('conflict');

/** Faults of the import that was refused. */
export const selectProblems = ({ context }: KeyMapSnapshot) => context.problems;

/** Keys of a command as they are now. */
export const selectKeys = ({ context }: KeyMapSnapshot, command: MappedCommand): readonly string[] =>
  keysInForce(command, context.overlay);

export const selectIsChanged = ({ context }: KeyMapSnapshot, commandId: string): boolean =>
  context.overlay[commandId] !== undefined;

export const selectChangedCount = ({ context }: KeyMapSnapshot): number =>
  Object.keys(context.overlay).length;
