import type { Macro } from '../../src/contract/entities/preferences.ts';
import { defineModel } from '../model.ts';
import { macrosMachine } from './macros.machine.ts';

export const MODEL_MACRO: Macro = {
  id: 'a',
  name: 'Morning',
  steps: [
    { commandId: 'go.pipelines', args: {} },
    { commandId: 'pipeline.pause', args: { pipeline: '3' } },
  ],
};

export const macrosModel = defineModel({
  name: 'macros',
  machine: macrosMachine,
  vocabulary: [
    { type: 'record.start' },
    { type: 'command.ran', commandId: 'view.reload', args: {} },
    { type: 'record.stop' },
    { type: 'record.discard' },
    { type: 'name.given', id: 'b', name: 'Evening' },
    { type: 'run.start', macro: MODEL_MACRO },
    { type: 'run.stop' },
    { type: 'context.changed' },
    { type: 'review.confirmed' },
    { type: 'review.declined' },
    { type: 'xstate.done.actor.settle' },
    { type: 'xstate.error.actor.settle', error: new Error('no answer') },
    { type: 'xstate.done.actor.attempt', output: { kind: 'ran' } },
    { type: 'xstate.done.actor.attempt', output: { kind: 'asked' } },
    { type: 'xstate.done.actor.attempt', output: { kind: 'refused', reason: 'It is being deployed' } },
    {
      type: 'xstate.done.actor.attempt',
      output: { kind: 'refused', reason: 'There is no such command', isFinal: true },
    },
    { type: 'xstate.error.actor.attempt', error: new Error('It broke') },
    { type: 'xstate.after.patience.macros.running.preparing' },
  ],
  key: ({ value, context }) =>
    [
      JSON.stringify(value),
      context.steps.length,
      context.macro ? context.at + 1 : '',
      context.reason ?? '',
    ].join(' '),
  // More steps or runs would add no new paths.
  explore: ({ context }, event) => event.type !== 'command.ran' || context.steps.length < 2,
});
