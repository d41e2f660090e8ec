import { defineModel } from '../model.ts';
import { commandPaletteMachine } from './command-palette.machine.ts';
import { selectPage } from './command-palette.selectors.ts';
import type { PaletteCommand } from './palette.types.ts';

export const modelCommands: PaletteCommand[] = [
  { id: 'go.pipelines', title: 'Go to pipelines', group: 'Go to' },
  {
    id: 'pipeline.deploy',
    title: 'Deploy a version',
    group: 'Pipeline',
    args: [
      { name: 'version', label: 'Version', kind: 'option' },
      { name: 'note', label: 'Note', kind: 'text' },
    ],
  },
  { id: 'pipeline.delete', title: 'Remove pipeline', group: 'Pipeline', needsReview: true },
  {
    id: 'pipeline.pause',
    title: 'Pause',
    group: 'Pipeline',
    refusal: 'Pipeline is Deploying',
    hasCause: true,
  },
  { id: 'edit.undo', title: 'Undo', group: 'Edit', refusal: 'Nothing to undo' },
];

const commands = modelCommands;
const opened = { type: 'palette.opened' as const, commands, usage: {}, now: 1000 };
const withoutRefusals = commands.map(({ refusal: _refusal, ...command }) => command);

export const commandPaletteModel = defineModel({
  name: 'command palette',
  machine: commandPaletteMachine,
  vocabulary: [
    opened,
    { ...opened, scope: { id: '300000000000000001', label: 'web-logs' } },
    { ...opened, commandId: 'pipeline.deploy' },
    { ...opened, commandId: 'edit.undo' },
    { type: 'palette.closed' },
    { type: 'commands.changed', commands: withoutRefusals },
    { type: 'query.changed', query: 'un' },
    { type: 'query.changed', query: 'nothing like it' },
    { type: 'query.changed', query: '' },
    { type: 'highlight.moved', by: 1 },
    { type: 'highlight.set', id: 'pipeline.delete' },
    { type: 'row.clicked', id: 'pipeline.pause' },
    { type: 'row.clicked', id: 'v2' },
    { type: 'enter.pressed' },
    { type: 'back.pressed' },
    { type: 'review.confirmed' },
    { type: 'retry.pressed' },
    {
      type: 'xstate.done.actor.loadOptions',
      output: [
        { id: 'v1', title: 'v1', group: '', refusal: 'Version 1 is deployed' },
        { id: 'v2', title: 'v2 untested', group: '' },
      ],
    },
    { type: 'xstate.error.actor.loadOptions', error: new Error('The service does not answer') },
    { type: 'xstate.done.actor.validate', output: { ok: true, value: 'ok' } },
    { type: 'xstate.done.actor.validate', output: { ok: false, message: 'Too short' } },
    { type: 'xstate.error.actor.validate', error: new Error('The service does not answer') },
  ],
  explore: ({ context }, event) => {
    // Frecency, and lists that change under the highlight, have their own tests.
    const isAsShown =
      context.commands.length === 0 || context.commands.some(({ refusal }) => refusal !== undefined);
    const isRoot = context.query === '' && context.commandId === undefined;
    if (event.type === 'palette.opened') return isAsShown && Object.keys(context.usage).length === 0;
    if (event.type === 'palette.closed') return isAsShown;
    if (event.type === 'commands.changed') return isRoot && isAsShown;
    if (event.type === 'highlight.moved' || event.type === 'highlight.set')
      return context.query === '' && isAsShown;
    return isAsShown || event.type === 'enter.pressed';
  },
  key: (snapshot) => {
    const { context } = snapshot;
    return [
      selectPage(snapshot),
      context.commandId ?? '',
      `"${context.query}"`,
      context.highlightedId ?? '-',
      context.rows.length,
      context.values.map(({ value }) => value).join('+'),
      context.options.length,
      context.scope ? 'scope' : '',
      context.message ?? '',
      context.commands.some(({ refusal }) => refusal !== undefined) ? 'refusals' : '',
      Object.keys(context.usage).join('+'),
    ].join(' ');
  },
});
