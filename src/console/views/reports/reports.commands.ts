import type { Report } from '../../../contract/entities/report.ts';
import {
  REPORT_CONTENT_NAMES,
  REPORT_FORMAT_NAMES,
  REPORT_FORMATS,
} from '../../../contract/reports/kinds.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import './scope.ts';

const NOT_CHOSEN = 'Choose a report first';
const NOT_MADE = 'Open a report that was made first';

/** The report of `args.id`, else the screen's current one. */
function findReport(ctx: CommandContext, args: CommandArgs): Report | undefined {
  const scope = ctx.scopes['reports.list'];
  return args.id === undefined ? scope?.current : scope?.reports.find(({ id }) => id === args.id);
}

const reportArgument: OptionArgument = {
  name: 'id',
  title: 'Report',
  kind: 'option',
  given: (ctx) => {
    const current = ctx.scopes['reports.list']?.current;
    return current && { id: current.id, label: current.name };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [] };
    const { reports } = await fetchCall('listReports', { query });
    return reports.map(({ id, name, content }) => ({
      id,
      label: name,
      detail: REPORT_CONTENT_NAMES[content],
    }));
  },
  empty: 'There is no report yet',
};

const formatArgument: OptionArgument = {
  name: 'format',
  title: 'Format',
  kind: 'option',
  load: async () =>
    REPORT_FORMATS.map((id) => ({ id, label: id === 'HTML' ? 'HTML' : REPORT_FORMAT_NAMES[id] })),
  empty: NOT_MADE,
};

const isPaused = (ctx: CommandContext): boolean => ctx.scopes['reports.list']?.current?.enabled === false;

export const reportsCommands = defineCommands([
  {
    id: 'report.create',
    title: 'New report',
    group: 'Create',
    icon: 'plus',
    keywords: ['weekly', 'monthly', 'pdf', 'mail', 'schedule', 'digest', 'summary'],
    keys: 'c',
    scope: 'reports.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.reports({ create: '1' })),
    leadsTo: ['createReport'],
  },
  {
    id: 'report.edit',
    title: 'Edit report',
    group: 'Site',
    icon: 'edit',
    keywords: ['change', 'recipients', 'schedule', 'cron'],
    keys: 'e',
    scope: 'reports.list',
    bar: 'Edit',
    args: [reportArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.reports({ report: args.id ?? '', edit: '1' })),
    leadsTo: ['updateReport'],
  },
  {
    id: 'report.run',
    title: 'Run report now',
    group: 'Site',
    icon: 'play',
    keywords: ['make', 'send', 'mail', 'generate'],
    keys: 'n',
    scope: 'reports.list',
    bar: 'Run now',
    args: [reportArgument],
    enabled: (ctx, args) => (findReport(ctx, args) ? true : NOT_CHOSEN),
    review: (ctx, args) => {
      const report = findReport(ctx, args);
      const count = report?.recipients.length ?? 0;
      const sent =
        count === 0
          ? 'It has no recipients, so nobody gets a mail.'
          : `It is mailed to ${count === 1 ? (report?.recipients[0] ?? '') : `${count} recipients`}.`;
      return {
        title: 'Run Report',
        body: `'${report?.name ?? ''}' is made of the time up to now. ${sent}`,
        action: 'Run now',
        destructive: false,
      };
    },
    run: (ctx, args) => {
      const report = findReport(ctx, args);
      if (report) ctx.scopes['reports.list']?.write('run', report);
    },
    calls: ['runReport'],
  },
  {
    id: 'report.preview',
    title: 'Preview report',
    group: 'Site',
    icon: 'search',
    keywords: ['look', 'show', 'try', 'draft'],
    keys: 'v',
    scope: 'reports.list',
    bar: 'Preview',
    args: [reportArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.reports({ report: args.id ?? '', preview: '1' })),
    leadsTo: ['previewReport'],
  },
  {
    id: 'report.download',
    title: 'Download report',
    group: 'Site',
    icon: 'download',
    keywords: ['pdf', 'csv', 'html', 'file', 'save', 'export'],
    keys: 'Shift+d',
    scope: 'reports.list',
    bar: (ctx) => (ctx.scopes['reports.list']?.shownRun ? 'Download' : false),
    args: [formatArgument],
    enabled: (ctx) => (ctx.scopes['reports.list']?.shownRun ? true : NOT_MADE),
    run: (ctx, args) => {
      const scope = ctx.scopes['reports.list'];
      const format = REPORT_FORMATS.find((one) => one === args.format);
      if (scope?.shownRun && format) scope.download(scope.shownRun, format);
    },
    calls: ['downloadReportRun'],
  },
  {
    id: 'report.pause',
    title: 'Pause report',
    group: 'Site',
    icon: 'pause',
    keywords: ['disable', 'stop', 'off'],
    keys: 'Shift+p',
    scope: 'reports.list',
    bar: (ctx) => (isPaused(ctx) ? false : 'Pause'),
    args: [reportArgument],
    enabled: (ctx, args) => {
      const report = findReport(ctx, args);
      if (!report) return NOT_CHOSEN;
      return report.enabled ? true : `'${report.name}' is paused`;
    },
    run: (ctx, args) => {
      const report = findReport(ctx, args);
      if (report) ctx.scopes['reports.list']?.write('pause', report);
    },
    calls: ['updateReport'],
  },
  {
    id: 'report.resume',
    title: 'Resume report',
    group: 'Site',
    icon: 'play',
    keywords: ['enable', 'start', 'on'],
    keys: 'u',
    scope: 'reports.list',
    bar: (ctx) => (isPaused(ctx) ? 'Resume' : false),
    args: [reportArgument],
    enabled: (ctx, args) => {
      const report = findReport(ctx, args);
      if (!report) return NOT_CHOSEN;
      return report.enabled ? `'${report.name}' is not paused` : true;
    },
    run: (ctx, args) => {
      const report = findReport(ctx, args);
      if (report) ctx.scopes['reports.list']?.write('resume', report);
    },
    calls: ['updateReport'],
  },
  {
    id: 'report.delete',
    title: 'Delete report',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'reports.list',
    bar: 'Delete',
    args: [reportArgument],
    enabled: (ctx, args) => (findReport(ctx, args) ? true : NOT_CHOSEN),
    review: (ctx, args) => ({
      title: 'Delete Report',
      body: `'${findReport(ctx, args)?.name ?? ''}' is permanently deleted with all that it made. Mails that wait are not sent.`,
      action: 'Delete report',
      destructive: true,
    }),
    run: (ctx, args) => {
      const report = findReport(ctx, args);
      if (report) ctx.scopes['reports.list']?.write('delete', report);
    },
    calls: ['deleteReport'],
  },
]);

export const reportsScopes: readonly ScopeDefinition[] = [
  { id: 'reports.list', mode: 'LIST', alongside: ['list'] },
];
