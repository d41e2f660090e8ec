import { EDITOR_TEXTS } from '../../../../machines/pipeline-editor/pipeline-editor.selectors.ts';
import { canDo, type PipelineIntent } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { paths } from '../../app/paths.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, type CommandArgs, defineCommands } from '../../commands/types.ts';
import { requestAction } from './action-actor.ts';
import { editCommands } from './edit.commands.ts';
import { graphCommands } from './graph.commands.ts';
import { nextVersion, pipelineArgument, pipelineOf, versionArgument } from './pipeline-arguments.ts';
import './scope.ts';

/** Where commands on a pipeline have their keys: its screen, and the list's row under the cursor. */
const HERE = ['pipeline', 'pipelines.list'] as const;
const NOT_SAVED = 'The pipeline is not saved yet';

const isEditing = (ctx: CommandContext): boolean => ctx.scopes['pipeline.edit'] !== undefined;

/** The command is about the very pipeline that is being edited. */
const isOfEdited = (ctx: CommandContext, args: CommandArgs): boolean =>
  isEditing(ctx) && (args.pipeline === undefined || args.pipeline === ctx.scopes.pipeline?.pipeline?.id);

/** What the lifecycle says of the pipeline, where it is on screen; the options of the palette say it else. */
function allowed(ctx: CommandContext, args: CommandArgs, intent: PipelineIntent): true | string {
  const pipeline = pipelineOf(ctx, args);
  if (!pipeline) return ctx.scopes.pipeline && args.pipeline === undefined ? NOT_SAVED : true;
  const version = args.version === undefined ? nextVersion(pipeline) : Number(args.version);
  return canDo(pipeline, intent, version);
}

function deployAllowed(ctx: CommandContext, args: CommandArgs): true | string {
  if (isOfEdited(ctx, args)) return 'Save or cancel the changes first';
  const may = allowed(ctx, args, 'DEPLOY');
  const pipeline = pipelineOf(ctx, args);
  if (may !== true || !pipeline) return may;
  const version = args.version === undefined ? nextVersion(pipeline) : Number(args.version);
  const runs = pipeline.status === 'DEPLOYED' && version === pipeline.deployedGraphVersion;
  return runs ? `v${version} is deployed already; edit the pipeline, or force the deployment` : true;
}

const nameOf = (ctx: CommandContext, args: CommandArgs): string =>
  pipelineOf(ctx, args)?.name ?? 'this pipeline';

const versionOf = (args: CommandArgs, pipeline: Pipeline | undefined): number =>
  args.version === undefined ? (pipeline ? nextVersion(pipeline) : 0) : Number(args.version);

const simple = (
  command: Pick<Command, 'id' | 'title' | 'icon' | 'keywords' | 'keys' | 'bar'>,
  intent: 'PAUSE' | 'BYPASS' | 'CANCEL',
): Command => ({
  ...command,
  group: 'Pipeline',
  scope: HERE,
  everywhere: true,
  args: [pipelineArgument(intent)],
  enabled: (ctx, args) => allowed(ctx, args, intent),
  run: (_ctx, args) => requestAction({ pipelineId: args.pipeline ?? '', action: intent }),
  calls: ['runPipelineAction'],
});

