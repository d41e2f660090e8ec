import type { SnapshotFrom } from 'xstate';
import { parseErrorText } from '../../src/contract/errors.ts';
import { NOTIFICATION_TITLE_MAX_LENGTH } from '../../src/contract/limits.ts';
import type { PastNotice, Toast, toastsMachine } from './toasts.machine.ts';

export type ToastsSnapshot = SnapshotFrom<typeof toastsMachine>;

export const selectToasts = (snapshot: ToastsSnapshot): Toast[] => snapshot.context.toasts;
export const selectDetailsOf = (snapshot: ToastsSnapshot) => snapshot.context.detailsOf;

/** True also behind the details dialog. */
export const selectIsHistoryOpen = (snapshot: ToastsSnapshot): boolean => snapshot.matches('history');
/** Oldest first. */
export const selectHistory = (snapshot: ToastsSnapshot): PastNotice[] => snapshot.context.history;

/** In the events' clock. */
export function selectNextExpiry(snapshot: ToastsSnapshot): number | undefined {
  const times = snapshot.context.toasts.flatMap((toast) =>
    toast.expiresAt === undefined ? [] : [toast.expiresAt],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

export function hasErrorDetails(toast: Pick<Toast, 'message'>): boolean {
  const { title, causes, resolutions } = parseErrorText(toast.message);
  return (
    causes.length + resolutions.length > 0 ||
    title.length > NOTIFICATION_TITLE_MAX_LENGTH ||
    title.includes('\n')
  );
}
