import { assign, type SnapshotFrom, setup } from 'xstate';
import { parseLogQuery, type QueryError } from '../../src/contract/log-query/index.ts';

/**
 * The query line of Log Search, the address's query, and whether new events are followed. Typed text is run
 * shortly after the last key; with an error, the previous query stays.
 */
export type LogSearchContext = {
  text: string;
  /** In the address. */
  asked: string;
  /** Sent to the address and not confirmed yet: confirmation may follow the next key or query. */
  sent: readonly string[];
  /** Only then new events lie within the range. */
  endsNow: boolean;
};

export type LogSearchEvent =
  | { type: 'query.typed'; text: string }
  /** By this line, history navigation, a link or a command. */
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
      // Keeps text typed since it was sent.
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

/** Syntax error of the line. */
export const selectError = ({ context }: LogSearchSnapshot): QueryError | undefined =>
  parseLogQuery(context.text).error;

/** Off while the range does not end now; restored when it does again. */
export const selectLive = ({ context, value }: LogSearchSnapshot): LiveState =>
  context.endsNow ? value.tail : 'off';

/** Undefined when new events can be followed. */
export const findFollowReason = ({ context }: LogSearchSnapshot): string | undefined =>
  context.endsNow ? undefined : 'Choose a time that ends now, such as the last hour';
