import { assign, setup } from 'xstate';

export type SortDirection = 'none' | 'ascending' | 'descending';
export type SortCycleContext = { column: string | undefined };
export type SortCycleEvent = { type: 'heading.clicked'; column: string } | { type: 'sort.reset' };

/** Sort of one table (E14): none, ascending, descending, none; another column starts ascending. */
export const sortCycleMachine = setup({
  types: { context: {} as SortCycleContext, events: {} as SortCycleEvent },
  guards: {
    isOtherColumn: ({ context, event }) =>
      event.type === 'heading.clicked' && event.column !== context.column,
  },
  actions: {
    sortColumn: assign(({ event }) => (event.type === 'heading.clicked' ? { column: event.column } : {})),
    clearColumn: assign({ column: undefined }),
  },
}).createMachine({
  id: 'sortCycle',
  context: { column: undefined },
  initial: 'none',
  states: {
    none: { on: { 'heading.clicked': { target: 'ascending', actions: 'sortColumn' } } },
    ascending: {
      on: {
        'heading.clicked': [{ guard: 'isOtherColumn', actions: 'sortColumn' }, { target: 'descending' }],
        'sort.reset': { target: 'none', actions: 'clearColumn' },
      },
    },
    descending: {
      on: {
        'heading.clicked': [
          { guard: 'isOtherColumn', target: 'ascending', actions: 'sortColumn' },
          { target: 'none', actions: 'clearColumn' },
        ],
        'sort.reset': { target: 'none', actions: 'clearColumn' },
      },
    },
  },
});
