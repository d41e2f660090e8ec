import type { SnapshotFrom } from 'xstate';
import { getPreferencesInForce, type preferencesMachine } from './preferences.machine.ts';

export type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

/** Includes unsaved changes. */
export const selectPreferences = ({ context }: PreferencesSnapshot) => getPreferencesInForce(context);

/** The error, once the user changed something. */
export const selectUnsaved = (snapshot: PreferencesSnapshot): string | undefined =>
  snapshot.context.pending.length > 0 && (snapshot.matches('unsaved') || snapshot.matches('unloaded'))
    ? snapshot.context.problem
    : undefined;
