import type { SnapshotFrom } from 'xstate';
import { inForce, type preferencesMachine } from './preferences.machine.ts';

export type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

/** What is in force in this window, stored or not. */
export const selectPreferences = ({ context }: PreferencesSnapshot) => inForce(context);

/** What could not be stored or read, once the person changed something. */
export const selectUnsaved = (snapshot: PreferencesSnapshot): string | undefined =>
  snapshot.context.pending.length > 0 && (snapshot.matches('unsaved') || snapshot.matches('unloaded'))
    ? snapshot.context.problem
    : undefined;

/** True once the preferences were read, or could not be. */
export const selectIsKnown = (snapshot: PreferencesSnapshot): boolean =>
  !snapshot.matches('waiting') && !(snapshot.matches('loading') && snapshot.context.stored.revision === 0);
