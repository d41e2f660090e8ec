import { defineModel } from '../model.ts';
import { singleWriteMachine } from './single-write.machine.ts';

export const singleWriteModel = defineModel({
  name: 'single write',
  machine: singleWriteMachine,
  vocabulary: [
    { type: 'write.requested', values: { id: '1' } },
    { type: 'write.requested', values: { id: '2' } },
    { type: 'xstate.done.actor.write', output: { id: '1' } },
    { type: 'xstate.error.actor.write', error: new Error('Refused') },
  ],
  key: ({ value, context }) => `${String(value)} ${context.values.id ?? '-'}`,
});
