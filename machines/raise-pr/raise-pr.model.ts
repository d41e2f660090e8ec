import { defineModel } from '../model.ts';
import { raisePrMachine } from './raise-pr.machine.ts';

export const raisePrModel = defineModel({
  name: 'raise PR',
  machine: raisePrMachine,
  vocabulary: [
    { type: 'raise.open' },
    { type: 'comment.changed', comment: 'Why' },
    { type: 'raise.cancel' },
    { type: 'raise.submit' },
    { type: 'raise.collect' },
    { type: 'xstate.done.actor.raise', output: { count: 1 } },
    { type: 'xstate.error.actor.raise', error: new Error('refused') },
  ],
  key: ({ value, context }) => `${value} ${context.way} ${context.comment}`,
});
