import { defineModel } from '../model.ts';
import { logSearchMachine } from './log-search.machine.ts';

/** The last has a syntax error. */
export const MODEL_QUERIES = ['', 'error', '"error'] as const;
const [NOTHING, WORD, WRONG] = MODEL_QUERIES;

export const logSearchModel = defineModel({
  name: 'Log Search',
  machine: logSearchMachine,
  input: { query: NOTHING, endsNow: true },
  vocabulary: [
    { type: 'query.typed', text: NOTHING },
    { type: 'query.typed', text: WORD },
    { type: 'query.typed', text: WRONG },
    { type: 'xstate.after.debounce.logSearch.line.waiting' },
    { type: 'address.changed', query: NOTHING },
    { type: 'address.changed', query: WORD },
    { type: 'address.changed', query: WRONG },
    { type: 'time.changed', endsNow: true },
    { type: 'time.changed', endsNow: false },
    { type: 'live.toggled' },
  ],
  key: ({ value, context }) =>
    [value.line, value.tail, context.text, context.asked, JSON.stringify(context.sent), context.endsNow].join(
      ' / ',
    ),
  // More unconfirmed queries behave alike.
  explore: ({ context }, { type }) => !type.startsWith('xstate.after') || context.sent.length < 2,
});
