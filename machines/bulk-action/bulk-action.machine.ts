import { assign, emit, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { getErrorMessage } from '../error-message.ts';

export type BulkItem = {
  id: string;
  name: string;
  graphVersion?: number;
};
export type BulkFailure = { item: BulkItem; message: string };

export type BulkOutcome = { isDone: true } | { isDone: false; retryAfterMs: number };

export type BulkContext = {
  /** The caller's name of the action, e.g. `PAUSE`. */
  action: string;
  items: readonly BulkItem[];
  /** Items finished, done or failed. */
  at: number;
  failures: readonly BulkFailure[];
  retryAfterMs: number;
};

export type BulkEvent =
  | { type: 'bulk.requested'; action: string; items: readonly BulkItem[] }
  | { type: 'bulk.stopped' };

export type BulkFinished = {
  type: 'bulk.finished';
  action: string;
  done: number;
  failures: readonly BulkFailure[];
  /** Items not started because the user stopped. */
  left: number;
};

export type BulkActionInput = { action: string; item: BulkItem };

const getCurrentItem = ({ items, at }: BulkContext): BulkItem => items[at] ?? { id: '', name: '' };

const toFinishedEvent = (context: BulkContext): BulkFinished => ({
  type: 'bulk.finished',
  action: context.action,
  done: context.at - context.failures.length,
  failures: context.failures,
  left: context.items.length - context.at,
});

/**
 * Runs one action on many items in sequence. Honors Retry-After; a refused item is recorded and the run
 * continues.
 */
export const bulkActionMachine = setup({
  types: {
    context: {} as BulkContext,
    events: {} as BulkEvent,
    emitted: {} as BulkFinished,
  },
  actors: {
    perform: fromPromise<BulkOutcome, BulkActionInput>(() => Promise.reject(new Error('provide perform'))),
  },
  guards: {
    hasItems: ({ event }) => event.type === 'bulk.requested' && event.items.length > 0,
    isThrough: ({ context }) => context.at >= context.items.length,
  },
  delays: { retryAfter: ({ context }) => context.retryAfterMs },
  actions: {
    begin: assign(({ event }) =>
      event.type === 'bulk.requested'
        ? { action: event.action, items: event.items, at: 0, failures: [], retryAfterMs: 0 }
        : {},
    ),
    goOn: assign({ at: ({ context }) => context.at + 1 }),
    keepFailure: assign(({ context }, { error }: { error: unknown }) => ({
      at: context.at + 1,
      failures: [...context.failures, { item: getCurrentItem(context), message: getErrorMessage(error) }],
    })),
    rememberWait: assign((_, { retryAfterMs }: { retryAfterMs: number }) => ({ retryAfterMs })),
    tell: emit(({ context }) => toFinishedEvent(context)),
    forget: assign({ items: [], at: 0, failures: [], retryAfterMs: 0 }),
  },
}).createMachine({
  id: 'bulkAction',
  context: { action: '', items: [], at: 0, failures: [], retryAfterMs: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: { 'bulk.requested': { guard: 'hasItems', target: 'running', actions: 'begin' } },
    },
    running: {
      initial: 'deciding',
      on: { 'bulk.stopped': { target: 'idle', actions: ['tell', 'forget'] } },
      states: {
        deciding: {
          always: [
            { guard: 'isThrough', target: '#bulkAction.idle', actions: ['tell', 'forget'] },
            { target: 'performing' },
          ],
        },
        performing: {
          invoke: {
            id: 'perform',
            src: 'perform',
            input: ({ context }) => ({ action: context.action, item: getCurrentItem(context) }),
            onDone: [
              { guard: ({ event }) => event.output.isDone, target: 'deciding', actions: 'goOn' },
              {
                target: 'waiting',
                actions: {
                  type: 'rememberWait',
                  params: ({ event }) => ({
                    retryAfterMs: event.output.isDone ? 0 : event.output.retryAfterMs,
                  }),
                },
              },
            ],
            onError: {
              target: 'deciding',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        waiting: { after: { retryAfter: 'performing' } },
      },
    },
  },
});

export type BulkSnapshot = SnapshotFrom<typeof bulkActionMachine>;

export const selectProgress = (
  snapshot: BulkSnapshot,
): { action: string; through: number; of: number; isWaiting: boolean } | undefined =>
  snapshot.matches('running')
    ? {
        action: snapshot.context.action,
        through: snapshot.context.at,
        of: snapshot.context.items.length,
        isWaiting: snapshot.matches({ running: 'waiting' }),
      }
    : undefined;

/** Undefined when the event is possible. */
export function findReason(snapshot: BulkSnapshot, event: BulkEvent): string | undefined {
  if (snapshot.can(event)) return undefined;
  if (event.type === 'bulk.stopped') return 'No bulk action is running';
  return event.items.length === 0
    ? 'Nothing is selected'
    : 'Another bulk action is running; wait for it or stop it';
}
