import { NO_ARCHIVE_ON_COLLECTORS, refuseOnCollectors } from '../../../contract/collector-refusals.ts';
import type { Source } from '../../../contract/entities/node.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import {
  type Command,
  type CommandArgs,
  defineCommands,
  type Option,
  type OptionArgument,
} from '../../commands/types.ts';
import { listArchiveOptions } from '../../components/archival/archive-options.ts';
import { createExistingArgument, findConnection } from './connections.commands.ts';

const findSource = (ctx: CommandContext, args: CommandArgs): Source | undefined =>
  findConnection(ctx, 'source', args);

/** Unsuitable destinations are listed with the reason. */
async function fetchDestinationOptions(ctx: CommandContext, args: CommandArgs): Promise<Option[]> {
  const { site } = ctx;
  if (!site) return [];
  const [{ sinks }, { sinkTemplates }] = await Promise.all([
    fetchCall('listSinks', {
      query: { siteIds: [site.id], usageTypes: ['USER', 'ARCHIVAL'], includeConfig: false },
    }),
    fetchCall('listSinkTemplates', { query: {} }),
  ]);
  const nodeIds = sinks.map(({ id }) => id);
  const used =
    nodeIds.length === 0
      ? []
      : (await fetchCall('listNodePipelineIds', { query: { nodeIds } })).nodePipelineIds;
  const current = findSource(ctx, args)?.archivalSinkId;
  return listArchiveOptions(sinks, sinkTemplates, used).map(({ sink, refusal }) => ({
    id: sink.id,
    label: sink.name,
    detail: sink.archivalEnabled ? `${sink.templateName}, holds archives` : sink.templateName,
    icon: 'archive',
    ...(sink.id === current
      ? { disabledReason: 'The source is already archived there' }
      : refusal === undefined
        ? {}
        : { disabledReason: refusal }),
  }));
}

const destinationArgument: OptionArgument = {
  name: 'sinkId',
  title: 'Archive destination',
  kind: 'option',
  load: (ctx, _query, args) => fetchDestinationOptions(ctx, args),
  empty: 'There is no destination yet. Add one of the type File or S3 bucket first',
};

const source = createExistingArgument('source');
const CHOOSE = 'Choose a source first';

export const archivalCommands: readonly Command[] = defineCommands([
  {
    id: 'source.enableArchival',
    title: (ctx, args) =>
      findSource(ctx, args)?.archivalEnabled ? 'Change archive destination' : 'Enable archival',
    listTitle: 'Enable archival',
    group: 'Source',
    icon: 'archive',
    keywords: ['archive', 'keep', 'store', 'raw', 'backup', 'hydration'],
    keys: 'a',
    scope: 'sources.list',
    bar: 'Archive',
    args: [source, destinationArgument],
    enabled: (ctx, args) =>
      findSource(ctx, args) ? (refuseOnCollectors(ctx.site, NO_ARCHIVE_ON_COLLECTORS) ?? true) : CHOOSE,
    run: (ctx, args) => {
      const chosen = findSource(ctx, args);
      if (chosen) ctx.scopes['sources.list']?.archive(chosen, args.sinkId);
    },
    calls: ['enableArchival'],
  },
  {
    id: 'source.disableArchival',
    title: 'Disable archival',
    group: 'Source',
    icon: 'close',
    keywords: ['archive', 'stop', 'end'],
    scope: 'sources.list',
    bar: false,
    args: [source],
    enabled: (ctx, args) => {
      const chosen = findSource(ctx, args);
      if (!chosen) return CHOOSE;
      return chosen.archivalEnabled ? true : `Archival of ${chosen.name} is not enabled`;
    },
    review: (ctx, args) => ({
      title: 'Disable archival',
      body: `What ${findSource(ctx, args)?.name ?? 'the source'} receives from now on is not archived. What was written stays where it is, and its figures on this screen.`,
      action: 'Disable archival',
      destructive: true,
    }),
    run: (ctx, args) => {
      const chosen = findSource(ctx, args);
      if (chosen) ctx.scopes['sources.list']?.archive(chosen, undefined);
    },
    calls: ['disableArchival'],
  },
]);
