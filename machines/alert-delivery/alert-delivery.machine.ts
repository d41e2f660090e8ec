import { assign, getNextSnapshot, type SnapshotFrom, setup } from 'xstate';

/** Attempts so far, including a running one. */
export type AlertDeliveryContext = { attempts: number };

/**
 * `attempt.failed`: whether a retry can help. `attempt.lost`: the process ended before it stored the result,
 * so the receiver may get a duplicate. `delivery.canceled`: no longer needed.
 */
export type AlertDeliveryEvent =
  | { type: 'attempt.begun' }
  | { type: 'attempt.accepted' }
  | { type: 'attempt.failed'; canRetry: boolean }
  | { type: 'attempt.lost' }
  | { type: 'delivery.expired' }
  | { type: 'delivery.canceled' };

/** One message to one channel: at least once, never two attempts at a time. */
export const alertDeliveryMachine = setup({
  types: { context: {} as AlertDeliveryContext, events: {} as AlertDeliveryEvent },
  guards: { canRetry: (_, { canRetry }: { canRetry: boolean }) => canRetry },
  actions: { countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })) },
}).createMachine({
  id: 'alertDelivery',
  context: { attempts: 0 },
  initial: 'WAITING',
  states: {
    WAITING: {
      on: {
        'attempt.begun': { target: 'SENDING', actions: 'countAttempt' },
        'delivery.expired': { target: 'FAILED' },
        'delivery.canceled': { target: 'CANCELED' },
      },
    },
    SENDING: {
      on: {
        'attempt.accepted': { target: 'SENT' },
        'attempt.failed': [
          { guard: { type: 'canRetry', params: ({ event }) => event }, target: 'WAITING' },
          { target: 'FAILED' },
        ],
        'attempt.lost': { target: 'WAITING' },
      },
    },
    SENT: { type: 'final' },
    FAILED: { type: 'final' },
    CANCELED: { type: 'final' },
  },
});

export type AlertDeliveryValue = SnapshotFrom<typeof alertDeliveryMachine>['value'];
/** As stored. */
export type DeliveryProgress = AlertDeliveryContext & { state: AlertDeliveryValue };

const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 15 * 60_000;
/** A receiver may ask for a longer wait, up to this. */
const LONGEST_ASKED_MS = 3600_000;

/** Neither waiting nor being sent. */
export const isEndedDelivery = (state: AlertDeliveryValue): boolean =>
  state === 'SENT' || state === 'FAILED' || state === 'CANCELED';

/** The progress after the event; the same object if the event has no effect. */
export function applyDeliveryEvent(progress: DeliveryProgress, event: AlertDeliveryEvent): DeliveryProgress {
  const { state, attempts } = progress;
  const snapshot = alertDeliveryMachine.resolveState({ value: state, context: { attempts } });
  const next = getNextSnapshot(alertDeliveryMachine, snapshot, event);
  return next.value === state ? progress : { state: next.value, attempts: next.context.attempts };
}

/**
 * Milliseconds to wait after a failed attempt: 10 s, doubled each time up to 15 minutes.
 * @param askedMs requested by the receiver, at most an hour
 */
export function computeRetryDelay(attempts: number, askedMs = 0): number {
  const own = Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, attempts - 1), LONGEST_DELAY_MS);
  return Math.max(own, Math.min(askedMs, LONGEST_ASKED_MS));
}
