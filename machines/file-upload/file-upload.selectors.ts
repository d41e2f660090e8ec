import type { SnapshotFrom } from 'xstate';
import type { fileUploadMachine } from './file-upload.machine.ts';

export type FileUploadSnapshot = SnapshotFrom<typeof fileUploadMachine>;

/** True also while the service checks the file. */
export const selectIsSending = (snapshot: FileUploadSnapshot): boolean => snapshot.hasTag('busy');

/** Whole percent; undefined while the total is unknown. */
export function selectPercent({ context: { sent, total } }: FileUploadSnapshot): number | undefined {
  return total === 0 ? undefined : Math.floor((sent / total) * 100);
}

/** All bytes are sent; the service checks the content. */
export const selectIsChecked = (snapshot: FileUploadSnapshot): boolean =>
  selectIsSending(snapshot) && snapshot.context.sent === snapshot.context.total;
