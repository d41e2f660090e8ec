import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { defineCommands, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { flagsOn } from '../../state/flags.ts';
import './scope.ts';

/** Replaces a dashboard's id. */
const ALONE = 'alone';

/** A report shows a dashboard: one with the query, or a new one for it. */
async function listShown(ctx: CommandContext) {
  const saved = ctx.scopes.query?.saved;
  const query = { siteIds: ctx.site ? [ctx.site.id] : [], 'pagination.limit': PAGE_LIMIT_MAX };
  const { dashboards } = await fetchCall('listDashboards', { query }, 0);
  const shown = dashboards.filter(({ panels }) => panels.some(({ queryId }) => queryId === saved?.id));
  const options = shown.map(({ id, name, panels }) => ({
    id,
    label: `Dashboard '${name}'`,
    detail: panels.length === 1 ? '1 panel' : `${panels.length} panels`,
  }));
  if (shown.some(({ panels }) => panels.length === 1)) return options;
  return [
    { id: ALONE, label: 'This query alone', detail: '1 panel', description: 'Makes a dashboard for it.' },
    ...options,
  ];
}

const shownArgument: OptionArgument = {
  kind: 'option',
  name: 'dashboard',
  title: 'What the report shows',
  load: listShown,
};

export const scheduleCommands = defineCommands([
  {
    id: 'query.schedule',
    title: 'Schedule saved query',
    group: 'Create',
    icon: 'timer',
    keywords: ['report', 'cron', 'mail', 'daily', 'weekly', 'later'],
    keys: 'Shift+s',
    scope: 'query',
    bar: 'Schedule',
    enabled: (ctx) => {
      const scope = ctx.scopes.query;
      if (!scope) return 'Open Query first';
      if (flagsOn.get()?.has('userReports') === false) return 'Reports are off on this service';
      if (!scope.saved) return 'Save the query first';
      return scope.isChanged ? 'Save the changes first' : true;
    },
    args: [shownArgument],
    run: (ctx, { dashboard }) => {
      const scope = ctx.scopes.query;
      if (!scope?.saved) return;
      if (dashboard === ALONE) scope.schedule(scope.saved);
      else ctx.navigate(paths.reports({ create: '1', dashboard, name: scope.saved.name }));
    },
    calls: ['createDashboard'],
    leadsTo: ['createReport'],
  },
]);
