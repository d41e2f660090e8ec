import { EDITOR_TEXTS } from '../../../../machines/pipeline-editor/pipeline-editor.selectors.ts';
import { canDo, type PipelineIntent } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { paths } from '../../app/paths.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { Command, CommandArgs } from '../../commands/types.ts';
import { requestAction } from './action-actor.ts';
import {
  NOT_SAVED,
  nextVersion,
  pipelineArgument,
  pipelineOf,
  versionArgument,
} from './pipeline-arguments.ts';
import './scope.ts';

/** Where commands on a pipeline have their keys: its screen, and the list's row under the cursor. */
const HERE = ['pipeline', 'pipelines.list'] as const;

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

/** What changes the state of a pipeline: edit, deploy, pause, bypass, resume, cancel, delete. */
export const lifecycleCommands: readonly Command[] = [
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
