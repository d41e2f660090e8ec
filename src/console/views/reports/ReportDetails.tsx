import { Suspense } from 'react';
import { cut } from '../../../../styles/text.css.ts';
import type { Report, ReportRun } from '../../../contract/entities/report.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import * as entityForm from '../../components/entity-form/entity-form.css.ts';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { getRowHeight } from '../../components/widgets/table/row-height.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { formatMinute } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import {
  describeRecipients,
  describeRun,
  describeSchedule,
  formatNext,
  getRunLook,
  isNever,
  isUnderWay,
  RUN_UNDER_WAY_MS,
  RUNS_REST_MS,
} from './report-look.ts';
import * as css from './reports.css.ts';

const { Component: ReportSheet } = createLazyCode(() => import('./ReportSheet.tsx'));
const RUNS_SHOWN = 8;
const NO_RUNS: readonly ReportRun[] = [];

/** The obstacle, and what to do. */
function RunProblem({ run }: { run: ReportRun }) {
  if (run.problem === '') return null;
  return (
    <div className={css.problem} role="status">
      <StatusBadge {...getRunLook(run)} />
      <span>
        {run.problem}
        {run.advice === '' ? '.' : `. ${run.advice}.`}
        {isNever(run.nextAttemptAt) ? '' : ` Next try at ${formatMinute(new Date(run.nextAttemptAt))}.`}
      </span>
    </div>
  );
}

function RunSheet({ run }: { run: ReportRun }) {
  const { data, error, refetch } = useCall(
    'getReportRun',
    { path: { reportRunId: run.id } },
    { keepPrevious: true, isSuppressed: true, ...(run.state === 'MADE' ? {} : { poll: RUN_UNDER_WAY_MS }) },
  );
  if (error && !data)
    return (
      <ErrorPanel title="The report could not be read" cause={error.message} onRetry={() => void refetch()} />
    );
  const document = data?.run.id === run.id ? data.document : undefined;
  return (
    <>
      <RunProblem run={run} />
      {run.state === 'MADE' && (
        <div className={css.files}>
          <CommandButton id="report.download" args={{ format: 'PDF' }} label="PDF" size="small" hideKeys />
          <CommandButton id="report.download" args={{ format: 'HTML' }} label="HTML" size="small" hideKeys />
          <CommandButton id="report.download" args={{ format: 'CSV' }} label="CSV" size="small" hideKeys />
        </div>
      )}
      {document ? (
        <Suspense fallback={null}>
          <ReportSheet document={document} />
        </Suspense>
      ) : (
        run.state !== 'FAILED' && <p className={css.empty}>It is being made…</p>
      )}
    </>
  );
}

/** Runs of a report, the newest first. */
export function useReportRuns(report: Report | undefined) {
  const reportId = report?.id ?? '';
  const isBusy = isUnderWay(report?.lastRun);
  const { data } = useCall(
    'listReportRuns',
    { path: { reportId }, query: {} },
    {
      enabled: report !== undefined,
      poll: (answer) => (isBusy || answer?.runs.some(isUnderWay) ? RUN_UNDER_WAY_MS : RUNS_REST_MS),
      keepPrevious: true,
      isSuppressed: true,
    },
  );
  const runs = data?.runs ?? NO_RUNS;
  return runs[0]?.reportId === reportId ? runs : NO_RUNS;
}

const getRowId = ({ id }: ReportRun) => id;
const getRowName = ({ dueAt }: ReportRun) => formatMinute(new Date(dueAt));

const runColumns: readonly Column<ReportRun>[] = [
  {
    id: 'due',
    header: 'Run',
    width: '122px',
    value: ({ dueAt }) => dueAt,
    text: getRowName,
    cell: (run) => <span className={css.time}>{getRowName(run)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '126px',
    value: (run) => getRunLook(run).label,
    cell: (run) => <StatusBadge {...getRunLook(run)} />,
  },
  {
    id: 'why',
    header: 'Made',
    width: 'minmax(140px, 1fr)',
    value: describeRun,
    cell: (run) => <span className={cut}>{describeRun(run)}</span>,
  },
];

type RunTableProps = { report: Report; runs: readonly ReportRun[] };

/** Results; Enter shows one above. */
function RunTable({ report, runs }: RunTableProps) {
  const height = `calc(var(--row-header) + ${getRowHeight('comfortable') * Math.min(runs.length, RUNS_SHOWN)}px + 16px)`;
  return (
    <section aria-label="Runs" className={css.section}>
      <h3 className={css.heading}>Runs</h3>
      <div className={css.room} style={{ height }}>
        <DataTable
          label="Runs"
          columns={runColumns}
          rows={runs}
          rowId={getRowId}
          rowLabel={getRowName}
          quietCursor
          onOpen={({ id }) => goTo(paths.reports({ report: report.id, run: id }))}
        />
      </div>
    </section>
  );
}

type ReportDetailsProps = {
  report: Report;
  runs: readonly ReportRun[];
  shown: ReportRun | undefined;
  onClose: () => void;
};

export function ReportDetails({ report, runs, shown, onClose }: ReportDetailsProps) {
  return (
    <div className={entityForm.form}>
      <PanelHead
        title={report.name}
        note={`${describeSchedule(report)}. ${describeRecipients(report)}.`}
        actions={
          <>
            <CommandButton id="report.run" args={{ id: report.id }} label="Run now" size="small" hideKeys />
            <CommandButton id="report.edit" args={{ id: report.id }} label="Edit" size="small" hideKeys />
          </>
        }
        onClose={onClose}
      />
      <div className={css.sheet}>
        {shown ? (
          <RunSheet run={shown} />
        ) : (
          <div className={css.unmade}>
            {' '}
            <EmptyState
              title="Not made yet"
              icon="clock"
              action={<CommandButton id="report.preview" args={{ id: report.id }} />}
            >
              {report.enabled
                ? `It is made by itself ${formatNext(report)}, or whenever you run it.`
                : 'It is paused: it is made only when you run it.'}
            </EmptyState>
          </div>
        )}
        {runs.length > 0 && <RunTable report={report} runs={runs} />}
      </div>
    </div>
  );
}

/** What a report would show now; nothing is stored or sent. */
export function ReportPreview({ report, onClose }: { report: Report; onClose: () => void }) {
  const { siteId, name, content, dashboardId, period, at, cron, timeZone } = report;
  const shown = dashboardId === undefined ? {} : { dashboardId };
  const body = { report: { siteId, name, content, ...shown, period, at, cron, timeZone } };
  const { data, error, refetch } = useCall(
    'previewReport',
    { body },
    { isSuppressed: true, keepPrevious: true },
  );
  return (
    <div className={entityForm.form}>
      <PanelHead
        title={`Preview of ${name}`}
        note="Of the time up to now; nothing is stored or sent"
        actions={
          <CommandButton id="report.run" args={{ id: report.id }} label="Run now" size="small" hideKeys />
        }
        onClose={onClose}
      />
      <div className={css.sheet}>
        {!data && !error && (
          <p className={css.empty} role="status">
            Making the preview…
          </p>
        )}
        {error && !data && (
          <ErrorPanel
            title="The preview could not be made"
            cause={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {data && (
          <Suspense fallback={null}>
            <ReportSheet document={data.document} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
