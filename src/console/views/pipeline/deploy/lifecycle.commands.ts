import { EDITOR_TEXTS } from '../../../../../machines/pipeline-editor/pipeline-editor.texts.ts';
import {
  canDeploy,
  canDo,
  getNextVersion,
  type PipelineIntent,
} from '../../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { takesRequests } from '../../../../contract/managed-site.ts';
import { findDeleteRefusal } from '../../../commands/change-access.ts';
import type { CommandContext } from '../../../commands/context.ts';
import { getRequestWay, reviewRequest } from '../../../commands/request-way.ts';
import type { Command, CommandArgs } from '../../../commands/types.ts';
import { paths } from '../../../lib/paths.ts';
import { requestDeletionOf } from '../../../state/request-deletion.ts';
import { findEditRefusal } from '../editor/edit-access.ts';
import {
  createPipelineArgument,
  createVersionArgument,
  findPipeline,
  NOT_SAVED,
} from '../pipeline-arguments.ts';
import { deployAsked } from './deploy-asked.ts';
import { isLifecycleShown } from './open-lifecycle.ts';
import { requestAction } from './request-action.ts';
import '../scope.ts';

/** Intents that need the engine. DELETE is checked by the service. */
const TOLD: readonly PipelineIntent[] = ['DEPLOY', 'PAUSE', 'BYPASS', 'RESUME'];

/** Undefined when the engine can take the command. */
function findEngineReason(
  { sites }: Pick<CommandContext, 'sites'>,
  { siteId }: Pick<Pipeline, 'siteId'>,
  intent: PipelineIntent,
): string | undefined {
  const site = sites.find(({ id }) => id === siteId);
  if (site?.engineState !== 'disconnected' || !TOLD.includes(intent)) return undefined;
  return `The engine of site '${site.name}' is not connected`;
}

/** Scopes of the shortcuts: the pipeline's screen, and the row under the cursor. */
const HERE = ['pipeline', 'pipelines.list'] as const;

export const FORCE_TEXT =
  'Every source, destination and transform restarts, even unchanged ones; buffered events are kept.';

const isEditing = (ctx: CommandContext): boolean => ctx.scopes['pipeline.edit'] !== undefined;

const isOfEdited = (ctx: CommandContext, args: CommandArgs): boolean =>
  isEditing(ctx) && (args.pipeline === undefined || args.pipeline === ctx.scopes.pipeline?.pipeline?.id);

const isOnScreen = (ctx: CommandContext, args: CommandArgs): boolean =>
  ctx.scopes.pipeline?.pipeline !== undefined && args.pipeline === ctx.scopes.pipeline.pipeline.id;

/** The lifecycle guard for the pipeline on screen; elsewhere the palette options show the reason. */
function checkIntent(ctx: CommandContext, args: CommandArgs, intent: PipelineIntent): true | string {
  const pipeline = findPipeline(ctx, args);
  if (!pipeline) return ctx.scopes.pipeline && args.pipeline === undefined ? NOT_SAVED : true;
  const version = args.version === undefined ? getNextVersion(pipeline) : Number(args.version);
  const may = canDo(pipeline, intent, version);
  return may === true ? (findEngineReason(ctx, pipeline, intent) ?? true) : may;
}

function deployAllowed(ctx: CommandContext, args: CommandArgs): true | string {
  if (isOfEdited(ctx, args)) return 'Save or cancel the changes first';
  const pipeline = findPipeline(ctx, args);
  if (!pipeline) return checkIntent(ctx, args, 'DEPLOY');
  const may = canDeploy(pipeline, readVersion(args, pipeline));
  return may === true ? (findEngineReason(ctx, pipeline, 'DEPLOY') ?? true) : may;
}

const getPipelineName = (ctx: CommandContext, args: CommandArgs): string =>
  findPipeline(ctx, args)?.name ?? 'this pipeline';

const readVersion = (args: CommandArgs, pipeline: Pipeline | undefined): number =>
  args.version === undefined ? (pipeline ? getNextVersion(pipeline) : 0) : Number(args.version);

const createSimpleCommand = (
  command: Pick<Command, 'id' | 'title' | 'icon' | 'keywords' | 'keys' | 'bar'>,
  intent: 'PAUSE' | 'BYPASS' | 'CANCEL',
  more: Pick<Command, 'review'> = {},
): Command => ({
  ...command,
  group: 'Pipeline',
  scope: HERE,
  everywhere: true,
  args: [createPipelineArgument(intent)],
  enabled: (ctx, args) => checkIntent(ctx, args, intent),
  run: (_ctx, args) => requestAction({ pipelineId: args.pipeline ?? '', action: intent }),
  calls: ['runPipelineAction'],
  ...more,
});

