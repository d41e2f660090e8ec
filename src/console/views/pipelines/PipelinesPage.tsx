import { useDeferredValue, useMemo, useRef } from 'react';
import { filterLabelOf } from '../../../../machines/pipeline-lifecycle/index.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { BulkBar } from '../../components/bulk-bar/BulkBar.tsx';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { DeployGate } from '../../components/deploy-gate/DeployGate.tsx';
import { Exchange } from '../../components/exchange/Exchange.tsx';
import { ListFilters } from '../../components/list-filters/ListFilters.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { useListSearch } from '../../components/list-filters/use-list-search.ts';
import * as list from '../../components/list-page.css.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { pipelineMenu } from '../../components/pipeline-menu.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { columns } from './columns.tsx';
import { type PipelineRow, searchMatcher } from './pipeline-rows.ts';
import { StatusCounts } from './StatusCounts.tsx';
import { usePipelineFilters } from './use-pipeline-filters.ts';
import { usePipelineRows } from './use-pipeline-rows.ts';
import './scope.ts';

const idOf = (row: PipelineRow) => row.pipeline.id;
const nameOf = (row: PipelineRow) => row.pipeline.name;
const open = (row: PipelineRow) => goTo(paths.pipeline(row.pipeline.id));
const stateOf = (row: PipelineRow) => ({ pending: row.pipeline.pendingAction !== 'NOP' });
const menuOf = (row: PipelineRow) => pipelineMenu(row.pipeline.id);

export default function PipelinesPage() {
  const site = useSite();
  const { rows, nodeNames, isLoading, error, retry } = usePipelineRows(site.id);
  const { bar, filters, passes } = usePipelineFilters(site.id, rows, nodeNames);
  const text = useListSearch();
  const search = useRef<HTMLInputElement>(null);
  const [cursorId, setCursorId] = useListCursor('pipelines');

  // Deferred, so that typing stays responsive.
  const wanted = useDeferredValue(text.text);
  const shown = useMemo(() => {
    const matches = searchMatcher(wanted);
    return rows.filter((row) => passes(row) && matches(row));
  }, [rows, passes, wanted]);
  const cursor = useMemo(() => shown.find((row) => idOf(row) === cursorId)?.pipeline, [shown, cursorId]);
  // While rows are unknown, no count is shown.
  const isRead = !isLoading && (rows.length > 0 || !error);
  const existing = useMemo(
    () => rows.filter((row) => filterLabelOf(row.pipeline.status) !== 'deleted'),
    [rows],
  );

  const { table, props, selectedRows } = useListTable({
    name: 'pipelines',
    isScreen: true,
    rows: shown,
    rowId: idOf,
    rowLabel: nameOf,
    search,
    menuOf,
  });
  const selected = useMemo(() => selectedRows.map(({ pipeline }) => pipeline), [selectedRows]);
  usePublishScope('pipelines.list', { cursor, selected });

  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>Pipelines</h1>
        {isRead && <CountBadge exact count={existing.length} label="pipelines" />}
        <StatusCounts rows={existing} />
        <span className={`${list.push} ${list.actions}`}>
          <CommandButton id="pipelines.import" label="Import…" />
          <CommandButton id="pipelines.export" label="Export…" />
          <CommandButton id="pipeline.create" variant="primary" />
        </span>
      </header>
      <ListFilters
        things="pipelines"
        bar={bar}
        filters={filters}
        search={text}
        searchLabel="Search by name"
        searchField={search}
        table={table}
        shown={isRead ? { count: shown.length, of: rows.length } : undefined}
      />
      <BulkBar selectedCount={selected.length} />
      <div className={list.body}>
        <div className={list.table}>
          <DataTable
            ref={table}
            label="Pipelines"
            columns={columns}
            {...props}
            loading={isLoading}
            error={
              error ? (
                <ErrorPanel title="The pipelines could not be read" cause={error.message} onRetry={retry} />
              ) : undefined
            }
            empty={
              existing.length === 0 ? (
                <EmptyState
                  icon="pipeline"
                  title="No pipelines yet"
                  action={
                    <span className={list.actions}>
                      <CommandButton id="pipeline.create" variant="primary" />
                      <CommandButton id="pipelines.import" />
                    </span>
                  }
                >
                  A pipeline takes events from a source through transforms to destinations.
                </EmptyState>
              ) : (
                <NoMatch what="pipeline" />
              )
            }
            cursorId={cursorId}
            onCursorChange={setCursorId}
            onOpen={open}
            rowState={stateOf}
          />
        </div>
      </div>
      <Exchange />
      <DeployGate />
    </div>
  );
}
