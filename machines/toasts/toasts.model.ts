import { TOAST_DISMISS_MS } from '../../src/contract/limits.ts';
import { defineModel } from '../model.ts';
import { type NewToast, toastsMachine } from './toasts.machine.ts';

const NOW = 1000;
export const savedToast: NewToast = { message: 'Source added successfully.', status: 'success' };
export const stayingToast: NewToast = { message: 'Connection lost', status: 'error', shouldTimeout: false };

/** At most two toasts. */
export const toastsModel = defineModel({
  name: 'toasts',
  machine: toastsMachine,
  vocabulary: [
    { type: 'toast.notify', toast: savedToast, now: NOW },
    { type: 'toast.notify', toast: stayingToast, now: NOW },
    { type: 'toast.close', id: 'toast-1' },
    { type: 'toast.hold', id: 'toast-1', by: 'pointer', now: NOW },
    { type: 'toast.hold', id: 'toast-1', by: 'focus', now: NOW },
    { type: 'toast.release', id: 'toast-1', by: 'pointer', now: NOW },
    { type: 'toast.release', id: 'toast-1', by: 'focus', now: NOW },
    { type: 'toast.details.open', id: 'toast-1' },
    { type: 'toast.details.close' },
    { type: 'history.open' },
    { type: 'history.close' },
    { type: 'clock.ticked', now: NOW + TOAST_DISMISS_MS },
  ],
  explore: ({ context }, event) => {
    if (event.type === 'toast.notify')
      return (
        context.nextNumber <= 2 ||
        context.toasts.some((shown) => 'toast' in event && shown.message === event.toast.message)
      );
    // History and focus are explored with one toast, the rest with two.
    if (context.nextNumber <= 2) return true;
    return event.type !== 'history.open' && (!('by' in event) || event.by === 'pointer');
  },
  key: ({ value, context }) =>
    [
      JSON.stringify(value),
      context.nextNumber,
      context.detailsOf?.id ?? 'no details',
      context.history.map(({ id, status }) => `${id} ${status}`).join('-'),
      ...context.toasts.map((toast) => [toast.id, toast.status, ...[...toast.heldBy].sort()].join(':')),
    ].join(' '),
});
