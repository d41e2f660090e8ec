import { useCallback, useMemo } from 'react';
import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import type { Report, ReportRun } from '../../../contract/entities/report.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { REPORT_CONTENT_NAMES, type ReportFormat } from '../../../contract/reports/kinds.ts';
import { callApi } from '../../api/call-api.ts';
import { getApiBaseUrl } from '../../api/environment.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { createLateForm, FormAwaited } from '../../components/entity-form/late-form.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { saveAddress } from '../../components/widgets/charts/save-file.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { ReportDetails, ReportPreview, useReportRuns } from './ReportDetails.tsx';
import { reportColumns } from './report-columns.tsx';
import {
  describeRecipients,
  describeSchedule,
  isUnderWay,
  RUN_UNDER_WAY_MS,
  RUNS_REST_MS,
} from './report-look.ts';
import type { ReportAction } from './scope.ts';
import './scope.ts';

const ReportForm = createLateForm(async () => ({
  default: (await import('./ReportForm.tsx')).ReportForm,
}));

const NONE: readonly Report[] = [];
const NO_CHANNELS: readonly AlertChannel[] = [];
const getRowId = ({ id }: Report) => id;
const getRowName = ({ name }: Report) => name;
const getRowText = (report: Report) =>
  `${report.name} ${REPORT_CONTENT_NAMES[report.content]} ${describeSchedule(report)} ${describeRecipients(report)}`;
const getRowState = ({ enabled }: Report) => ({ dim: !enabled });
const createRowMenu = ({ id, enabled }: Report): readonly CommandMenuItem[] => [
  { id: 'report.run', args: { id } },
  { id: 'report.preview', args: { id } },
  { id: 'report.edit', args: { id } },
  { id: enabled ? 'report.pause' : 'report.resume', args: { id } },
  { id: 'report.delete', args: { id }, danger: true, startsGroup: true },
];

const download = ({ id }: ReportRun, format: ReportFormat): void =>
  saveAddress('', new URL(`v1/report-run/${id}/file?format=${format}`, getApiBaseUrl()).href);

type Write = { action: ReportAction; report: Report };

/** @returns notification, and the started run */
async function carryOut({ action, report }: Write): Promise<{ message: string; run?: string }> {
  const { id, revision, name } = report;
  const options = { ifMatch: revision };
  if (action === 'run') {
    const { data } = await callApi('runReport', { path: { reportId: id } });
    return { message: `'${name}' is being made.`, run: data.id };
  }
  if (action === 'delete') {
    await callApi('deleteReport', { path: { reportId: id } }, options);
    return { message: `The report '${name}' was deleted.` };
  }
  const enabled = action === 'resume';
  await callApi('updateReport', { body: { report: { id, enabled } } }, options);
  return { message: enabled ? `'${name}' is made again.` : `'${name}' is paused.` };
}

/** From the address. */
function useOpened(reports: readonly Report[]) {
  const parameters = new URLSearchParams(useShownLocation().search);
  const openId = parameters.get('report') ?? undefined;
  const opened = useMemo(() => reports.find(({ id }) => id === openId), [reports, openId]);
  const mode = (['edit', 'preview'] as const).find((one) => parameters.has(one)) ?? 'details';
  return {
    openId,
    opened,
    mode,
    runId: parameters.get('run'),
    isCreating: parameters.has('create'),
    dashboardId: parameters.get('dashboard') ?? undefined,
    proposedName: parameters.get('name') ?? undefined,
  };
}

/** Those that send mail; undefined until read. */
function useMailChannels(siteId: string, enabled: boolean) {
  const { data } = useCall(
    'listAlertChannels',
    { query: { siteIds: [siteId], 'pagination.limit': PAGE_LIMIT_MAX } },
    { enabled, keepPrevious: true, isSuppressed: true },
  );
  const all = data?.alertChannels ?? NO_CHANNELS;
  const channels = useMemo(() => all.filter(({ type }) => type === 'EMAIL'), [all]);
  return data && channels;
}

export default function ReportsPage() {
  const site = useSite();
  const question = { query: { siteIds: [site.id], 'pagination.limit': PAGE_LIMIT_MAX } };
  const { data, isPending, error, refetch } = useCall('listReports', question, {
    keepPrevious: true,
    isSuppressed: true,
    poll: (answer) =>
      answer?.reports.some(({ lastRun }) => isUnderWay(lastRun)) ? RUN_UNDER_WAY_MS : RUNS_REST_MS,
  });
  const reports = data?.reports ?? NONE;
  const { openId, opened, mode, runId, isCreating, dashboardId, proposedName } = useOpened(reports);
  const isForm = isCreating || (opened !== undefined && mode === 'edit');
  const channels = useMailChannels(site.id, isForm);
  const runs = useReportRuns(mode === 'details' ? opened : undefined);
  const shown = runs.find(({ id }) => id === runId) ?? runs[0];
  const [cursorId, setCursorId] = useListCursor('reports', openId);
  const list = useListPage<Report>({
    name: 'reports',
    rows: reports,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const close = () => {
    goTo(paths.reports(), { replace: true });
    list.table.current?.focus();
  };
  const closeForm = (id: string | undefined) => {
    const shownId = id ?? opened?.id;
    goTo(paths.reports(shownId === undefined ? {} : { report: shownId }), { replace: true });
    list.table.current?.focus();
  };
  const { start } = useSingleWrite({
    call: 'updateReport',
    write: carryOut,
    succeed: ({ message }) => notify({ message, status: 'success', shouldTimeout: true }),
    follow: ({ run }, { report }) => {
      if (run !== undefined) goTo(paths.reports({ report: report.id, run }));
    },
  });
  const write = useCallback(
    (action: ReportAction, report: Report) => {
      // Before deletion, or its runs would be requested again.
      if (action === 'delete' && report.id === openId) goTo(paths.reports(), { replace: true });
      start({ action, report });
    },
    [start, openId],
  );
  const shownRun = shown?.state === 'MADE' ? shown : undefined;
  usePublishScope('reports.list', { current: opened ?? list.cursor, reports, write, shownRun, download });
  const panel = () => {
    if (isForm)
      return channels ? (
        <ReportForm
          key={isCreating ? `new ${dashboardId ?? ''}` : opened?.id}
          report={isCreating ? undefined : opened}
          dashboardId={dashboardId}
          proposedName={proposedName}
          channels={channels}
          onClose={closeForm}
        />
      ) : (
        <FormAwaited />
      );
    if (!opened) return undefined;
    if (mode === 'preview') return <ReportPreview report={opened} onClose={close} />;
    return <ReportDetails report={opened} runs={runs} shown={shown} onClose={close} />;
  };
  const content = panel();
  return (
    <ListPage<Report>
      list={list}
      title="Reports"
      things="reports"
      count={data?.reports.length}
      actions={
        <CommandButton id="report.create" variant={content ? 'default' : 'primary'} label="New report" />
      }
      searchLabel="Search reports"
      columns={reportColumns}
      isLoading={isPending}
      error={error}
      onRetry={() => void refetch()}
      empty={
        reports.length === 0 ? (
          <EmptyState title="No report" icon="fileText" action={<CommandButton id="report.create" />}>
            A report says each day, week or month what was saved, what costs most, what failed or what fired,
            here and by mail to people who do not look at this console.
          </EmptyState>
        ) : (
          <NothingFound />
        )
      }
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={({ id }) => goTo(paths.reports({ report: id }))}
      rowState={getRowState}
      panel={
        content
          ? { label: isCreating ? 'New report' : (opened?.name ?? ''), content, isWide: !isForm }
          : undefined
      }
    />
  );
}
