import { hydrationActionRefusal, hydrationDeleteRefusal } from '../../../../machines/hydration-job/index.ts';
import { toTimeSpan } from '../../../../machines/time-filter/index.ts';
import type { HydrationJob } from '../../../contract/entities/hydration.ts';
import type { HydrationAction } from '../../../contract/enums.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { flagsOn } from '../../state/flags.ts';
import { getNowUnixSeconds, getTimeRange } from '../../state/time-filter.ts';
import { type HydrationStart, toAddress, toStart } from './hydration-config.ts';
import { getHydrationLook } from './hydration-look.ts';
import { INCOMPLETE } from './scope.ts';

const NOT_CHOSEN = 'Choose a hydration first';
const NO_DETAILS = 'Details of hydrations are off on this service';

/** The job of `args.id`, else the screen's current one. */
function findJob(ctx: CommandContext, args: CommandArgs): HydrationJob | undefined {
  const scope = ctx.scopes['hydrations.list'];
  return args.id === undefined ? scope?.current : scope?.jobs.find(({ id }) => id === args.id);
}

const jobArgument: OptionArgument = {
  name: 'id',
  title: 'Hydration',
  kind: 'option',
  given: (ctx) => {
    const current = ctx.scopes['hydrations.list']?.current;
    return current && { id: current.id, label: current.name };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [] };
    const { hydrations } = await fetchCall('listHydrations', { query });
    return hydrations.map((job) => ({
      id: job.id,
      label: job.name,
      detail: getHydrationLook(job).label,
    }));
  },
  empty: 'There is no hydration yet',
};

const checkAction =
  (action: HydrationAction) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const job = findJob(ctx, args);
    return job ? (hydrationActionRefusal(job, action) ?? true) : NOT_CHOSEN;
  };

const runAction =
  (action: HydrationAction) =>
  (ctx: CommandContext, args: CommandArgs): void => {
    const job = findJob(ctx, args);
    if (job) ctx.scopes['hydrations.list']?.act(action, job);
  };

const create = (ctx: CommandContext, start: HydrationStart) =>
  ctx.navigate(paths.hydrations(toAddress(start)));

/** The screen's subject: a Log Search result, a source, or a pipeline. */
function readStart(ctx: CommandContext): HydrationStart {
  const search = ctx.scopes.logSearch;
  if (search) {
    const { start, end } = toTimeSpan(getTimeRange(), getNowUnixSeconds());
    return { sourceId: search.sourceId ?? '', query: search.query, from: start, to: end };
  }
  const source = ctx.scopes['sources.list']?.current;
  if (source) return { sourceId: source.id };
  const pipeline = ctx.scopes.pipeline?.pipeline ?? ctx.scopes['pipelines.list']?.cursor;
  return pipeline ? { sourceId: pipeline.sourceId, pipelineId: pipeline.id } : {};
}