const lifecycleCommands: readonly Command[] = [
  {
    id: 'pipeline.edit',
    title: 'Edit Pipeline',
    group: 'Pipeline',
    icon: 'edit',
    keywords: ['change', 'modify', 'graph'],
    keys: 'e',
    scope: HERE,
    everywhere: true,
    bar: 'Edit',
    args: [pipelineArgument('EDIT')],
    enabled: (ctx, args) =>
      isOfEdited(ctx, args) ? 'The pipeline is being edited already' : allowed(ctx, args, 'EDIT'),
    run: (ctx, args) => {
      const scope = ctx.scopes.pipeline;
      if (scope?.pipeline?.id === args.pipeline) scope?.send({ type: 'edit.start' });
      else ctx.navigate(paths.pipeline(args.pipeline ?? '', { mode: 'edit' }));
    },
    calls: ['updatePipeline', 'createTransforms', 'saveGraph'],
  },
  {
    id: 'pipeline.deploy',
    // While editing, Deploy saves first: that is another command.
    title: (ctx) => (isEditing(ctx) ? 'Deploy a saved version' : 'Deploy'),
    group: 'Pipeline',
    icon: 'deploy',
    keywords: ['run', 'release', 'roll out', 'version', 'rollback'],
    keys: 'Shift+d',
    scope: HERE,
    everywhere: true,
    args: [
      pipelineArgument('DEPLOY'),
      versionArgument((ctx, args) => {
        const pipeline = pipelineOf(ctx, args);
        return pipeline && nextVersion(pipeline);
      }),
    ],
    enabled: deployAllowed,
    causeOf: (ctx) => (ctx.scopes.pipeline && !isEditing(ctx) ? { command: 'pipeline.edit' } : undefined),
    review: (ctx, args) => ({
      title: EDITOR_TEXTS.deployTitle,
      body: EDITOR_TEXTS.deployText(`${nameOf(ctx, args)} (v${versionOf(args, pipelineOf(ctx, args))})`),
      action: 'Deploy',
      destructive: false,
    }),
    run: (ctx, args) =>
      requestAction({
        pipelineId: args.pipeline ?? '',
        action: 'DEPLOY',
        graphVersion: versionOf(args, pipelineOf(ctx, args)),
      }),
    calls: ['runPipelineAction'],
  },
  {
    id: 'pipeline.forceDeploy',
    title: 'Force Deploy',
    group: 'Pipeline',
    icon: 'deploy',
    keywords: ['again', 'redeploy', 'restart'],
    scope: HERE,
    everywhere: true,
    args: [
      pipelineArgument('DEPLOY'),
      versionArgument((ctx, args) => pipelineOf(ctx, args)?.deployedGraphVersion),
    ],
    enabled: (ctx, args) => {
      const pipeline = pipelineOf(ctx, args);
      if (pipeline && pipeline.deployedGraphVersion === 0) return 'Pipeline was never deployed';
      return allowed(ctx, args, 'DEPLOY');
    },
    review: (ctx, args) => ({
      title: 'Force Deploy',
      body: `v${args.version ?? ''} of ${nameOf(ctx, args)} is deployed again, although it runs already.`,
      action: 'Force Deploy',
      destructive: false,
    }),
    run: (_ctx, args) =>
      requestAction({
        pipelineId: args.pipeline ?? '',
        action: 'DEPLOY',
        graphVersion: Number(args.version),
        isForced: true,
      }),
    calls: ['runPipelineAction'],
  },
  simple(
    { id: 'pipeline.pause', title: 'Pause', icon: 'pause', keys: 'p', keywords: ['stop', 'hold'] },
    'PAUSE',
  ),
  simple(
    {
      id: 'pipeline.bypass',
      title: 'Bypass',
      icon: 'bypass',
      keys: 'b',
      keywords: ['raw', 'skip transforms'],
    },
    'BYPASS',
  ),
  {
    id: 'pipeline.resume',
    title: 'Resume',
    group: 'Pipeline',
    icon: 'resume',
    keywords: ['continue', 'start', 'unpause'],
    keys: 'u',
    scope: HERE,
    everywhere: true,
    args: [pipelineArgument('RESUME')],
    enabled: (ctx, args) => allowed(ctx, args, 'RESUME'),
    run: (_ctx, args) => requestAction({ pipelineId: args.pipeline ?? '', action: 'DEPLOY' }),
    calls: ['runPipelineAction'],
  },
  simple(
    {
      id: 'pipeline.cancelAction',
      title: 'Cancel action',
      icon: 'ban',
      keywords: ['abort', 'pending'],
      bar: false,
    },
    'CANCEL',
  ),
  {
    id: 'pipeline.delete',
    title: 'Delete pipeline',
    group: 'Pipeline',
    icon: 'delete',
    keywords: ['remove'],
    scope: HERE,
    everywhere: true,
    args: [pipelineArgument('DELETE')],
    enabled: (ctx, args) => allowed(ctx, args, 'DELETE'),
    review: (ctx, args) => ({
      title: 'Delete Pipeline',
      body: `${nameOf(ctx, args)} stops and is deleted. Its sources and destinations stay.`,
      action: 'Delete pipeline',
      destructive: true,
    }),
    run: (_ctx, args) => requestAction({ pipelineId: args.pipeline ?? '', action: 'DELETE' }),
    calls: ['runPipelineAction'],
  },
];

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
  { id: 'pipeline.edit', mode: 'EDIT', tone: 'warn' },
  // Its data alone: the key of the sample is one of the screen.
  { id: 'pipeline.sample', mode: 'SAMPLE', region: true },
  {
    id: 'pipeline.graph',
    mode: 'GRAPH',
    region: true,
    widgetKeys: [
      { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], label: 'Move' },
      { keys: ['Enter'], label: 'Inspect' },
      { keys: ['0'], label: 'Fit' },
    ],
  },
];
