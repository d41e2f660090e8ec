import { assign, setup } from 'xstate';
import type { ToastStatus } from '../../src/contract/enums.ts';
import { TOAST_DISMISS_MS, TOAST_MAX } from '../../src/contract/limits.ts';

/** One toast (R3-66); times are milliseconds of the clock that sends the events. */
export type Toast = {
  id: string;
  message: string;
  status: ToastStatus;
  timestamp: number;
  shouldTimeout: boolean;
  showTimestamp: boolean;
  /** When it leaves by itself; undefined when it stays until closed (R4-111) or is held. */
  expiresAt: number | undefined;
  /** Milliseconds left when it was held; the pointer or the focus is on it. */
  heldFor: number | undefined;
};

export type NewToast = {
  message: string;
  status: ToastStatus;
  shouldTimeout?: boolean;
  showTimestamp?: boolean;
  /** Show it even when the same toast is on screen (R4-114). */
  forceDuplicate?: boolean;
};

export type ToastsContext = {
  /** Oldest first. */
  toasts: Toast[];
  nextNumber: number;
  /** The toast whose details are open. */
  detailsOf: Toast | undefined;
};

export type ToastsEvent =
  | { type: 'toast.notify'; toast: NewToast; now: number }
  | { type: 'toast.close'; id: string }
  | { type: 'toast.hold'; id: string; now: number }
  | { type: 'toast.release'; id: string; now: number }
  | { type: 'toast.details.open'; id: string }
  | { type: 'toast.details.close' }
  | { type: 'clock.ticked'; now: number };

const changeToast = (context: ToastsContext, id: string, change: (toast: Toast) => Toast) => ({
  toasts: context.toasts.map((toast) => (toast.id === id ? change(toast) : toast)),
});

const isSame = (a: Pick<Toast, 'message' | 'status'>, b: Pick<Toast, 'message' | 'status'>): boolean =>
  a.message === b.message && a.status === b.status;

/** The list after a notice: merged into the same one (R4-113), else added; the oldest leaves (R9-21). */
function notified(context: ToastsContext, notice: NewToast, now: number): Partial<ToastsContext> {
  const shouldTimeout = notice.shouldTimeout ?? true;
  const expiresAt = shouldTimeout ? now + TOAST_DISMISS_MS : undefined;
  const same = notice.forceDuplicate ? undefined : context.toasts.find((toast) => isSame(toast, notice));
  if (same) {
    return changeToast(context, same.id, (toast) => ({
      ...toast,
      timestamp: now,
      ...(toast.heldFor === undefined ? { expiresAt } : { heldFor: TOAST_DISMISS_MS }),
    }));
  }
  const toast: Toast = {
    id: `toast-${context.nextNumber}`,
    message: notice.message,
    status: notice.status,
    timestamp: now,
    shouldTimeout,
    showTimestamp: notice.showTimestamp ?? true,
    expiresAt,
    heldFor: undefined,
  };
  return { toasts: [...context.toasts, toast].slice(-TOAST_MAX), nextNumber: context.nextNumber + 1 };
}

/**
 * Toasts (E13). It keeps no clock: every event that needs the time brings it, and the wiring sends
 * `clock.ticked` at the time `selectNextExpiry` names.
 */
export const toastsMachine = setup({
  types: { context: {} as ToastsContext, events: {} as ToastsEvent },
  guards: {
    isShown: ({ context, event }) => 'id' in event && context.toasts.some((toast) => toast.id === event.id),
    isHeld: ({ context, event }) =>
      'id' in event && context.toasts.some((toast) => toast.id === event.id && toast.heldFor !== undefined),
    isRunning: ({ context, event }) =>
      'id' in event && context.toasts.some((toast) => toast.id === event.id && toast.expiresAt !== undefined),
    hasExpired: ({ context, event }) =>
      event.type === 'clock.ticked' &&
      context.toasts.some((toast) => toast.expiresAt !== undefined && toast.expiresAt <= event.now),
  },
  actions: {
    notify: assign(({ context, event }) =>
      event.type === 'toast.notify' ? notified(context, event.toast, event.now) : {},
    ),
    close: assign(({ context, event }) =>
      'id' in event ? { toasts: context.toasts.filter((toast) => toast.id !== event.id) } : {},
    ),
    hold: assign(({ context, event }) =>
      event.type === 'toast.hold'
        ? changeToast(context, event.id, (toast) => ({
            ...toast,
            heldFor: Math.max(0, (toast.expiresAt ?? event.now) - event.now),
            expiresAt: undefined,
          }))
        : {},
    ),
    release: assign(({ context, event }) =>
      event.type === 'toast.release'
        ? changeToast(context, event.id, (toast) => ({
            ...toast,
            expiresAt: event.now + (toast.heldFor ?? 0),
            heldFor: undefined,
          }))
        : {},
    ),
    expire: assign(({ context, event }) =>
      event.type === 'clock.ticked'
        ? {
            toasts: context.toasts.filter(
              (toast) => !(toast.expiresAt !== undefined && toast.expiresAt <= event.now),
            ),
          }
        : {},
    ),
    openDetails: assign(({ context, event }) =>
      'id' in event ? { detailsOf: context.toasts.find((toast) => toast.id === event.id) } : {},
    ),
    closeDetails: assign({ detailsOf: undefined }),
  },
}).createMachine({
  id: 'toasts',
  context: { toasts: [], nextNumber: 1, detailsOf: undefined },
  initial: 'showing',
  on: {
    'toast.notify': { actions: 'notify' },
    'toast.close': { guard: 'isShown', actions: 'close' },
    'toast.hold': { guard: 'isRunning', actions: 'hold' },
    'toast.release': { guard: 'isHeld', actions: 'release' },
    'clock.ticked': { guard: 'hasExpired', actions: 'expire' },
  },
  states: {
    showing: {
      on: { 'toast.details.open': { guard: 'isShown', target: 'details', actions: 'openDetails' } },
    },
    /** The 'Error Details' dialog (R2.2-46). */
    details: { on: { 'toast.details.close': { target: 'showing', actions: 'closeDetails' } } },
  },
});
