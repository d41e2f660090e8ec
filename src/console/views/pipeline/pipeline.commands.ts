import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, defineCommands } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { createCommands, createScopes } from './create/create.commands.ts';
import { editCommands } from './editor/edit.commands.ts';
import { canvasCommands, canvasScopes } from './graph/canvas.commands.ts';
import { graphCommands } from './graph/graph.commands.ts';
import { insightsCommands, insightsScopes } from './insights/insights.commands.ts';
import { suggestCommands } from './node/suggest.commands.ts';
import { createPipelineArgument, createVersionArgument, NOT_SAVED } from './pipeline-arguments.ts';
import { previewCommands, previewScopes } from './preview/preview.commands.ts';
import { tabCommands } from './tab.commands.ts';
import { versionsCommands, versionsScopes } from './versions/versions.commands.ts';
import './analytics/scope.ts';
import './scope.ts';

const checkOnScreen = (ctx: CommandContext): true | string =>
  ctx.scopes.pipeline ? true : 'Open a pipeline first';

/** The metric of the Analytics tab, else the unit of the overview. */
const getShownUnit = (ctx: CommandContext) =>
  ctx.scopes['pipeline.analytics']?.unit ?? ctx.scopes.pipeline?.unit;

const viewCommands: readonly Command[] = [
  {
    id: 'pipeline.open',
    title: 'Open pipeline',
    group: 'Pipeline',
    icon: 'pipeline',
    keywords: ['show', 'details', 'go'],
    scope: 'global',
    bar: false,
    args: [{ ...createPipelineArgument(), given: () => undefined }],
    enabled: (ctx) => (ctx.site ? true : 'Choose a site first'),
    run: (ctx, args) => ctx.navigate(paths.pipeline(args.pipeline ?? '')),
  },
  {
    id: 'pipeline.version',
    title: 'Show version',
    group: 'Version',
    icon: 'history',
    keywords: ['history', 'graph', 'older'],
    scope: 'pipeline',
    bar: false,
    args: [createPipelineArgument(), createVersionArgument()],
    enabled: (ctx) => {
      if (!ctx.scopes.pipeline?.pipeline) return NOT_SAVED;
      const { snapshot } = ctx.scopes.pipeline;
      return snapshot.matches({ editing: 'dirty' }) || snapshot.matches({ editing: 'invalid' })
        ? 'Save or discard the changes to show another version'
        : true;
    },
    run: (ctx, args) => ctx.scopes.pipeline?.chooseVersion(Number(args.version)),
  },
  {
    id: 'pipeline.unit',
    title: (ctx) => (getShownUnit(ctx) === 'events' ? 'Show bytes' : 'Show events'),
    listTitle: 'Show bytes or events',
    group: 'View',
    icon: 'activity',
    keywords: ['events', 'bytes', 'metric'],
    keys: 'm',
    scope: 'pipeline',
    bar: false,
    enabled: (ctx) =>
      (ctx.scopes['pipeline.analytics'] ?? ctx.scopes.pipeline)?.hasBytes === false
        ? 'Collectors count events, and no bytes'
        : checkOnScreen(ctx),
    run: (ctx) => (ctx.scopes['pipeline.analytics']?.toggleMetric ?? ctx.scopes.pipeline?.toggleUnit)?.(),
  },
  {
    id: 'pipeline.outline',
    title: (ctx) => (ctx.scopes['pipeline.structure']?.isOutline ? 'Show as graph' : 'Show as outline'),
    listTitle: 'Show as outline or graph',
    group: 'View',
    icon: 'list',
    keywords: ['tree', 'list', 'graph'],
    keys: 'o',
    scope: 'pipeline.structure',
    bar: 'Outline',
    enabled: (ctx) => (ctx.scopes['pipeline.structure'] ? true : 'Open the Overview of a pipeline first'),
    run: (ctx) => ctx.scopes['pipeline.structure']?.toggleOutline(),
  },
  {
    id: 'pipeline.holdSample',
    title: (ctx) => (ctx.scopes['pipeline.sample']?.isHeld ? 'Resume the sample' : 'Pause the sample'),
    group: 'View',
    icon: 'pause',
    keys: 'Space',
    scope: 'pipeline',
    bar: false,
    enabled: (ctx) => (ctx.scopes['pipeline.sample'] ? true : 'Open a node of a running pipeline first'),
    run: (ctx) => ctx.scopes['pipeline.sample']?.toggleHold(),
  },
];

/** Shared with lists: `deploy/lifecycle.commands.ts` and `exchange/exchange.commands.ts`. */
export const pipelineCommands = defineCommands([
  ...tabCommands,
  ...viewCommands,
  ...versionsCommands,
  ...editCommands,
  ...graphCommands,
  ...canvasCommands,
  ...insightsCommands,
  ...createCommands,
  ...previewCommands,
  ...suggestCommands,
]);

export const pipelineScopes: readonly ScopeDefinition[] = [
  ...versionsScopes,
  { id: 'pipeline', mode: 'VIEW' },
  { id: 'pipeline.structure', mode: 'VIEW', alongside: ['pipeline', 'pipeline.edit'] },
  { id: 'pipeline.edit', mode: 'EDIT', tone: 'warn', prevails: true, alongside: ['pipeline'] },
  // Only data: the screen handles the keys.
  { id: 'pipeline.sample', mode: 'SAMPLE', region: true },
  { id: 'pipeline.suggest', mode: 'EDIT', tone: 'warn', alongside: ['pipeline', 'pipeline.edit'] },
  { id: 'pipeline.analytics', mode: 'ANALYTICS', alongside: ['filters', 'pipeline'] },
  ...createScopes,
  ...insightsScopes,
  ...canvasScopes,
  ...previewScopes,
  {
    id: 'pipeline.graph',
    mode: 'GRAPH',
    region: true,
    alongside: ['pipeline', 'pipeline.structure', 'pipeline.edit', 'pipeline.canvas'],
    widgetKeys: [
      { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], label: 'Move' },
      { keys: ['Enter'], label: 'Inspect' },
      { keys: ['PageUp', 'PageDown'], label: 'In order' },
    ],
  },
];
