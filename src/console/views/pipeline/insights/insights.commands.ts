import { findReason, selectPhase } from '../../../../../machines/data-insights/index.ts';
import { canDo } from '../../../../../machines/pipeline-lifecycle/index.ts';
import { findCaptureRefusal } from '../../../../contract/collector-refusals.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { ScopeDefinition } from '../../../commands/scopes.ts';
import { type Command, defineCommands, type Option, type OptionArgument } from '../../../commands/types.ts';
import { getTemplateIcon } from '../../../components/template-icon.ts';
import { flagsOn } from '../../../state/flags.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';
import { findEditRefusal } from '../editor/edit-access.ts';
import { createDropping, createRemoval, createSampling, sumRemovedBytes } from './changes.ts';
import { describeEstimate, describeFindingSaving } from './savings.ts';
import './scope.ts';
import '../scope.ts';

const NOT_SHOWN = 'Open the tab Data Insights first';
const NOTHING_YET = 'No events were captured yet';

const getInsightsScope = (ctx: CommandContext) => ctx.scopes['pipeline.insights'];
const findShownInsights = (ctx: CommandContext) => {
  const scope = getInsightsScope(ctx);
  return scope && selectPhase(scope.snapshot) === 'shown' ? scope.snapshot.context.insights : undefined;
};

const isOpen = (ctx: CommandContext): true | string =>
  findCaptureRefusal(ctx.site) ?? (getInsightsScope(ctx) ? true : NOT_SHOWN);

function checkMayEditInsights(ctx: CommandContext): true | string {
  const open = isOpen(ctx);
  if (open !== true) return open;
  if (!findShownInsights(ctx)) return NOTHING_YET;
  const pipeline = ctx.scopes.pipeline?.pipeline;
  if (!pipeline) return NOT_SHOWN;
  return findEditRefusal(ctx.site) ?? canDo(pipeline, 'EDIT');
}

const nodeArgument: OptionArgument = {
  name: 'component',
  title: 'Events that leave',
  kind: 'option',
  load: (ctx) => {
    const { draft } = ctx.scopes['pipeline.graph'] ?? {};
    const now = getInsightsScope(ctx)?.snapshot.context.componentId;
    return Object.values(draft?.nodes ?? {})
      .filter(({ nodeType }) => nodeType !== 'SINK')
      .map((node): Option => {
        const id = draft ? getComponentId(draft, node.id) : node.id;
        const icon = getTemplateIcon(node.templateId, node.nodeType);
        return { id, label: node.name, icon, ...(id === now ? { detail: 'shown now' } : {}) };
      });
  },
};

const findingArgument: OptionArgument = {
  name: 'finding',
  title: 'Finding',
  kind: 'option',
  load: (ctx) => {
    const insights = findShownInsights(ctx);
    const measured = getInsightsScope(ctx)?.snapshot.context.measured;
    if (!insights) return [];
    return insights.findings.map((finding) => {
      const { text, kind } = describeFindingSaving(finding, insights, measured?.[finding.id]);
      return {
        id: finding.id,
        label: finding.title,
        detail: kind === 'estimated' ? `${text}, estimated` : `${text}, measured`,
      };
    });
  },
  empty: 'Nothing that would save volume was found',
};

/** Separates paths in one argument; JSON escapes line breaks in a path. */
const SEPARATOR = '\n';
const splitPaths = (argument: string | undefined): string[] => argument?.split(SEPARATOR) ?? [];

const fieldArgument: OptionArgument = {
  name: 'field',
  title: 'Field',
  kind: 'option',
  given: (ctx) => {
    const fields = getInsightsScope(ctx)?.fields ?? [];
    const label = fields.length > 1 ? `${fields.length} fields` : (fields[0] ?? '');
    return fields.length > 0 ? { id: fields.join(SEPARATOR), label } : undefined;
  },
  load: (ctx) => {
    const insights = findShownInsights(ctx);
    return (insights?.fields ?? []).map(({ path, bytes }) => ({
      id: path,
      label: path,
      detail: describeEstimate(bytes, insights?.bytes ?? 0),
    }));
  },
  empty: 'The events have no fields',
};

const patternArgument: OptionArgument = {
  name: 'pattern',
  title: 'Event pattern',
  kind: 'option',
  given: (ctx) => {
    const id = getInsightsScope(ctx)?.pattern;
    const pattern = findShownInsights(ctx)?.patterns.find((one) => one.id === id);
    return pattern && { id: pattern.id, label: pattern.pattern };
  },
  load: (ctx) =>
    (findShownInsights(ctx)?.patterns ?? []).map(({ id, pattern, count }) => ({
      id,
      label: pattern,
      detail: `${count} events`,
    })),
  empty: 'The events have no messages',
};

