import { defineModel } from '../model.ts';
import { alertEventMachine } from './alert-event.machine.ts';

/** Two minutes until it fires, two until it is resolved. */
export const alertEventModel = defineModel({
  name: 'alert event',
  machine: alertEventMachine,
  vocabulary: [
    { type: 'minute.met', forMinutes: 0 },
    { type: 'minute.met', forMinutes: 2 },
    { type: 'minute.between' },
    { type: 'minute.clear', clearMinutes: 2 },
    { type: 'rule.withdrawn' },
  ],
  key: ({ value, context }) => `${value} met ${context.metMinutes} clear ${context.clearMinutes}`,
});
