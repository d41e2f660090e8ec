import { readsEvents } from '../../contract/calls/log-search.ts';
import { SHIPPED_DASHBOARDS } from '../../contract/dashboards/shipped.ts';
import type { Report } from '../../contract/entities/report.ts';
import { ContractError } from '../../contract/errors.ts';
import { permits } from '../auth/permissions.ts';
import { formatTime } from '../clock.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { composeReport } from '../reports/compose.ts';
import { parseDocument, toReport, toRun, toSchedule } from '../reports/entities.ts';
import { makeFile } from '../reports/mail.ts';
import { beginByHand } from '../reports/runs.ts';
import {
  computeNextRuns,
  computeSpanByHand,
  findScheduleProblems,
  type Schedule,
} from '../reports/schedule.ts';
import { notFound, requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { toPage, toWindow } from '../store/query.ts';
import type { ReportRow, ReportRunRow } from '../store/schema.ts';

/**
 * Dashboards show received events, so their reports require the right to query.
 * @throws ContractError FORBIDDEN
 */
function requireContent(
  principal: CallContext<'previewReport'>['principal'],
  content: string,
  siteId: string,
): void {
  if (content !== 'DASHBOARD') return;
  const permitted = permits(principal, readsEvents, siteId);
  if (permitted !== true) throw new ContractError('FORBIDDEN', `A report of a dashboard: ${permitted}`);
}

/**
 * @returns the dashboard's id; empty for other contents
 * @throws ContractError VALIDATION_FAILED
 */
async function requireDashboard(
  tx: Repositories,
  siteId: string,
  { content, dashboardId = '' }: Pick<Report, 'content' | 'dashboardId'>,
): Promise<string> {
  if (content !== 'DASHBOARD') return '';
  const refuse = (rule: string, message: string) => invalid([{ field: 'report.dashboardId', rule, message }]);
  if (dashboardId === '') throw refuse('required', 'is required: choose the dashboard that it shows');
  if (SHIPPED_DASHBOARDS.some(({ id }) => id === dashboardId)) return dashboardId;
  if ((await tx.dashboards.find(dashboardId))?.site_id === siteId) return dashboardId;
  throw refuse('exists', 'must be a dashboard of the site, or one that is part of every installation');
}

/** Each is checked every few seconds, and covers the whole site. */
const REPORTS_MAX = 200;
const UPCOMING = 3;

const readReport = async (tx: Repositories, row: ReportRow): Promise<Report> =>
  toReport(row, (await tx.reportRuns.newestOf([row.id])).get(row.id));

async function requireReport(tx: Repositories, id: string): Promise<ReportRow> {
  const row = await tx.reports.find(id);
  if (!row) throw notFound('report', id);
  return row;
}

async function requireRun(tx: Repositories, id: string): Promise<ReportRunRow> {
  const row = await tx.reportRuns.find(id);
  if (!row) throw notFound('run of a report', id);
  return row;
}

/** @throws ContractError VALIDATION_FAILED */
function requireSchedule(schedule: Schedule, now: number): void {
  const problems = findScheduleProblems(schedule, now);
  if (problems.length > 0) throw invalid(problems.map((one) => ({ ...one, field: `report.${one.field}` })));
}

/**
 * The e-mail channel; by default the only one.
 * @returns its id; empty without recipients
 * @throws ContractError VALIDATION_FAILED
 */
async function requireChannel(
  tx: Repositories,
  channelId: string,
  recipients: readonly string[],
): Promise<string> {
  if (recipients.length === 0 && channelId === '') return '';
  const refuse = (rule: string, message: string) => invalid([{ field: 'report.channelId', rule, message }]);
  const mail = (await tx.alertChannels.list()).filter(({ type }) => type === 'EMAIL');
  if (channelId === '') {
    const [only] = mail;
    if (mail.length === 1 && only) return only.id;
    throw refuse(
      'required',
      mail.length === 0
        ? 'is required with recipients, and there is no e-mail channel yet: an administrator makes one under Alerts, Channels'
        : 'is required with recipients: choose the e-mail channel whose mail server sends it',
    );
  }
  if (mail.some(({ id }) => id === channelId)) return channelId;
  throw refuse('exists', 'must be an e-mail channel that there is');
}

/** @throws ContractError VALIDATION_FAILED for a duplicate */
function requireDistinct(recipients: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, one] of recipients.entries()) {
    if (seen.has(one.toLowerCase()))
      throw invalid([
        { field: `report.recipients.${index}`, rule: 'unique', message: `'${one}' stands there twice` },
      ]);
    seen.add(one.toLowerCase());
  }
}

