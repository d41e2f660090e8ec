import { paths } from '../../app/paths.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, defineCommands } from '../../commands/types.ts';
import { editCommands } from './edit.commands.ts';
import { graphCommands } from './graph.commands.ts';
import { lifecycleCommands } from './lifecycle.commands.ts';
import { NOT_SAVED, pipelineArgument, versionArgument } from './pipeline-arguments.ts';
import './scope.ts';

const onScreen = (ctx: CommandContext): true | string =>
  ctx.scopes.pipeline ? true : 'Open a pipeline first';

const viewCommands: readonly Command[] = [
  {
    id: 'pipeline.open',
    title: 'Open pipeline',
    group: 'Pipeline',
    icon: 'pipeline',
    keywords: ['show', 'details', 'go'],
    scope: 'global',
    bar: false,
    args: [{ ...pipelineArgument(), given: () => undefined }],
    enabled: (ctx) => (ctx.site ? true : 'Choose a site first'),
    run: (ctx, args) => ctx.navigate(paths.pipeline(args.pipeline ?? '')),
  },
  {
    id: 'pipeline.version',
    title: 'Show version',
    group: 'Version',
    icon: 'history',
    keywords: ['history', 'graph', 'older'],
    keys: 'v',
    scope: 'pipeline',
    bar: 'Versions',
    args: [pipelineArgument(), versionArgument()],
    enabled: (ctx) => {
      if (!ctx.scopes.pipeline?.pipeline) return NOT_SAVED;
      const { snapshot } = ctx.scopes.pipeline;
      return snapshot.matches({ editing: 'dirty' }) || snapshot.matches({ editing: 'invalid' })
        ? 'Another version can be shown when the changes are saved or discarded'
        : true;
    },
    run: (ctx, args) => ctx.scopes.pipeline?.chooseVersion(Number(args.version)),
  },
  {
    id: 'pipeline.errors',
    title: 'Show pipeline errors',
    group: 'View',
    icon: 'help',
    keywords: ['problems', 'warnings', 'causes'],
    keys: '!',
    scope: 'pipeline',
    bar: 'Errors',
    enabled: onScreen,
    run: (ctx) => ctx.scopes.pipeline?.showErrors(),
  },
  {
    id: 'pipeline.unit',
    title: (ctx) => (ctx.scopes.pipeline?.unit === 'events' ? 'Show bytes' : 'Show events'),
    group: 'View',
    icon: 'activity',
    keywords: ['events', 'bytes', 'metric'],
    keys: 'm',
    scope: 'pipeline',
    bar: false,
    enabled: onScreen,
    run: (ctx) => ctx.scopes.pipeline?.toggleUnit(),
  },
  {
    id: 'pipeline.outline',
    title: (ctx) => (ctx.scopes.pipeline?.isOutline ? 'Show as graph' : 'Show as outline'),
    group: 'View',
    icon: 'list',
    keywords: ['tree', 'list', 'graph'],
    keys: 'o',
    scope: 'pipeline',
    bar: 'Outline',
    enabled: onScreen,
    run: (ctx) => ctx.scopes.pipeline?.toggleOutline(),
  },
  {
    id: 'pipeline.holdSample',
    title: (ctx) => (ctx.scopes['pipeline.sample']?.isHeld ? 'Go on with the sample' : 'Hold the sample'),
    group: 'View',
    icon: 'pause',
    keys: 'Space',
    scope: 'pipeline',
    bar: false,
    enabled: (ctx) => (ctx.scopes['pipeline.sample'] ? true : 'Open a node of a running pipeline first'),
    run: (ctx) => ctx.scopes['pipeline.sample']?.toggleHold(),
  },
];

/** Everything that can be done with a pipeline, on its screen and from the palette anywhere. */
export const pipelineCommands = defineCommands([
  ...lifecycleCommands,
  ...viewCommands,
  ...editCommands,
  ...graphCommands,
]);

export const pipelineScopes: readonly ScopeDefinition[] = [
  { id: 'pipeline', mode: 'VIEW' },
  { id: 'pipeline.edit', mode: 'EDIT', tone: 'warn', alongside: ['pipeline'] },
  // Its data alone: the key of the sample is one of the screen.
  { id: 'pipeline.sample', mode: 'SAMPLE', region: true },
  {
    id: 'pipeline.graph',
    mode: 'GRAPH',
    region: true,
    alongside: ['pipeline', 'pipeline.edit'],
    widgetKeys: [
      { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], label: 'Move' },
      { keys: ['Enter'], label: 'Inspect' },
      { keys: ['0'], label: 'Fit' },
    ],
  },
];
