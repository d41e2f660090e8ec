import { defineModel } from '../model.ts';
import { keySequenceMachine } from './key-sequence.machine.ts';

export const keySequenceModel = defineModel({
  name: 'key sequence',
  machine: keySequenceMachine,
  input: {
    bindings: [
      { keys: 'g p', commandId: 'go.pipelines', scope: 'global' },
      { keys: 'g x y', commandId: 'go.deep', scope: 'global' },
      { keys: 'e', commandId: 'edit', scope: 'table' },
      { keys: 'mod+k', commandId: 'palette', scope: 'global' },
    ],
    scopes: ['table', 'global'],
    characterKeys: true,
    isMac: false,
  },
  vocabulary: [
    { type: 'key.pressed', key: 'g' },
    { type: 'key.pressed', key: 'p' },
    { type: 'key.pressed', key: 'x' },
    { type: 'key.pressed', key: 'y' },
    { type: 'key.pressed', key: 'e' },
    { type: 'key.pressed', key: 'q' },
    { type: 'key.pressed', key: 'Escape' },
    { type: 'key.pressed', key: 'Backspace' },
    { type: 'key.pressed', key: 'k', ctrlKey: true },
    { type: 'key.pressed', key: 'k', ctrlKey: true, inTextField: true },
    { type: 'key.pressed', key: 'e', inTextField: true },
    { type: 'sequence.reset' },
    { type: 'settings.changed', settings: { scopes: ['table', 'global'] } },
    { type: 'xstate.after.sheetDelay.keySequence.pending.waiting' },
  ],
  key: ({ value, context }) => `${JSON.stringify(value)} ${context.pending.join(' ')}`.trim(),
});