async function requireFreeReportName(
  tx: Repositories,
  siteId: string,
  name: string,
  exceptId = '',
): Promise<void> {
  const isTaken = (await tx.reports.list([siteId])).some(
    (row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase(),
  );
  requireFreeName(isTaken, 'report.name', 'Another report of the site has this name');
}

/** A deleted one stays until replaced, so that its report can be paused or renamed. */
const findShown = (
  tx: Repositories,
  row: ReportRow,
  chosen: Pick<Report, 'content' | 'dashboardId'>,
): Promise<string> | string =>
  chosen.content === 'DASHBOARD' && chosen.dashboardId === row.dashboard && row.dashboard !== ''
    ? row.dashboard
    : requireDashboard(tx, row.site_id, chosen);

type ReportCalls =
  | 'listReports'
  | 'createReport'
  | 'updateReport'
  | 'deleteReport'
  | 'runReport'
  | 'previewReport'
  | 'listReportRuns'
  | 'getReportRun'
  | 'downloadReportRun';

export const reportHandlers = {
  listReports: async ({ query, tx }) => {
    const rows = await tx.reports.list(query.siteIds);
    const shown = toWindow(rows, query, 'desc');
    const newest = await tx.reportRuns.newestOf(shown.map(({ id }) => id));
    return {
      reports: shown.map((row) => toReport(row, newest.get(row.id))),
      pagination: { totalCount: rows.length },
    };
  },

  createReport: async ({ body, tx, services, principal, now }) => {
    const { name, siteId, content, period, at, cron, timeZone, format, recipients, channelId, enabled } =
      body.report;
    await requireSite(tx, siteId);
    requireContent(principal, content, siteId);
    const dashboard = await requireDashboard(tx, siteId, body.report);
    const schedule = { period, at, cron: period === 'CRON' ? cron : '', timeZone };
    requireSchedule(schedule, now);
    requireDistinct(recipients);
    await requireFreeReportName(tx, siteId, name);
    if ((await tx.reports.list([siteId])).length >= REPORTS_MAX)
      throw new ContractError('CONFLICT', `A site has at most ${REPORTS_MAX} reports; delete one first`);
    const channel = await requireChannel(tx, channelId, recipients);
    const id = services.ids('alert');
    await tx.reports.insert({
      id,
      site_id: siteId,
      name,
      content,
      dashboard,
      period,
      due_time: at,
      cron: schedule.cron,
      time_zone: timeZone,
      format,
      recipients: JSON.stringify(recipients),
      channel_id: channel,
      enabled: enabled ? 1 : 0,
      next_at: enabled ? (computeNextRuns(schedule, now, 1)[0] ?? 0) : 0,
      created_by: principal.user.name,
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    return { id };
  },

  updateReport: async ({ body, tx, now, principal, ifMatch, setEtag }) => {
    const { id, ...sent } = body.report;
    const row = await requireReport(tx, id);
    const current = await readReport(tx, row);
    requireVersion(ifMatch, row.revision, () => current);
    const { name, content, dashboardId, period, at, cron, timeZone, format, recipients, channelId, enabled } =
      { ...current, ...sent };
    requireContent(principal, content, row.site_id);
    const schedule = { period, at, cron: period === 'CRON' ? cron : '', timeZone };
    requireSchedule(schedule, now);
    requireDistinct(recipients);
    if (sent.name !== undefined) await requireFreeReportName(tx, row.site_id, name, id);
    const isSame =
      JSON.stringify(schedule) === JSON.stringify(toSchedule(row)) && row.enabled === 1 && enabled;
    const changed: ReportRow = {
      ...row,
      name,
      content,
      dashboard: await findShown(tx, row, { content, dashboardId }),
      period,
      due_time: at,
      cron: schedule.cron,
      time_zone: timeZone,
      format,
      recipients: JSON.stringify(recipients),
      channel_id: await requireChannel(tx, channelId, recipients),
      enabled: enabled ? 1 : 0,
      // Renaming keeps an overdue run.
      next_at: isSame ? row.next_at : enabled ? (computeNextRuns(schedule, now, 1)[0] ?? 0) : 0,
      revision: row.revision + 1,
      updated_at: now,
    };
    await tx.reports.update(changed);
    setEtag(changed.revision);
    return { report: await readReport(tx, changed) };
  },

  deleteReport: async ({ path, tx, ifMatch }) => {
    const row = await requireReport(tx, path.reportId);
    const current = await readReport(tx, row);
    requireVersion(ifMatch, row.revision, () => current);
    await tx.reports.delete(row.id);
    return {};
  },

  runReport: async ({ path, tx, services, principal, now, afterCommit }) => {
    const row = await requireReport(tx, path.reportId);
    requireContent(principal, row.content, row.site_id);
    const newest = (await tx.reportRuns.newestOf([row.id])).get(row.id);
    if (newest && (newest.state === 'WAITING' || newest.state === 'MAKING'))
      throw new ContractError('CONFLICT', `'${row.name}' is being made already; wait for that run`);
    const id = await beginByHand(tx, services.ids, row, principal.user.name, now);
    afterCommit(() => void services.reports.turn());
    return { id };
  },

  previewReport: async ({ body, tx, services, principal, now }) => {
    const { name, siteId, content, dashboardId, ...schedule } = body.report;
    const site = await requireSite(tx, siteId);
    requireContent(principal, content, siteId);
    const dashboard = await requireDashboard(tx, siteId, { content, dashboardId });
    requireSchedule(schedule, now);
    const document = await composeReport({
      callAs: services.callAs(() => principal),
      siteId,
      siteName: site.name,
      timeZone: schedule.timeZone,
      span: computeSpanByHand(schedule, now),
      now,
      title: name || 'New report',
      content,
      dashboardId: dashboard,
      note: '',
    });
    return { document, nextRunsAt: computeNextRuns(schedule, now, UPCOMING).map(formatTime) };
  },

  listReportRuns: async ({ path, query, tx }) => {
    const { id } = await requireReport(tx, path.reportId);
    const runs = await tx.reportRuns.ofReport(id, toPage(query));
    return { runs: runs.map(toRun), pagination: { totalCount: await tx.reportRuns.countOf(id) } };
  },

  getReportRun: async ({ path, tx, principal }) => {
    const row = await requireRun(tx, path.reportRunId);
    requireContent(principal, row.content, row.site_id);
    return { run: toRun(row), document: parseDocument(row.document) };
  },

  downloadReportRun: async ({ path, query, tx, services, principal, request, sendFile }) => {
    const run = await requireRun(tx, path.reportRunId);
    requireContent(principal, run.content, run.site_id);
    const document = parseDocument(run.document);
    if (!document)
      throw new ContractError('CONFLICT', 'This run made nothing yet, so there is no file of it');
    const apart = services.apart.of(principal, request.signal);
    sendFile(await makeFile(apart, document, query.format, ''));
    return {};
  },
} satisfies Pick<Handlers, ReportCalls>;
