import { assign, type SnapshotFrom, setup } from 'xstate';
import type { ToastStatus } from '../../src/contract/enums.ts';
import { parseErrorText } from '../../src/contract/errors.ts';
import { NOTIFICATION_TITLE_MAX_LENGTH, TOAST_DISMISS_MS, TOAST_MAX } from '../../src/contract/limits.ts';

export type HoldReason = 'pointer' | 'focus';

export const HISTORY_MAX = 100;

/** Times are milliseconds of the clock used for the events. */
export type Toast = {
  id: string;
  message: string;
  status: ToastStatus;
  timestamp: number;
  shouldTimeout: boolean;
  showTimestamp: boolean;
  /** Undefined while held, and for a toast that stays until closed. */
  expiresAt: number | undefined;
  /** The timer continues when no reason is left. */
  heldBy: readonly HoldReason[];
  /** Milliseconds left when the timer stopped. */
  heldFor: number | undefined;
};

export type PastNotice = Pick<Toast, 'id' | 'message' | 'status' | 'timestamp'> & {
  /** How often it repeated while on screen. */
  count: number;
};

export type NewToast = {
  message: string;
  status: ToastStatus;
  shouldTimeout?: boolean;
  showTimestamp?: boolean;
  forceDuplicate?: boolean;
};

export type ToastsContext = {
  /** Oldest first. */
  toasts: Toast[];
  nextNumber: number;
  /** Oldest first, at most `HISTORY_MAX`. */
  history: PastNotice[];
  detailsOf: PastNotice | undefined;
};

export type ToastsEvent =
  | { type: 'toast.notify'; toast: NewToast; now: number }
  | { type: 'toast.close'; id: string }
  | { type: 'toast.hold'; id: string; by: HoldReason; now: number }
  | { type: 'toast.release'; id: string; by: HoldReason; now: number }
  | { type: 'toast.details.open'; id: string }
  | { type: 'toast.details.close' }
  | { type: 'history.open' }
  | { type: 'history.close' }
  | { type: 'clock.ticked'; now: number };

const changeToast = (context: ToastsContext, id: string, change: (toast: Toast) => Toast) => ({
  toasts: context.toasts.map((toast) => (toast.id === id ? change(toast) : toast)),
});

const isSame = (a: Pick<Toast, 'message' | 'status'>, b: Pick<Toast, 'message' | 'status'>): boolean =>
  a.message === b.message && a.status === b.status;

function rememberToast(history: readonly PastNotice[], shown: Toast): PastNotice[] {
  const { id, message, status, timestamp } = shown;
  const count = (history.find((past) => past.id === id)?.count ?? 0) + 1;
  return [...history.filter((past) => past.id !== id), { id, message, status, timestamp, count }].slice(
    -HISTORY_MAX,
  );
}

/** Merges a repeated notice. */
function addNotice(context: ToastsContext, notice: NewToast, now: number): Partial<ToastsContext> {
  const shouldTimeout = notice.shouldTimeout ?? true;
  const same = notice.forceDuplicate ? undefined : context.toasts.find((toast) => isSame(toast, notice));
  const heldBy = same?.heldBy ?? [];
  const isHeld = heldBy.length > 0;
  const toast: Toast = {
    id: same?.id ?? `toast-${context.nextNumber}`,
    message: notice.message,
    status: notice.status,
    timestamp: now,
    shouldTimeout,
    showTimestamp: notice.showTimestamp ?? true,
    heldBy,
    expiresAt: shouldTimeout && !isHeld ? now + TOAST_DISMISS_MS : undefined,
    heldFor: shouldTimeout && isHeld ? TOAST_DISMISS_MS : undefined,
  };
  const history = rememberToast(context.history, toast);
  if (same) return { ...changeToast(context, same.id, () => toast), history };
  return {
    toasts: [...context.toasts, toast].slice(-TOAST_MAX),
    nextNumber: context.nextNumber + 1,
    history,
  };
}

const holdToast = (toast: Toast, by: HoldReason, now: number): Toast => ({
  ...toast,
  heldBy: [...toast.heldBy, by],
  heldFor: toast.expiresAt === undefined ? toast.heldFor : Math.max(0, toast.expiresAt - now),
  expiresAt: undefined,
});

function releaseToast(toast: Toast, by: HoldReason, now: number): Toast {
  const heldBy = toast.heldBy.filter((reason) => reason !== by);
  if (heldBy.length > 0 || toast.heldFor === undefined) return { ...toast, heldBy };
  return { ...toast, heldBy, expiresAt: now + toast.heldFor, heldFor: undefined };
}

/** Events carry the time; the caller sends `clock.ticked` at `selectNextExpiry`. */
export const toastsMachine = setup({
  types: { context: {} as ToastsContext, events: {} as ToastsEvent },
  guards: {
    isShown: ({ context, event }) => 'id' in event && context.toasts.some((toast) => toast.id === event.id),
    isHeldBy: ({ context, event }) =>
      event.type === 'toast.release' &&
      context.toasts.some((toast) => toast.id === event.id && toast.heldBy.includes(event.by)),
    canHold: ({ context, event }) =>
      event.type === 'toast.hold' &&
      context.toasts.some((toast) => toast.id === event.id && !toast.heldBy.includes(event.by)),
    isKnown: ({ context, event }) => 'id' in event && context.history.some(({ id }) => id === event.id),
    hasExpired: ({ context, event }) =>
      event.type === 'clock.ticked' &&
      context.toasts.some((toast) => toast.expiresAt !== undefined && toast.expiresAt <= event.now),
  },
  actions: {
    notify: assign(({ context, event }) =>
      event.type === 'toast.notify' ? addNotice(context, event.toast, event.now) : {},
    ),
    close: assign(({ context, event }) =>
      'id' in event ? { toasts: context.toasts.filter((toast) => toast.id !== event.id) } : {},
    ),
    hold: assign(({ context, event }) =>
      event.type === 'toast.hold'
        ? changeToast(context, event.id, (toast) => holdToast(toast, event.by, event.now))
        : {},
    ),
    release: assign(({ context, event }) =>
      event.type === 'toast.release'
        ? changeToast(context, event.id, (toast) => releaseToast(toast, event.by, event.now))
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
      'id' in event ? { detailsOf: context.history.find(({ id }) => id === event.id) } : {},
    ),
    closeDetails: assign({ detailsOf: undefined }),
  },
}).createMachine({
  id: 'toasts',
  context: { toasts: [], nextNumber: 1, history: [], detailsOf: undefined },
  initial: 'showing',
  on: {
    'toast.notify': { actions: 'notify' },
    'toast.close': { guard: 'isShown', actions: 'close' },
    'toast.hold': { guard: 'canHold', actions: 'hold' },
    'toast.release': { guard: 'isHeldBy', actions: 'release' },
    'clock.ticked': { guard: 'hasExpired', actions: 'expire' },
  },
  states: {
    showing: {
      on: {
        'toast.details.open': { guard: 'isKnown', target: 'details', actions: 'openDetails' },
        'history.open': 'history',
      },
    },
    details: { on: { 'toast.details.close': { target: 'showing', actions: 'closeDetails' } } },
    /** History list; closing details returns here. */
    history: {
      initial: 'list',
      on: { 'history.close': { target: 'showing', actions: 'closeDetails' } },
      states: {
        list: {
          on: { 'toast.details.open': { guard: 'isKnown', target: 'details', actions: 'openDetails' } },
        },
        details: { on: { 'toast.details.close': { target: 'list', actions: 'closeDetails' } } },
      },
    },
  },
});

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
