import { LOOK_PIPELINES_MAX } from '../../../contract/entities/recommendations.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { flagsOn } from '../../state/flags.ts';
import type { RecommendationRow } from './scope.ts';
import './scope.ts';

const whyNotOpen = (): string =>
  flagsOn.get()?.has('aiRecommendations') === false
    ? 'Recommendations are turned off on this service'
    : 'Open the recommendations first';

const getList = (ctx: CommandContext) => ctx.scopes['recommendations.list'];

const find = (ctx: CommandContext, { recommendation }: CommandArgs) =>
  getList(ctx)?.rows.find(({ id }) => id === recommendation);

/** Where its step can be tried and added. */
export const getStepsPath = ({ pipelineId, componentId }: RecommendationRow): string =>
  paths.pipeline(pipelineId, { view: 'dataInsights', at: componentId });

const recommendationArgument: OptionArgument = {
  name: 'recommendation',
  title: 'Recommendation',
  kind: 'option',
  given: (ctx) => {
    const cursor = getList(ctx)?.cursor;
    return cursor && { id: cursor.id, label: cursor.title };
  },
  load: (ctx) =>
    (getList(ctx)?.rows ?? []).map(({ id, title, pipelineName }) => ({
      id,
      label: title,
      detail: pipelineName,
    })),
  empty: 'Nothing is recommended',
};

export const recommendationCommands = defineCommands([
  {
    id: 'recommendations.look',
    title: `Analyze events of up to ${LOOK_PIPELINES_MAX} pipelines`,
    group: 'Pipeline',
    icon: 'record',
    keywords: ['capture', 'analyze', 'find', 'savings', 'insights', 'recommendations'],
    keys: 'l',
    scope: 'recommendations.list',
    bar: 'Analyze events',
    enabled: (ctx) => getList(ctx)?.mayLook ?? whyNotOpen(),
    run: (ctx) => getList(ctx)?.look(),
    calls: ['startCapture'],
  },
  {
    id: 'recommendations.open',
    title: 'Open the steps of a recommendation',
    group: 'Pipeline',
    icon: 'pipeline',
    keywords: ['insights', 'savings', 'apply', 'add', 'data'],
    scope: 'recommendations.list',
    args: [recommendationArgument],
    enabled: (ctx, args) => {
      const list = getList(ctx);
      if (!list) return whyNotOpen();
      if (list.rows.length === 0) return 'Nothing is recommended';
      return args.recommendation === undefined || find(ctx, args) ? true : 'It is not recommended any more';
    },
    run: (ctx, args) => {
      const row = find(ctx, args);
      if (row) ctx.navigate(getStepsPath(row));
    },
  },
]);

export const recommendationScopes: readonly ScopeDefinition[] = [
  { id: 'recommendations.list', mode: 'LIST', alongside: ['list'] },
];