/** A single key must not stop the data flow, so ask first. */
const createPauseReview = (verb: 'Pause' | 'Bypass', effect: string): Pick<Command, 'review'> => ({
  review: (ctx, args) => ({
    title: `${verb} Pipeline`,
    body: `${getPipelineName(ctx, args)} ${effect}`,
    action: verb,
    destructive: false,
  }),
});

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
    args: [createPipelineArgument('EDIT')],
    enabled: (ctx, args) =>
      findEditRefusal(ctx.site) ??
      (isOfEdited(ctx, args) ? 'The pipeline is being edited already' : checkIntent(ctx, args, 'EDIT')),
    run: (ctx, args) => {
      const scope = ctx.scopes.pipeline;
      if (scope?.pipeline?.id === args.pipeline) scope?.send({ type: 'edit.start' });
      else ctx.navigate(paths.pipeline(args.pipeline ?? '', { mode: 'edit' }));
    },
    leadsTo: ['saveGraph'],
  },
  {
    id: 'pipeline.deploy',
    // In edit mode, Deploy is a different command that saves first.
    title: (ctx) => (isEditing(ctx) ? 'Deploy a saved version' : 'Deploy'),
    group: 'Pipeline',
    icon: 'deploy',
    keywords: ['run', 'release', 'roll out', 'version', 'rollback'],
    keys: 'Shift+d',
    scope: HERE,
    everywhere: true,
    args: [
      createPipelineArgument('DEPLOY'),
      createVersionArgument((ctx, args) => {
        const pipeline = findPipeline(ctx, args);
        return pipeline && getNextVersion(pipeline);
      }),
    ],
    enabled: deployAllowed,
    causeOf: (ctx) => (ctx.scopes.pipeline && !isEditing(ctx) ? { command: 'pipeline.edit' } : undefined),
    // On the pipeline's screen, the deploy dialog shows the changes.
    review: (ctx, args) =>
      isOnScreen(ctx, args)
        ? undefined
        : {
            title: EDITOR_TEXTS.deployTitle,
            body: EDITOR_TEXTS.deployText(
              `${getPipelineName(ctx, args)} (v${readVersion(args, findPipeline(ctx, args))})`,
            ),
            action: 'Deploy',
            destructive: false,
          },
    run: (ctx, args) => {
      const [pipelineId, version] = [args.pipeline ?? '', readVersion(args, findPipeline(ctx, args))];
      if (isOnScreen(ctx, args)) deployAsked.set({ pipelineId, version });
      else requestAction({ pipelineId, action: 'DEPLOY', graphVersion: version });
    },
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
      createPipelineArgument('DEPLOY'),
      // On the pipeline's screen: the displayed version.
      createVersionArgument((ctx, args) =>
        isOnScreen(ctx, args)
          ? ctx.scopes.pipeline?.shownVersion
          : findPipeline(ctx, args)?.deployedGraphVersion,
      ),
    ],
    enabled: (ctx, args) => {
      const pipeline = findPipeline(ctx, args);
      return pipeline
        ? canDeploy(pipeline, readVersion(args, pipeline), true)
        : checkIntent(ctx, args, 'DEPLOY');
    },
    review: (ctx, args) => ({
      title: 'Force Deploy',
      body: `v${args.version ?? ''} of ${getPipelineName(ctx, args)} is deployed again, even if it is already running.${isOfEdited(ctx, args) ? ' Unsaved changes are not deployed.' : ''} ${FORCE_TEXT}`,
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
  createSimpleCommand(
    { id: 'pipeline.pause', title: 'Pause', icon: 'pause', keys: 'p', keywords: ['stop', 'hold'] },
    'PAUSE',
    createPauseReview('Pause', 'stops taking events from its source until it is resumed.'),
  ),
  createSimpleCommand(
    {
      id: 'pipeline.bypass',
      title: 'Bypass',
      icon: 'bypass',
      keys: 'b',
      keywords: ['raw', 'skip transforms'],
    },
    'BYPASS',
    createPauseReview(
      'Bypass',
      'keeps running without its transforms: every event reaches the destinations unchanged.',
    ),
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
    args: [createPipelineArgument('RESUME')],
    enabled: (ctx, args) => checkIntent(ctx, args, 'RESUME'),
    run: (_ctx, args) => requestAction({ pipelineId: args.pipeline ?? '', action: 'DEPLOY' }),
    calls: ['runPipelineAction'],
  },
  createSimpleCommand(
    {
      id: 'pipeline.cancelAction',
      title: 'Cancel action',
      icon: 'ban',
      keys: 'Shift+k',
      keywords: ['abort', 'pending'],
      bar: false,
    },
    'CANCEL',
  ),
  {
    id: 'pipeline.lifecycle',
    title: 'Show lifecycle',
    group: 'View',
    icon: 'activity',
    keywords: ['states', 'transitions', 'statechart', 'status', 'why'],
    keys: 'h',
    scope: 'pipeline',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => {
      if (!ctx.scopes.pipeline) return 'Open a pipeline first';
      return ctx.scopes.pipeline.pipeline ? true : NOT_SAVED;
    },
    run: () => isLifecycleShown.set(true),
  },
  {
    id: 'pipeline.delete',
    title: 'Delete pipeline',
    group: 'Pipeline',
    icon: 'delete',
    keywords: ['remove'],
    scope: HERE,
    everywhere: true,
    args: [createPipelineArgument('DELETE')],
    enabled: (ctx, args) => findDeleteRefusal(ctx.site) ?? checkIntent(ctx, args, 'DELETE'),
    review: (ctx, args) => ({
      title: 'Delete Pipeline',
      ...(takesRequests(ctx.site)
        ? reviewRequest(
            `A pull request asks to delete ${getPipelineName(ctx, args)}. It runs until the request is merged.`,
          )
        : {
            body: `${getPipelineName(ctx, args)} stops and is deleted. Its sources and destinations stay.`,
            action: 'Delete pipeline',
            destructive: true,
          }),
    }),
    run: (ctx, { pipeline: pipelineId = '', ...args }) =>
      takesRequests(ctx.site)
        ? void requestDeletionOf(pipelineId, getRequestWay(args))
        : requestAction({ pipelineId, action: 'DELETE' }),
  },
];
