import type { ComponentHealth } from '../../../contract/entities/health.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import './scope.ts';

/** A shared source is a node of several pipelines, so the id has both. */
export const buildHealthId = ({ pipelineId, componentId }: ComponentHealth): string =>
  `${pipelineId}/${componentId}`;

const getNodeLabel = ({ nodeName, componentId }: ComponentHealth): string => nodeName || componentId;

const nodeArgument: OptionArgument = {
  name: 'node',
  title: 'Node',
  kind: 'option',
  given: (ctx) => {
    const cursor = ctx.scopes['monitoring.health']?.cursor;
    return cursor && { id: buildHealthId(cursor), label: getNodeLabel(cursor) };
  },
  load: (ctx) =>
    (ctx.scopes['monitoring.health']?.components ?? []).map((one) => ({
      id: buildHealthId(one),
      label: getNodeLabel(one),
    })),
  empty: 'No node runs',
};

const findComponentHealth = (ctx: CommandContext, args: CommandArgs) =>
  ctx.scopes['monitoring.health']?.components.find((one) => buildHealthId(one) === args.node);

const createLeadingCommand = (
  own: Pick<Command, 'id' | 'title' | 'keys' | 'bar' | 'keywords'>,
  to: (node: ComponentHealth, siteId: string) => string,
): Command => ({
  group: 'Node',
  icon: 'pipeline',
  scope: 'monitoring.health',
  args: [nodeArgument],
  ...own,
  enabled: (ctx, args) => {
    const scope = ctx.scopes['monitoring.health'];
    if (!scope || scope.components.length === 0) return 'No node runs';
    return args.node === undefined || findComponentHealth(ctx, args) ? true : 'This node no longer runs';
  },
  run: (ctx, args) => {
    const node = findComponentHealth(ctx, args);
    if (node) ctx.navigate(to(node, ctx.site?.id ?? ''));
  },
});

const createShowCommand = (
  own: Pick<Command, 'id' | 'title' | 'keys' | 'bar' | 'keywords'>,
  path: string,
): Command => ({
  group: 'View',
  icon: 'activity',
  scope: 'monitoring',
  everywhere: true,
  ...own,
  enabled: () => true,
  run: (ctx) => ctx.navigate(path),
});

export const monitoringCommands = defineCommands([
  createShowCommand(
    {
      id: 'monitoring.analytics',
      title: 'Show analytics of the site',
      keys: '1',
      bar: 'Analytics',
      keywords: ['health', 'monitoring', 'volume', 'charts', 'tab'],
    },
    paths.monitoring(),
  ),
  createShowCommand(
    {
      id: 'monitoring.pipelineErrors',
      title: 'Show pipeline errors of the site',
      keys: '2',
      bar: 'Pipeline Errors',
      keywords: ['monitoring', 'problems', 'warnings', 'causes', 'tab'],
    },
    paths.monitoringErrors(),
  ),
  createLeadingCommand(
    {
      id: 'monitoring.openNode',
      title: 'Open node',
      keys: 'n',
      bar: 'Open node',
      keywords: ['health', 'component'],
    },
    ({ pipelineId, nodeId }, site) => paths.pipeline(pipelineId, { site, node: nodeId }),
  ),
  createLeadingCommand(
    {
      id: 'monitoring.openErrors',
      title: 'Open errors of its pipeline',
      keys: 'Shift+p',
      bar: 'Errors',
      keywords: ['health', 'component', 'pipeline'],
    },
    ({ pipelineId }, site) => paths.pipelineErrors(pipelineId, site),
  ),
  {
    id: 'monitoring.showAllHealth',
    title: (ctx) => {
      const whole = ctx.scopes['monitoring.health']?.whole;
      return whole && !whole.isShown
        ? `Show all ${formatExact(whole.count)} components`
        : 'Show fewer components';
    },
    group: 'View',
    icon: 'activity',
    keywords: ['health', 'expand', 'more', 'rest', 'collapse'],
    scope: 'monitoring.health',
    enabled: (ctx) => (ctx.scopes['monitoring.health']?.whole ? true : 'All components are shown'),
    run: (ctx) => ctx.scopes['monitoring.health']?.whole?.toggle(),
  },
]);

export const monitoringScopes: readonly ScopeDefinition[] = [
  { id: 'monitoring', mode: 'MONITORING' },
  { id: 'monitoring.health', mode: 'HEALTH', alongside: ['list', 'filters', 'monitoring'] },
];
