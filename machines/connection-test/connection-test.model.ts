import { defineModel } from '../model.ts';
import { connectionTestMachine } from './connection-test.machine.ts';

const works = { problem: null, answers: [], findings: [], elapsedMilliseconds: 4 };
const problem = { message: 'Nothing listens', causes: ['It is off'], resolutions: ['Start it'] };

export const connectionTestModel = defineModel({
  name: 'test of a source or destination',
  machine: connectionTestMachine,
  vocabulary: [
    { type: 'test.requested', events: [] },
    { type: 'test.requested', events: ['{"a":1}'] },
    { type: 'test.given.up' },
    { type: 'xstate.done.actor.test', output: works },
    { type: 'xstate.done.actor.test', output: { ...works, problem } },
    { type: 'xstate.error.actor.test', error: new Error('Port is required') },
  ],
  key: ({ value, context }) =>
    `${String(value)} ${context.events.join()} ${context.failure} ${context.result ? (context.result.problem?.message ?? 'works') : '-'}`,
});
