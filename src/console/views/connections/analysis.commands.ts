import { isRunning } from '../../../../machines/pipeline-lifecycle/index.ts';
import { findCaptureRefusal } from '../../../contract/collector-refusals.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { flagsOn } from '../../state/flags.ts';
import { createExistingArgument, findConnection } from './connections.commands.ts';

const NO_PIPELINE = 'No pipeline delivers to this destination yet';

const listUsers = (ctx: CommandContext, args: CommandArgs) => {
  const destination = findConnection(ctx, 'destination', args);
  return destination ? (ctx.scopes['destinations.list']?.usersOf(destination.id) ?? []) : [];
};

const pipelineArgument: OptionArgument = {
  name: 'pipeline',
  title: 'Events of pipeline',
  kind: 'option',
  given: (ctx, args) => {
    const [only, other] = listUsers(ctx, args);
    return only && !other ? { id: only.id, label: only.name } : undefined;
  },
  load: async (ctx, _query, { id = '' }) => {
    if (!ctx.site) return [];
    const query = { siteIds: [ctx.site.id], sinkIds: [id] };
    const { pipelines } = await fetchCall('listPipelines', { query });
    return pipelines.map((pipeline) => ({
      id: pipeline.id,
      label: pipeline.name,
      icon: 'pipeline',
      ...(!isRunning(pipeline) && { disabledReason: 'It does not run, so nothing arrives from it' }),
    }));
  },
  empty: NO_PIPELINE,
};

export const analysisCommands = defineCommands([
  {
    id: 'destination.analyze',
    title: 'Analyze what arrives',
    group: 'Destination',
    icon: 'activity',
    keywords: ['insights', 'fields', 'patterns', 'findings', 'volume', 'data'],
    keys: 'a',
    scope: 'destinations.list',
    bar: 'Analyze',
    args: [createExistingArgument('destination'), pipelineArgument],
    enabled: (ctx, args) => {
      if (flagsOn.get()?.has('sinkSsa') === false)
        return 'Analysis of destinations is turned off on this service';
      const destination = findConnection(ctx, 'destination', args);
      if (!destination) return 'Choose a destination first';
      if (destination.archivalEnabled)
        return 'It holds archives of sources; Log Search shows what is in them';
      const refusal = findCaptureRefusal(ctx.site);
      if (refusal !== undefined) return refusal;
      return listUsers(ctx, args).length > 0 ? true : NO_PIPELINE;
    },
    run: (ctx, { id = '', pipeline = '' }) =>
      ctx.navigate(paths.pipeline(pipeline, { view: 'dataInsights', at: id })),
    calls: ['startCapture', 'getDataInsights'],
  },
]);
