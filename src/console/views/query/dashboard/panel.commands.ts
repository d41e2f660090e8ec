import {
  DASHBOARD_PANELS_MAX,
  type DashboardContent,
  type DashboardPanel,
} from '../../../../contract/entities/dashboard.ts';
import { QUERY_CHARTS } from '../../../../contract/entities/query.ts';
import { PAGE_LIMIT_MAX } from '../../../../contract/limits.ts';
import { fetchCall } from '../../../api/use-call.ts';
import type { CommandContext } from '../../../commands/context.ts';
import { defineCommands } from '../../../commands/types.ts';
import { paths } from '../../../lib/paths.ts';
import { CHART_LABELS } from '../query-texts.ts';
import {
  createName,
  findPanel,
  hasPanel,
  hasPanels,
  isEditable,
  NOT_CHOSEN,
  NOT_OPEN,
  scopeOf,
} from './command-guards.ts';
import { changePanel, movePanel, removePanel, resizePanel } from './layout.ts';
import './scope.ts';

/** Changes the focused panel and keeps its focus. */
function changeCurrent(
  ctx: CommandContext,
  change: (content: DashboardContent, at: number, panel: DashboardPanel) => DashboardContent,
  follow: (at: number) => number = (at) => at,
): void {
  const scope = scopeOf(ctx);
  const panel = findPanel(scope);
  if (!scope || scope.current === undefined || !panel) return;
  scope.change(change(scope.content, scope.current, panel));
  scope.focusPanel(follow(scope.current));
}

const move = (step: number) => (ctx: CommandContext) => {
  const last = (scopeOf(ctx)?.content.panels.length ?? 0) - 1;
  changeCurrent(
    ctx,
    (content, at) => movePanel(content, at, at + step),
    (at) => Math.min(last, Math.max(0, at + step)),
  );
};
const resize = (columns: number, rows: number) => (ctx: CommandContext) =>
  changeCurrent(ctx, (content, at, { width, height }) =>
    resizePanel(content, at, { width: width + columns, height: height + rows }),
  );
const go = (step: number) => (ctx: CommandContext) => {
  const scope = scopeOf(ctx);
  if (!scope) return;
  const last = scope.content.panels.length - 1;
  const next = scope.current === undefined ? (step > 0 ? 0 : last) : scope.current + step;
  scope.focusPanel(Math.min(last, Math.max(0, next)));
};

