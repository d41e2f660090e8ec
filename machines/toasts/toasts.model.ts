import { TOAST_DISMISS_MS } from '../../src/contract/limits.ts';
import { defineModel } from '../model.ts';
import { type NewToast, toastsMachine } from './toasts.machine.ts';

const NOW = 1000;
export const savedToast: NewToast = { message: 'Source added successfully.', status: 'success' };
export const stayingToast: NewToast = { message: 'Connection lost', status: 'error', shouldTimeout: false };

/** Drivers: a notice, close, pointer on and off, details, and the clock. Two toasts at most. */
export const toastsModel = defineModel({
  name: 'toasts',
  machine: toastsMachine,
  vocabulary: [
    { type: 'toast.notify', toast: savedToast, now: NOW },
    { type: 'toast.notify', toast: stayingToast, now: NOW },
    { type: 'toast.close', id: 'toast-1' },
    { type: 'toast.hold', id: 'toast-1', now: NOW },
    { type: 'toast.release', id: 'toast-1', now: NOW },
    { type: 'toast.details.open', id: 'toast-1' },
    { type: 'toast.details.close' },
    { type: 'clock.ticked', now: NOW + TOAST_DISMISS_MS },
  ],
  explore: ({ context }, event) =>
    event.type !== 'toast.notify' ||
    context.nextNumber <= 2 ||
    context.toasts.some((shown) => 'toast' in event && shown.message === event.toast.message),
  key: ({ value, context }) =>
    [
      String(value),
      context.nextNumber,
      ...context.toasts.map(
        (toast) => `${toast.id}:${toast.status}${toast.heldFor === undefined ? '' : ' held'}`,
      ),
    ].join(' '),
});
