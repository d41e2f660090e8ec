import { defineModel } from '../model.ts';
import { keyMapMachine } from './key-map.machine.ts';

export const KEY_MAP_COMMANDS = [
  { id: 'pipeline.edit', title: 'Edit pipeline', scopes: ['pipeline'], defaults: ['e'] },
  { id: 'pipeline.deploy', title: 'Deploy', scopes: ['pipeline'], defaults: ['Shift+d'] },
  { id: 'go.pipelines', title: 'Pipelines', scopes: ['global', 'pipeline'], defaults: ['g p'] },
];

const file = (keys: object): string => JSON.stringify({ penstockKeyMap: 1, characterKeys: true, keys });

export const keyMapModel = defineModel({
  name: 'key map',
  machine: keyMapMachine,
  input: { commands: KEY_MAP_COMMANDS, overlay: {}, characterKeys: true, isMac: false },
  vocabulary: [
    { type: 'record.started', commandId: 'pipeline.deploy', mode: 'replace' },
    { type: 'key.pressed', key: 'e' },
    { type: 'key.pressed', key: 'q' },
    { type: 'key.pressed', key: 'Enter' },
    { type: 'key.pressed', key: 'Backspace' },
    { type: 'key.pressed', key: 'Escape' },
    { type: 'record.cancelled' },
    { type: 'keys.taken' },
    { type: 'keys.cleared', commandId: 'pipeline.edit' },
    { type: 'keys.reset', commandId: 'pipeline.edit' },
    { type: 'all.reset' },
    { type: 'characterKeys.set', isOn: false },
    { type: 'characterKeys.set', isOn: true },
    { type: 'map.imported', text: file({ 'pipeline.deploy': ['e'] }) },
    { type: 'map.imported', text: file({ 'pipeline.deploy': ['e'], 'pipeline.edit': ['q'] }) },
  ],
  key: ({ value, context }) =>
    [
      value,
      context.characterKeys ? '' : 'off',
      context.recording ? `${context.recording.commandId}:${context.recording.keys.join(' ')}` : '',
      context.refusal?.rule ?? '',
      JSON.stringify(Object.entries(context.overlay).sort()),
    ].join(' '),
  // One recorded key reaches every transition.
  explore: ({ context }, event) => {
    if (event.type === 'map.imported' || event.type === 'characterKeys.set')
      return Object.keys(context.overlay).length === 0;
    const isPlainKey = 'key' in event && event.key.length === 1;
    return !isPlainKey || context.refusal !== undefined || context.recording?.keys.length === 0;
  },
});
