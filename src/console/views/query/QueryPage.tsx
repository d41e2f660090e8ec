import { useMemo, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { wrap } from '../../../../styles/layout.css.ts';
import { GRID_COLUMNS } from '../../../contract/entities/dashboard.ts';
import type { Dataset, SavedQuery } from '../../../contract/entities/query.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { freeName } from '../../../contract/values.ts';
import type { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { NotRead } from '../../components/not-read/NotRead.tsx';
import { buildFileName, saveFile } from '../../components/widgets/charts/save-file.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { toCsv } from '../../components/widgets/table/use-table-handle.ts';
import { parseBinding } from '../../lib/key-text.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { usePage } from '../../state/page.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { useSiteOf } from '../../state/use-site-of-screen.ts';
import { QueryStatus } from './QueryStatus.tsx';
import * as css from './query.css.ts';
import { CHART_LABELS, formatQueryRange } from './query-texts.ts';
import { ResultChart } from './ResultChart.tsx';
import { buildResultColumns, type ResultRow, RowDetails, toJsonText, toRows } from './result-rows.tsx';
import type { EditorHandle } from './SqlEditor.tsx';
import { SqlField, type SqlProblem } from './SqlField.tsx';
import { useQueryRun } from './use-query-run.ts';
import { useQueryText } from './use-query-text.ts';
import { useVersionedSave } from './use-versioned-save.tsx';
import './scope.ts';

const NO_ROWS: readonly ResultRow[] = [];
const NO_DATASETS: readonly Dataset[] = [];
/** Archive sizes are reread when the screen opens, not while typing. */
const DATASETS_FRESH_MS = 60_000;
const RUN_KEYS = parseBinding('mod+Enter')
  .flat()
  .map(({ text, spoken }) => text || spoken)
  .join('+');
const getRowId = ({ id }: ResultRow) => id;
const getRowName = ({ id }: ResultRow) => `row ${id}`;
const createRowMenu = () => [];

/** A fault in the statement; others are failures of running it. */
function findProblem(error: ApiError | undefined): SqlProblem | undefined {
  return error?.details.find(({ field }) => field === 'query');
}

type NothingProps = { isAsked: boolean; isWrong: boolean; isCancelled: boolean };

function Nothing({ isAsked, isWrong, isCancelled }: NothingProps) {
  if (isCancelled || isWrong)
    return (
      <EmptyState title={`The query was ${isCancelled ? 'cancelled' : 'not run'}`} icon="search">
        {isCancelled
          ? 'Run it again, maybe over less time.'
          : 'Correct what is marked above and run it again.'}
      </EmptyState>
    );
  if (isAsked)
    return (
      <EmptyState title="No row" icon="search">
        No row of this time range matches the query. Choose a longer time range, or fewer conditions.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No query run yet"
      icon="search"
      action={<CommandButton id="go.queryData" label="Show the data" />}
    >
      Write a SELECT over the archives of this site and run it. Data lists the tables with their fields, and
      opens a query on one of them.
    </EmptyState>
  );
}

function QueryView({ saved }: { saved: SavedQuery | undefined }) {
  const site = useSite();
  const query = useQueryText(site.id, saved);
  const { text, asked, range, chart } = query;
  const { result, error, isRunning, isCancelled, again, cancel } = useQueryRun(site.id, asked);
  const known = useCall(
    'listDatasets',
    { query: { siteId: site.id } },
    { isSuppressed: true, staleTime: DATASETS_FRESH_MS },
  );
  const problem = text === asked?.sql && !isRunning ? findProblem(error) : undefined;
  const editor = useRef<EditorHandle>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const rows = useMemo(() => (result ? toRows(result) : NO_ROWS), [result]);
  const columns = useMemo(() => (result ? buildResultColumns(result) : []), [result]);
  const [cursorId, setCursorId] = useState<string>();
  const list = useListTable<ResultRow>({
    name: 'query-result',
    rows,
    rowId: getRowId,
    rowLabel: getRowName,
    search: undefined,
    menuOf: createRowMenu,
    isScreen: chart === 'TABLE',
    toCsv: () => toCsv(columns, rows),
  });
  const isTable = chart === 'TABLE';
  const run = () => {
    if (text.trim() !== '' && !query.ask()) again();
  };
  const name = saved?.name ?? 'New query';
  // A newer version may be read meanwhile; this text began with this one.
  const base = useRef(saved?.revision ?? 0);
  const { save, dialog: staleDialog } = useVersionedSave({
    call: 'updateQuery',
    noun: 'Saved query',
    write: async ({ id, name: former, description }: SavedQuery, ifMatch) => {
      const body = { query: { name: former, description, sql: text, time: range, chart } };
      base.current = (
        await callApi('updateQuery', { path: { queryId: id }, body }, { ifMatch })
      ).data.revision;
    },
    succeed: () => notify({ message: 'The query was saved.', status: 'success', shouldTimeout: true }),
  });
  const { start: create } = useSingleWrite({
    call: 'createQuery',
    write: async (input: { name: string; description: string }) => {
      const body = { query: { siteId: site.id, ...input, sql: text, time: range, chart } };
      return (await callApi('createQuery', { body })).data.id;
    },
    succeed: () => notify({ message: 'The query was saved.', status: 'success', shouldTimeout: true }),
    follow: (id) => goTo(paths.query({ id })),
  });
  const { start: remove } = useSingleWrite({
    call: 'deleteQuery',
    write: async ({ id, revision }: SavedQuery) => {
      await callApi('deleteQuery', { path: { queryId: id } }, { ifMatch: revision });
    },
    succeed: () => notify({ message: 'The query was deleted.', status: 'success', shouldTimeout: true }),
    follow: (_, { id }) => {
      if (id === saved?.id) goTo(paths.query(), { replace: true });
    },
  });
  const { start: schedule } = useSingleWrite({
    call: 'createDashboard',
    write: async ({ id, name: title, description, chart: own }: SavedQuery) => {
      const listed = { siteIds: [site.id], 'pagination.limit': PAGE_LIMIT_MAX };
      const { dashboards } = (await callApi('listDashboards', { query: listed })).data;
      const panel = { title, queryId: id, chart: own, width: GRID_COLUMNS, height: 6 };
      const free = freeName(
        title,
        dashboards.map((one) => one.name),
      );
      const body = { dashboard: { siteId: site.id, name: free, description, panels: [panel] } };
      return (await callApi('createDashboard', { body })).data.id;
    },
    follow: (dashboard, { name: title }) => goTo(paths.reports({ create: '1', dashboard, name: title })),
  });
  usePublishScope('query', {
    sql: text,
    range,
    setRange: query.setRange,
    saved,
    isChanged: query.isChanged,
    isRunning,
    run,
    cancel,
    edit: () => editor.current?.focus(),
    chart,
    setChart: query.setChart,
    canExport: rows.length > 0 ? true : 'There are no rows to export',
    exportJson: () => {
      if (!result) return;
      saveFile(buildFileName(name, 'json'), new Blob([toJsonText(result)], { type: 'application/json' }));
    },
    save: () => saved && save(saved, base.current),
    saveAs: (newName, description) => create({ name: newName, description }),
    remove,
    schedule,
  });

  return (
    <div className={css.page}>
      {staleDialog}
      <div className={css.head}>
        <h1 ref={title} tabIndex={-1} className={css.title}>
          {name}
          {query.isChanged && <span className={css.changed}>changed</span>}
        </h1>
        <div className={wrap}>
          <CommandButton id="query.open" label="Saved" />
          <CommandButton id="query.time" label={formatQueryRange(range)} />
          {saved && <CommandButton id="query.schedule" label="Schedule" hideKeys />}
          <CommandButton id="query.save" label="Save" />
          {isRunning ? (
            <CommandButton id="query.cancel" label="Cancel" />
          ) : (
            <CommandButton id="query.run" label="Run" variant="primary" />
          )}
        </div>
      </div>
      {saved && saved.description !== '' && <p className={css.note}>{saved.description}</p>}
      <SqlField
        ref={editor}
        value={text}
        onChange={query.type}
        onRun={run}
        onLeave={() => {
          if (isTable && rows.length > 0) list.table.current?.focus();
          else title.current?.focus();
        }}
        datasets={known.data?.datasets ?? NO_DATASETS}
        problem={problem}
        runKeys={RUN_KEYS}
      />
      <QueryStatus result={result} isRunning={isRunning}>
        <CommandButton id="query.chart" label={CHART_LABELS[chart]} size="small" />
        <CommandButton id="list.exportCsv" label="CSV" size="small" />
        <CommandButton id="query.exportJson" label="JSON" size="small" />
      </QueryStatus>
      <div className={css.rest} data-main-content="">
        {chart === 'TABLE' || !result || rows.length === 0 ? (
          <DataTable
            ref={list.table}
            label="Result"
            {...list.props}
            columns={columns}
            loading={isRunning}
            error={
              error && !problem && !isCancelled && !isRunning ? (
                <ErrorPanel title="The query gave no answer" cause={error.message} onRetry={again} />
              ) : undefined
            }
            empty={
              <Nothing
                isAsked={result !== undefined}
                isWrong={problem !== undefined}
                isCancelled={isCancelled}
              />
            }
            cursorId={cursorId}
            onCursorChange={setCursorId}
            renderExpanded={(row) => <RowDetails row={row} columns={result?.columns ?? []} />}
          />
        ) : (
          <div className={css.drawn}>
            <ResultChart title={name} result={result} chart={chart} />
          </div>
        )}
      </div>
    </div>
  );
}

export default function QueryPage() {
  const { queryId } = useParams<{ queryId?: string }>();
  const site = useSite();
  const stored = useCall(
    'getQuery',
    { path: { queryId: queryId ?? '' } },
    { enabled: queryId !== undefined, isSuppressed: true },
  );
  const saved = queryId === undefined ? undefined : stored.data?.query;
  const isOfOtherSite = useSiteOf(saved?.siteId);
  usePage(saved?.name);
  if (queryId !== undefined && stored.error)
    return (
      <NotRead
        what="saved query"
        listId="go.query"
        error={stored.error}
        onRetry={() => void stored.refetch()}
      />
    );
  if (queryId !== undefined && (!saved || isOfOtherSite)) return null;
  return <QueryView key={`${site.id} ${queryId ?? ''}`} saved={saved} />;
}
