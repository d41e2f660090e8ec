import type { CommandContext } from '../../commands/context.ts';
import type { Command, CommandArgs } from '../../commands/types.ts';
import type { IconName } from '../../lib/icons/icon-names.ts';
import { paths } from '../../lib/paths.ts';
import { createPipelineArgument, findPipeline, NOT_SAVED } from './pipeline-arguments.ts';
import { findTabReason, getTabView, type PipelineTab, TAB_FACTS } from './tabs.ts';
import './scope.ts';

type TabCommand = { tab: PipelineTab; title: string; icon: IconName; keywords: string[]; also?: string };

function checkTab(ctx: CommandContext, args: CommandArgs, tab: PipelineTab): true | string {
  const pipeline = findPipeline(ctx, args);
  if (!pipeline) return ctx.scopes.pipeline && args.pipeline === undefined ? NOT_SAVED : true;
  const isOnScreen = ctx.scopes.pipeline?.pipeline?.id === pipeline.id;
  if (isOnScreen && ctx.scopes.pipeline?.tab === undefined) return 'Save or cancel the changes first';
  return findTabReason(tab, pipeline.deployedGraphVersion > 0) ?? true;
}

const createTabCommand = ({ tab, title, icon, keywords, also }: TabCommand): Command => ({
  id: `pipeline.${tab}`,
  title,
  group: 'View',
  icon,
  keywords: [...keywords, 'tab'],
  keys: also === undefined ? TAB_FACTS[tab].keys : [TAB_FACTS[tab].keys, also],
  scope: 'pipeline',
  everywhere: true,
  bar: TAB_FACTS[tab].label,
  args: [createPipelineArgument()],
  enabled: (ctx, args) => checkTab(ctx, args, tab),
  run: (ctx, args) => {
    const scope = ctx.scopes.pipeline;
    if (scope?.pipeline?.id === args.pipeline) scope?.showTab(tab);
    else ctx.navigate(paths.pipeline(args.pipeline ?? '', { view: getTabView(tab) }));
  },
});

export const tabCommands: readonly Command[] = [
  {
    tab: 'overview' as const,
    title: 'Show pipeline overview',
    icon: 'pipeline' as const,
    keywords: ['structure', 'graph', 'summary'],
  },
  {
    tab: 'analytics' as const,
    title: 'Show pipeline analytics',
    icon: 'activity' as const,
    keywords: ['charts', 'volume', 'optimization', 'figures'],
  },
  {
    tab: 'dataInsights' as const,
    title: 'Show data insights',
    icon: 'sparkles' as const,
    keywords: ['fields', 'patterns', 'volume', 'what flows', 'savings'],
  },
  {
    tab: 'errors' as const,
    title: 'Show pipeline errors',
    icon: 'help' as const,
    keywords: ['problems', 'warnings', 'causes'],
    also: '!',
  },
].map(createTabCommand);
