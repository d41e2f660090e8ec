import { useSelector } from '@xstate/react';
import { createActor } from 'xstate';
import {
  type HoldReason,
  selectNextExpiry,
  selectToasts,
  toastsMachine,
} from '../../../machines/toasts/index.ts';
import type { Notification } from './types.ts';

export const toastsActor = createActor(toastsMachine);
toastsActor.start();

let timer: ReturnType<typeof setTimeout> | undefined;

// The machine has no clock, so this sets the timer for the next toast.
toastsActor.subscribe((snapshot) => {
  clearTimeout(timer);
  const next = selectNextExpiry(snapshot);
  if (next === undefined) return;
  timer = setTimeout(() => toastsActor.send({ type: 'clock.ticked', now: Date.now() }), next - Date.now());
});

export function notify(notification: Notification): void {
  const toast = { shouldTimeout: notification.status !== 'error', ...notification };
  toastsActor.send({ type: 'toast.notify', toast, now: Date.now() });
}

/** @param copy the outcome of copying to the clipboard */
export const notifyCopied = (copy: { ok: boolean; message: string }): void =>
  notify({ message: copy.message, status: copy.ok ? 'success' : 'error' });

export const useToasts = () => useSelector(toastsActor, selectToasts);

export const sendToast = {
  close: (id: string) => toastsActor.send({ type: 'toast.close', id }),
  hold: (id: string, by: HoldReason) => toastsActor.send({ type: 'toast.hold', id, by, now: Date.now() }),
  release: (id: string, by: HoldReason) =>
    toastsActor.send({ type: 'toast.release', id, by, now: Date.now() }),
  openDetails: (id: string) => toastsActor.send({ type: 'toast.details.open', id }),
  closeDetails: () => toastsActor.send({ type: 'toast.details.close' }),
  openHistory: () => toastsActor.send({ type: 'history.open' }),
  closeHistory: () => toastsActor.send({ type: 'history.close' }),
};
