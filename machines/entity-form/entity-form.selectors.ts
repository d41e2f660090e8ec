import type { SnapshotFrom } from 'xstate';
import { type EntityFormEvent, type entityFormMachine, isDirty } from './entity-form.machine.ts';

export type EntityFormSnapshot = SnapshotFrom<typeof entityFormMachine>;

export const selectIsArmed = (snapshot: EntityFormSnapshot): boolean =>
  !snapshot.matches('closed') && isDirty(snapshot.context);

/** Undefined when the event is possible. */
export function findReason(snapshot: EntityFormSnapshot, event: EntityFormEvent): string | undefined {
  if (snapshot.matches('saving')) return 'Being saved';
  if (snapshot.matches('closed')) return 'The form is closed';
  if (event.type === 'form.submitted' && snapshot.matches('editing'))
    return snapshot.context.id !== undefined && !isDirty(snapshot.context)
      ? 'Nothing was changed'
      : undefined;
  if (snapshot.can(event)) return undefined;
  if (snapshot.matches('choosingType')) return 'Choose a type first';
  if (snapshot.matches('editing'))
    return event.type.startsWith('type.') ? 'The type cannot be changed after saving' : 'No question is open';
  return 'Answer the question first';
}