export const panelCommands = defineCommands([
  {
    id: 'queryDashboard.next',
    title: 'Next panel',
    group: 'View',
    icon: 'arrowRight',
    keys: 'j',
    scope: 'queryDashboard',
    bar: false,
    enabled: hasPanels,
    run: go(1),
  },
  {
    id: 'queryDashboard.previous',
    title: 'Previous panel',
    group: 'View',
    icon: 'arrowLeft',
    keys: 'k',
    scope: 'queryDashboard',
    bar: false,
    enabled: hasPanels,
    run: go(-1),
  },
  {
    id: 'queryDashboard.openQuery',
    title: 'Open the query of this panel',
    group: 'View',
    icon: 'search',
    keywords: ['sql', 'edit query'],
    keys: 'o',
    scope: 'queryDashboard',
    bar: false,
    enabled: (ctx) => {
      if (!scopeOf(ctx)) return NOT_OPEN;
      return findPanel(scopeOf(ctx)) ? true : NOT_CHOSEN;
    },
    run: (ctx) => {
      const scope = scopeOf(ctx);
      const panel = findPanel(scope);
      if (!scope || !panel) return;
      const view = { range: scope.range, show: panel.chart.toLowerCase() };
      ctx.navigate(
        panel.queryId === ''
          ? paths.query({ ...view, sql: panel.sql })
          : paths.query({ ...view, id: panel.queryId }),
      );
    },
  },
  {
    id: 'queryDashboard.addPanel',
    title: 'Add a saved query as panel',
    group: 'View',
    icon: 'plus',
    keywords: ['chart', 'new panel'],
    keys: 'a',
    scope: 'queryDashboard',
    bar: 'Add panel',
    enabled: (ctx) => {
      const editable = isEditable(ctx);
      if (editable !== true) return editable;
      return (scopeOf(ctx)?.content.panels.length ?? 0) < DASHBOARD_PANELS_MAX
        ? true
        : `A dashboard has at most ${DASHBOARD_PANELS_MAX} panels`;
    },
    args: [
      {
        kind: 'option',
        name: 'query',
        title: 'Saved query',
        load: async (ctx) => {
          const query = { siteIds: ctx.site ? [ctx.site.id] : [], 'pagination.limit': PAGE_LIMIT_MAX };
          const { queries } = await fetchCall('listQueries', { query });
          return queries.map(({ id, name, description, chart }) => ({
            id,
            label: name,
            detail: CHART_LABELS[chart],
            ...(description === '' ? {} : { description }),
          }));
        },
        empty: 'No query is saved on this site: write one under Query, and save it',
      },
    ],
    run: (ctx, { query }) => {
      const asked = { siteIds: ctx.site ? [ctx.site.id] : [], 'pagination.limit': PAGE_LIMIT_MAX };
      void fetchCall('listQueries', { query: asked }).then(({ queries }) => {
        const chosen = queries.find(({ id }) => id === query);
        if (chosen) scopeOf(ctx)?.addQuery(chosen);
      });
    },
    leadsTo: ['updateDashboard'],
  },
  {
    id: 'queryDashboard.panelTitle',
    title: 'Rename this panel',
    group: 'View',
    icon: 'rename',
    keywords: ['title'],
    keys: 'e',
    scope: 'queryDashboard',
    bar: false,
    enabled: hasPanel,
    args: [createName('Title', 'Use this title', (ctx) => findPanel(scopeOf(ctx))?.title ?? '')],
    run: (ctx, { name = '' }) =>
      changeCurrent(ctx, (content, at) => changePanel(content, at, { title: name.trim() })),
  },
  {
    id: 'queryDashboard.panelChart',
    title: 'Show this panel as',
    group: 'View',
    icon: 'chart',
    keywords: ['line', 'area', 'bar', 'figure', 'table'],
    keys: 'd',
    scope: 'queryDashboard',
    bar: false,
    enabled: hasPanel,
    args: [
      {
        kind: 'option',
        name: 'chart',
        title: 'Chart',
        load: () => QUERY_CHARTS.map((id) => ({ id, label: CHART_LABELS[id] })),
      },
    ],
    run: (ctx, { chart }) => {
      const chosen = QUERY_CHARTS.find((one) => one === chart);
      if (chosen) changeCurrent(ctx, (content, at) => changePanel(content, at, { chart: chosen }));
    },
  },
  {
    id: 'queryDashboard.moveEarlier',
    title: 'Move this panel earlier',
    group: 'View',
    icon: 'arrowLeft',
    keys: ['Shift+ArrowLeft', 'Shift+ArrowUp'],
    scope: 'queryDashboard',
    bar: false,
    enabled: hasPanel,
    run: move(-1),
  },
  {
    id: 'queryDashboard.moveLater',
    title: 'Move this panel later',
    group: 'View',
    icon: 'arrowRight',
    keys: ['Shift+ArrowRight', 'Shift+ArrowDown'],
    scope: 'queryDashboard',
    bar: 'Move',
    enabled: hasPanel,
    run: move(1),
  },
  {
    id: 'queryDashboard.wider',
    title: 'Make this panel wider',
    group: 'View',
    icon: 'columns',
    keys: 'w',
    scope: 'queryDashboard',
    bar: 'Wider',
    enabled: hasPanel,
    run: resize(1, 0),
  },
  {
    id: 'queryDashboard.narrower',
    title: 'Make this panel narrower',
    group: 'View',
    icon: 'columns',
    keys: 'Shift+w',
    scope: 'queryDashboard',
    bar: false,
    enabled: hasPanel,
    run: resize(-1, 0),
  },
  {
    id: 'queryDashboard.taller',
    title: 'Make this panel taller',
    group: 'View',
    icon: 'arrowDown',
    keys: 'h',
    scope: 'queryDashboard',
    bar: 'Taller',
    enabled: hasPanel,
    run: resize(0, 1),
  },
  {
    id: 'queryDashboard.shorter',
    title: 'Make this panel shorter',
    group: 'View',
    icon: 'arrowUp',
    keys: 'Shift+h',
    scope: 'queryDashboard',
    bar: false,
    enabled: hasPanel,
    run: resize(0, -1),
  },
  {
    id: 'queryDashboard.removePanel',
    title: 'Remove this panel',
    group: 'View',
    icon: 'minus',
    keys: 'Delete',
    scope: 'queryDashboard',
    bar: false,
    enabled: hasPanel,
    run: (ctx) => changeCurrent(ctx, removePanel, (at) => Math.max(0, at - 1)),
  },
]);
