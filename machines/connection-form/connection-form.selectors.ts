import type { SnapshotFrom } from 'xstate';
import { type ConnectionFormEvent, type connectionFormMachine, isDirty } from './connection-form.machine.ts';

export type ConnectionFormSnapshot = SnapshotFrom<typeof connectionFormMachine>;

export const selectIsDirty = (snapshot: ConnectionFormSnapshot): boolean => isDirty(snapshot.context);
export const selectIsSaving = (snapshot: ConnectionFormSnapshot): boolean => snapshot.matches('saving');

/** True while leaving would lose what was typed (E18). */
export const selectIsArmed = (snapshot: ConnectionFormSnapshot): boolean =>
  !snapshot.matches('closed') && isDirty(snapshot.context);

/** Why the form does not take this event now, or undefined when it does. */
export function reasonFor(snapshot: ConnectionFormSnapshot, event: ConnectionFormEvent): string | undefined {
  if (snapshot.matches('saving')) return 'Being saved';
  if (snapshot.matches('closed')) return 'The form is closed';
  if (event.type === 'form.submitted' && snapshot.matches('editing'))
    return snapshot.context.id !== undefined && !isDirty(snapshot.context)
      ? 'Nothing was changed'
      : undefined;
  if (snapshot.can(event)) return undefined;
  if (snapshot.matches('choosingType')) return 'Choose a type first';
  if (snapshot.matches('editing'))
    return event.type.startsWith('type.') ? 'The type of what is stored is fixed' : 'No question is open';
  return 'Answer the question first';
}
