import type { SnapshotFrom } from 'xstate';
import type { fileUploadMachine } from './file-upload.machine.ts';

export type FileUploadSnapshot = SnapshotFrom<typeof fileUploadMachine>;

/** True while bytes are sent or looked at by the service. */
export const selectIsSending = (snapshot: FileUploadSnapshot): boolean => snapshot.hasTag('busy');

/** Percent of the bytes that were sent, whole; undefined while none is known. */
export function selectPercent({ context: { sent, total } }: FileUploadSnapshot): number | undefined {
  return total === 0 ? undefined : Math.floor((sent / total) * 100);
}

/** Everything was sent: the service looks whether the content is what its type says. */
export const selectIsChecked = (snapshot: FileUploadSnapshot): boolean =>
  selectIsSending(snapshot) && snapshot.context.sent === snapshot.context.total;
