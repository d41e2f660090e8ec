import { defineModel } from '../model.ts';
import { bulkActionMachine } from './bulk-action.machine.ts';

const item = (id: string) => ({ id, name: `Pipeline ${id}` });

export const bulkActionModel = defineModel({
  name: 'bulk action',
  machine: bulkActionMachine,
  vocabulary: [
    { type: 'bulk.requested', action: 'PAUSE', items: [item('1'), item('2')] },
    { type: 'bulk.stopped' },
    { type: 'xstate.done.actor.perform', output: { isDone: true } },
    { type: 'xstate.done.actor.perform', output: { isDone: false, retryAfterMs: 2000 } },
    { type: 'xstate.error.actor.perform', error: new Error('Refused') },
    { type: 'xstate.after.retryAfter.bulkAction.running.waiting' },
  ],
  key: ({ value, context }) => `${JSON.stringify(value)} ${context.at} ${context.failures.length}`,
});
