import { assign, emit, setup } from 'xstate';

/** Times are milliseconds since 1970, brought by the events. */
export type ConnectionMarkContext = {
  /** When the last message came: what is on screen is from then. */
  freshAt: number | undefined;
};

export type ConnectionMarkEvent =
  | { type: 'channel.opened'; now: number }
  | { type: 'channel.lost'; now: number }
  | { type: 'channel.retried' }
  | { type: 'message.received'; now: number }
  | { type: 'data.refetched' };

/** What is on screen must be fetched again: nothing that was missed is replayed. */
export type RefetchWanted = { type: 'refetch.wanted' };

/**
 * Whether what is on screen is true now. `connecting` is the start, when nothing has been live yet; `back`
 * lasts until what was missed has been fetched.
 */
export const connectionMarkMachine = setup({
  types: {
    context: {} as ConnectionMarkContext,
    events: {} as ConnectionMarkEvent,
    emitted: {} as RefetchWanted,
  },
  actions: {
    stamp: assign(({ event }) => ('now' in event ? { freshAt: event.now } : {})),
    /** Before the first message, what is on screen is from the moment the channel failed. */
    stampFirst: assign(({ context, event }) =>
      'now' in event ? { freshAt: context.freshAt ?? event.now } : {},
    ),
    wantRefetch: emit({ type: 'refetch.wanted' as const }),
  },
}).createMachine({
  id: 'connectionMark',
  context: { freshAt: undefined },
  initial: 'connecting',
  states: {
    connecting: {
      on: {
        'channel.opened': { target: 'live', actions: 'stamp' },
        'channel.lost': { target: 'lost', actions: 'stampFirst' },
      },
    },
    live: {
      on: {
        'message.received': { actions: 'stamp' },
        'channel.lost': { target: 'lost', actions: 'stampFirst' },
      },
    },
    /** Waits for the next attempt. */
    lost: {
      on: {
        'channel.retried': 'reconnecting',
        'channel.opened': { target: 'back', actions: 'wantRefetch' },
      },
    },
    /** An attempt is under way. */
    reconnecting: {
      on: {
        'channel.lost': 'lost',
        'channel.opened': { target: 'back', actions: 'wantRefetch' },
      },
    },
    back: {
      on: {
        'data.refetched': 'live',
        'message.received': { actions: 'stamp' },
        'channel.lost': { target: 'lost', actions: 'stampFirst' },
      },
    },
  },
});
