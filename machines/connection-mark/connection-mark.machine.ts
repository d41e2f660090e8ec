import { assign, emit, type SnapshotFrom, setup } from 'xstate';

/** Times are unix milliseconds. */
export type ConnectionMarkContext = {
  /** Time of the last message. */
  freshAt: number | undefined;
};

export type ConnectionMarkEvent =
  | { type: 'channel.opened'; now: number }
  | { type: 'channel.lost'; now: number }
  | { type: 'channel.retried' }
  | { type: 'message.received'; now: number }
  | { type: 'data.refetched' };

/** The live channel does not replay missed messages, so data is fetched again. */
export type RefetchWanted = { type: 'refetch.wanted' };

/**
 * Whether the data on screen is current. `connecting` is only the first connection; `back` lasts until missed
 * data has been fetched.
 */
export const connectionMarkMachine = setup({
  types: {
    context: {} as ConnectionMarkContext,
    events: {} as ConnectionMarkEvent,
    emitted: {} as RefetchWanted,
  },
  actions: {
    stamp: assign(({ event }) => ('now' in event ? { freshAt: event.now } : {})),
    /** Before the first message, data is as old as the failure of the channel. */
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
    lost: {
      on: {
        'channel.retried': 'reconnecting',
        'channel.opened': { target: 'back', actions: 'wantRefetch' },
      },
    },
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

export type ConnectionMarkSnapshot = SnapshotFrom<typeof connectionMarkMachine>;

export const selectIsOpen = (snapshot: ConnectionMarkSnapshot): boolean =>
  snapshot.matches('live') || snapshot.matches('back');

/** Unix milliseconds; undefined while data is current. */
export const selectStaleSince = (snapshot: ConnectionMarkSnapshot): number | undefined =>
  snapshot.matches('lost') || snapshot.matches('reconnecting') ? snapshot.context.freshAt : undefined;