const createPatternCommand = (
  command: Pick<Command, 'id' | 'title' | 'icon' | 'keys' | 'keywords' | 'bar'>,
  changeOf: typeof createDropping,
): Command => ({
  ...command,
  group: 'Node',
  scope: 'pipeline.insights',
  args: [patternArgument],
  enabled: checkMayEditInsights,
  run: (ctx, args) => {
    const insights = findShownInsights(ctx);
    const pattern = insights?.patterns.find(({ id }) => id === args.pattern);
    if (insights && pattern) void getInsightsScope(ctx)?.apply(changeOf(insights.messageField, pattern));
  },
});

export const insightsCommands = defineCommands([
  {
    id: 'insights.look',
    title: 'Capture events of a node for insights',
    group: 'View',
    icon: 'activity',
    keywords: ['insights', 'capture', 'fields', 'patterns'],
    keys: 'n',
    scope: 'pipeline.insights',
    bar: 'Node',
    args: [nodeArgument],
    enabled: isOpen,
    run: (ctx, args) => getInsightsScope(ctx)?.look(args.component ?? ''),
    calls: ['startCapture'],
  },
  {
    id: 'insights.again',
    title: 'Capture again',
    group: 'View',
    icon: 'refresh',
    keywords: ['insights', 'capture', 'refresh'],
    keys: 'i',
    scope: 'pipeline.insights',
    bar: 'Capture again',
    enabled: isOpen,
    run: (ctx) => getInsightsScope(ctx)?.look(getInsightsScope(ctx)?.snapshot.context.componentId ?? ''),
    calls: ['startCapture'],
  },
  {
    id: 'insights.stop',
    title: 'Stop capture and show insights',
    group: 'View',
    icon: 'ban',
    keywords: ['insights', 'capture', 'stop', 'enough'],
    keys: 'Shift+i',
    scope: 'pipeline.insights',
    bar: false,
    enabled: (ctx) => {
      const scope = getInsightsScope(ctx);
      return scope ? (findReason(scope.snapshot, { type: 'insights.stopped' }) ?? true) : NOT_SHOWN;
    },
    run: (ctx) => getInsightsScope(ctx)?.stop(),
    calls: ['stopCapture'],
  },
  {
    id: 'insights.table',
    title: (ctx) => (getInsightsScope(ctx)?.table === 'patterns' ? 'Show fields' : 'Show patterns'),
    listTitle: 'Show fields or patterns',
    group: 'View',
    icon: 'list',
    keywords: ['insights', 'messages'],
    keys: 'w',
    scope: 'pipeline.insights',
    bar: 'Fields / patterns',
    enabled: isOpen,
    run: (ctx) =>
      getInsightsScope(ctx)?.show(getInsightsScope(ctx)?.table === 'patterns' ? 'fields' : 'patterns'),
  },
  {
    id: 'insights.apply',
    title: 'Apply a finding',
    group: 'Node',
    icon: 'edit',
    keywords: ['insights', 'save', 'reduce', 'optimize'],
    keys: 'a',
    scope: 'pipeline.insights',
    bar: 'Act',
    args: [findingArgument],
    enabled: (ctx) =>
      flagsOn.get()?.has('aiRecommendations') === false
        ? 'Recommendations are turned off on this service'
        : checkMayEditInsights(ctx),
    run: (ctx, args) => {
      const finding = findShownInsights(ctx)?.findings.find(({ id }) => id === args.finding);
      if (finding) void getInsightsScope(ctx)?.apply(finding.change);
    },
  },
  {
    id: 'insights.removeField',
    title: (_ctx, args) => {
      const count = splitPaths(args.field).length;
      return count > 1 ? `Remove ${count} fields` : 'Remove field';
    },
    listTitle: 'Remove field',
    group: 'Node',
    icon: 'delete',
    keywords: ['insights', 'drop', 'reduce'],
    keys: 'Delete',
    scope: 'pipeline.insights',
    bar: 'Remove field',
    args: [fieldArgument],
    enabled: checkMayEditInsights,
    review: (ctx, args) => {
      const [paths, insights] = [splitPaths(args.field), findShownInsights(ctx)];
      if (!insights) return undefined;
      return {
        title: createRemoval(paths).name,
        body: `A step in the editor removes ${paths.join(', ')}; of the captured events it ${describeEstimate(sumRemovedBytes(insights, paths), insights.bytes)}. The preview measures it on them.`,
        action: 'Open the editor',
        destructive: false,
      };
    },
    run: (ctx, args) => void getInsightsScope(ctx)?.apply(createRemoval(splitPaths(args.field))),
  },
  createPatternCommand(
    {
      id: 'insights.dropPattern',
      title: 'Drop events of this pattern',
      icon: 'filter',
      keys: 'd',
      keywords: ['insights', 'filter', 'reduce'],
      bar: 'Drop',
    },
    createDropping,
  ),
  createPatternCommand(
    {
      id: 'insights.samplePattern',
      title: 'Keep one in ten of this pattern',
      icon: 'dice',
      keys: 'l',
      keywords: ['insights', 'sample', 'reduce'],
      bar: 'Sample',
    },
    createSampling,
  ),
]);

export const insightsScopes: readonly ScopeDefinition[] = [
  { id: 'pipeline.insights', mode: 'INSIGHTS', alongside: ['list', 'pipeline'] },
];
