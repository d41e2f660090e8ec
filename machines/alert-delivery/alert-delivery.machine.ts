import { assign, setup } from 'xstate';

/** Tries so far, counting one that is under way. */
export type AlertDeliveryContext = { attempts: number };

/**
 * `attempt.failed`: whether another try can help. `attempt.lost`: the process that tried ended before it stored
 * what came of it, so the receiver may get the message again. `delivery.canceled`: it is no longer needed.
 */
export type AlertDeliveryEvent =
  | { type: 'attempt.begun' }
  | { type: 'attempt.accepted' }
  | { type: 'attempt.failed'; canRetry: boolean }
  | { type: 'attempt.lost' }
  | { type: 'delivery.expired' }
  | { type: 'delivery.canceled' };

/** One message to one channel: at least once, never more than one try at a time. */
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
