import { assign, type SnapshotFrom, setup } from 'xstate';
import { parseLogQuery, type QueryError } from '../../src/contract/log-query/index.ts';

/**
 * The query line of Log Search, what the address asks, and whether new events are followed. What is typed is asked a
 * moment after the last key, unless it has an error: then the last question stays.
 */
export type LogSearchContext = {
  text: string;
  /** In the address. */
  asked: string;
  /** What this line writes into the address, until the address says so: it may come after the next key or question. */
  sent: readonly string[];
  /** New events belong to the time only then. */
  endsNow: boolean;
};

export type LogSearchEvent =
  | { type: 'query.typed'; text: string }
  /** By this line, by back and forward, a link or a command. */
  | { type: 'address.changed'; query: string }
  | { type: 'time.changed'; endsNow: boolean }
  | { type: 'live.toggled' };

export type LogSearchInput = { query: string; endsNow: boolean };

/** After the last key. */
export const ASK_AFTER_MS = 120;

export const logSearchMachine = setup({
  types: {
    context: {} as LogSearchContext,
    events: {} as LogSearchEvent,
    input: {} as LogSearchInput,
  },
  guards: {
    isWrong: ({ context }) => parseLogQuery(context.text).error !== undefined,
    isAsked: ({ context }) => context.text === context.asked,
    endsNow: ({ context }) => context.endsNow,
  },
  actions: {
    setText: assign(({ event }) => (event.type === 'query.typed' ? { text: event.text } : {})),
    takeAddress: assign(({ context, event }) => {
      if (event.type !== 'address.changed') return {};
      const at = context.sent.indexOf(event.query);
      // What was typed since it was sent stays.
      if (at >= 0) return { sent: context.sent.slice(at + 1) };
      return { text: event.query, asked: event.query, sent: [] };
    }),
    setSent: assign(({ context }) => ({ asked: context.text, sent: [...context.sent, context.text] })),
    setTime: assign(({ event }) => (event.type === 'time.changed' ? { endsNow: event.endsNow } : {})),
    /** Provided: writes the query into the address. */
    ask: (_, _params: { query: string }) => undefined,
  },
  delays: { debounce: ASK_AFTER_MS },
}).createMachine({
  id: 'logSearch',
  context: ({ input: { query, endsNow } }) => ({ text: query, asked: query, sent: [], endsNow }),
  type: 'parallel',
  on: { 'time.changed': { actions: 'setTime' } },
  states: {
    line: {
      initial: 'judging',
      on: {
        'query.typed': { target: '.judging', actions: 'setText' },
        'address.changed': { target: '.judging', actions: 'takeAddress' },
      },
      states: {
        judging: {
          always: [
            { guard: 'isWrong', target: 'wrong' },
            { guard: 'isAsked', target: 'asked' },
            { target: 'waiting' },
          ],
        },
        wrong: {},
        asked: {},
        waiting: {
          after: {
            debounce: {
              target: 'asked',
              actions: ['setSent', { type: 'ask', params: ({ context }) => ({ query: context.text }) }],
            },
          },
        },
      },
    },
    tail: {
      initial: 'off',
      states: {
        off: { on: { 'live.toggled': { guard: 'endsNow', target: 'live' } } },
        live: { on: { 'live.toggled': { guard: 'endsNow', target: 'paused' } } },
        paused: { on: { 'live.toggled': { guard: 'endsNow', target: 'live' } } },
      },
    },
  },
});

export type LogSearchSnapshot = SnapshotFrom<typeof logSearchMachine>;
export type LiveState = 'off' | 'live' | 'paused';

/** Where the line cannot be read. */
export const selectError = ({ context }: LogSearchSnapshot): QueryError | undefined =>
  parseLogQuery(context.text).error;

/** Off while the time does not end now; it goes on as it was once it does again. */
export const selectLive = ({ context, value }: LogSearchSnapshot): LiveState =>
  context.endsNow ? value.tail : 'off';

/** Undefined when new events can be followed. */
export const findFollowReason = ({ context }: LogSearchSnapshot): string | undefined =>
  context.endsNow ? undefined : 'Choose a time that ends now, such as the last hour';
