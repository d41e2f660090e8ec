import type { SnapshotFrom } from 'xstate';
import type { importReviewMachine } from './import-review.machine.ts';

export type ImportReviewSnapshot = SnapshotFrom<typeof importReviewMachine>;

/** True also while the plan is applied. */
export const selectIsReview = (snapshot: ImportReviewSnapshot): boolean =>
  snapshot.matches('reviewing') || snapshot.matches('applying') || snapshot.matches('applied');

export const selectIsBusy = (snapshot: ImportReviewSnapshot): boolean => snapshot.hasTag('busy');

/** Undefined when the import can be applied. */
export function findReason(snapshot: ImportReviewSnapshot): string | undefined {
  if (snapshot.can({ type: 'import.confirmed' })) return undefined;
  return snapshot.hasTag('busy')
    ? 'The last step is still running'
    : 'Nothing to import: everything already matches the definition';
}
