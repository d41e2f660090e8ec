import { assign, setup } from 'xstate';
import { nextSort, type Sort } from '../../src/contract/sort.ts';

export type SortDirection = 'none' | Sort['direction'];
export type SortCycleContext = { sort: Sort | undefined };
export type SortCycleEvent = { type: 'heading.clicked'; column: string } | { type: 'sort.reset' };

type Facts = { context: SortCycleContext; event: SortCycleEvent };

const sortAfter = ({ context, event }: Facts): Sort | undefined =>
  event.type === 'heading.clicked' ? nextSort(context.sort, event.column) : undefined;

/** Sort of one table (E14); where a press on a heading leads is `nextSort`. */
export const sortCycleMachine = setup({
  types: { context: {} as SortCycleContext, events: {} as SortCycleEvent },
  guards: {
    leadsUp: (facts: Facts) => sortAfter(facts)?.direction === 'ascending',
    leadsDown: (facts: Facts) => sortAfter(facts)?.direction === 'descending',
    isSorted: ({ context }) => context.sort !== undefined,
  },
  actions: { follow: assign((facts: Facts) => ({ sort: sortAfter(facts) })) },
}).createMachine({
  id: 'sortCycle',
  context: { sort: undefined },
  initial: 'none',
  on: {
    'heading.clicked': [
      { guard: 'leadsUp', target: '.ascending', actions: 'follow' },
      { guard: 'leadsDown', target: '.descending', actions: 'follow' },
      { target: '.none', actions: 'follow' },
    ],
    'sort.reset': { guard: 'isSorted', target: '.none', actions: 'follow' },
  },
  states: { none: {}, ascending: {}, descending: {} },
});