export const hydrationCommands = defineCommands([
  {
    id: 'hydration.create',
    title: 'Create Hydration',
    group: 'Create',
    icon: 'history',
    keywords: ['hydrate', 'replay', 'backfill', 'rehydrate', 'resend', 'past'],
    keys: 'c',
    scope: 'hydrations.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => create(ctx, readStart(ctx)),
    calls: ['createHydration'],
  },
  {
    id: 'hydration.preview',
    title: 'Preview the hydration',
    group: 'View',
    icon: 'search',
    keywords: ['try', 'dry run', 'sample'],
    keys: 'mod+Shift+Enter',
    scope: 'hydration.form',
    bar: 'Preview',
    enabled: (ctx) => {
      const form = ctx.scopes['hydration.form'];
      if (!form) return 'Create a hydration first';
      return form.preview ? true : INCOMPLETE;
    },
    run: (ctx) => ctx.scopes['hydration.form']?.preview?.(),
    calls: ['previewHydration'],
  },
  {
    id: 'hydration.open',
    title: 'Open hydration',
    group: 'Site',
    icon: 'history',
    keywords: ['details', 'progress', 'show'],
    scope: 'hydrations.list',
    everywhere: true,
    bar: false,
    args: [jobArgument],
    enabled: () => (flagsOn.get()?.has('hydrationV2') === false ? NO_DETAILS : true),
    run: (ctx, { id = '' }) => ctx.navigate(paths.hydration(id)),
    calls: ['getHydration'],
  },
  {
    id: 'hydration.pause',
    title: 'Pause hydration',
    group: 'Site',
    icon: 'pause',
    keywords: ['stop', 'halt', 'wait'],
    keys: 'Shift+p',
    scope: 'hydrations.list',
    bar: (ctx) => (ctx.scopes['hydrations.list']?.current?.isPaused ? false : 'Pause'),
    args: [jobArgument],
    enabled: checkAction('PAUSE'),
    run: runAction('PAUSE'),
    calls: ['runHydrationAction'],
  },
  {
    id: 'hydration.resume',
    title: 'Resume hydration',
    group: 'Site',
    icon: 'play',
    keywords: ['continue', 'go on', 'start'],
    keys: 'u',
    scope: 'hydrations.list',
    bar: (ctx) => (ctx.scopes['hydrations.list']?.current?.isPaused ? 'Resume' : false),
    args: [jobArgument],
    enabled: checkAction('RESUME'),
    run: runAction('RESUME'),
    calls: ['runHydrationAction'],
  },
  {
    id: 'hydration.retry',
    title: 'Retry hydration',
    group: 'Site',
    icon: 'refresh',
    keywords: ['again', 'failed', 'missing'],
    keys: 'e',
    scope: 'hydrations.list',
    bar: 'Retry',
    args: [jobArgument],
    enabled: checkAction('RETRY'),
    run: runAction('RETRY'),
    calls: ['runHydrationAction'],
  },
  {
    id: 'hydration.again',
    title: 'Hydrate again',
    group: 'Create',
    icon: 'copy',
    keywords: ['clone', 'copy', 'duplicate', 'repeat'],
    keys: 'd',
    scope: 'hydrations.list',
    bar: 'Again',
    args: [jobArgument],
    enabled: (ctx, args) => (findJob(ctx, args) ? true : NOT_CHOSEN),
    run: (ctx, args) => {
      const job = findJob(ctx, args);
      if (job) create(ctx, toStart(job));
    },
    calls: ['createHydration'],
  },
  {
    id: 'hydration.terminate',
    title: 'Terminate hydration',
    group: 'Site',
    icon: 'ban',
    keywords: ['stop', 'cancel', 'end', 'abort'],
    keys: 'Shift+x',
    scope: 'hydrations.list',
    bar: 'Terminate',
    args: [jobArgument],
    enabled: checkAction('TERMINATE'),
    review: (ctx, args) => ({
      title: 'Terminate Hydration',
      body: `'${findJob(ctx, args)?.name ?? ''}' ends for good. What was sent stays at the destination.`,
      action: 'Terminate hydration',
      destructive: true,
    }),
    run: runAction('TERMINATE'),
    calls: ['runHydrationAction'],
  },
  {
    id: 'hydration.delete',
    title: 'Delete hydration',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'hydrations.list',
    bar: 'Delete',
    args: [jobArgument],
    enabled: (ctx, args) => {
      const job = findJob(ctx, args);
      return job ? (hydrationDeleteRefusal(job) ?? true) : NOT_CHOSEN;
    },
    review: (ctx, args) => ({
      title: 'Delete Hydration',
      body: `'${findJob(ctx, args)?.name ?? ''}' leaves the list. What was sent stays at the destination.`,
      action: 'Delete hydration',
      destructive: true,
    }),
    run: (ctx, args) => {
      const job = findJob(ctx, args);
      if (job) ctx.scopes['hydrations.list']?.remove(job);
    },
    calls: ['deleteHydration'],
  },
]);

export const hydrationScopes: readonly ScopeDefinition[] = [
  { id: 'hydrations.list', mode: 'LIST', alongside: ['list'] },
  { id: 'hydration', mode: 'HYDRATION', alongside: ['hydrations.list'] },
  { id: 'hydration.form', mode: 'FORM', region: true },
];
