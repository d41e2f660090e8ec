import { defineModel } from '../model.ts';
import { sortCycleMachine } from './sort-cycle.machine.ts';

/** Drivers: a click on either heading, and the reset of the table. */
export const sortCycleModel = defineModel({
  name: 'sort cycle',
  machine: sortCycleMachine,
  vocabulary: [
    { type: 'heading.clicked', column: 'name' },
    { type: 'heading.clicked', column: 'status' },
    { type: 'sort.reset' },
  ],
  key: (snapshot) => `${snapshot.value} ${snapshot.context.sort?.column ?? ''}`.trim(),
});
