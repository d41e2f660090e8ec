import { useMemo, useRef, useState } from 'react';
import {
  DEFAULT_STATUS_FILTER,
  filterLabelOf,
  STATUS_FILTER_LABELS,
  type StatusFilterLabel,
} from '../../../../machines/pipeline-lifecycle/index.ts';
import { link } from '../../../../styles/text.css.ts';
import { useSite } from '../../actors/sites.ts';
import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { usePublishScope } from '../../commands/scopes.ts';
import * as list from '../../parts/list-page.css.ts';
import { EmptyState } from '../../widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { MultiSelect } from '../../widgets/forms/multi-select.tsx';
import { TextField } from '../../widgets/forms/text-field.tsx';
import { CountBadge } from '../../widgets/status/badge.tsx';
import { DataTable } from '../../widgets/table/data-table.tsx';
import type { TableHandle } from '../../widgets/table/types.ts';
import { columns } from './columns.tsx';
import { matchesSearch, type PipelineRow } from './pipeline-rows.ts';
import { StatusCounts } from './StatusCounts.tsx';
import { useListView } from './use-list-view.ts';
import { usePipelineRows } from './use-pipeline-rows.ts';
import './scope.ts';

const STATUS_OPTIONS = STATUS_FILTER_LABELS.map((label) => ({ value: label, label }));
const idOf = (row: PipelineRow) => row.pipeline.id;
const nameOf = (row: PipelineRow) => row.pipeline.name;
const open = (row: PipelineRow) => goTo(paths.pipeline(row.pipeline.id));

/** The pipelines of the site (R2.3-01): state, saving and errors at a glance, commands on the row under the cursor. */
export default function PipelinesPage() {
  const site = useSite();
  const { rows, isLoading, error, retry } = usePipelineRows(site.id);
  const view = useListView();
  const table = useRef<TableHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const [cursorId, setCursorId] = useState<string>();

  const shown = useMemo(
    () =>
      rows.filter(
        (row) =>
          view.statuses.includes(filterLabelOf(row.pipeline.status)) && matchesSearch(row, view.search),
      ),
    [rows, view],
  );
  const cursor = shown.find((row) => idOf(row) === cursorId)?.pipeline;
  const existing = rows.filter((row) => filterLabelOf(row.pipeline.status) !== 'deleted');

  const isEmpty = shown.length === 0;
  usePublishScope('list', { table, search, isEmpty });
  usePublishScope('pipelines.list', { cursor });

  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>Pipelines</h1>
        <CountBadge count={existing.length} label="pipelines" />
        <StatusCounts rows={existing} />
        <span className={list.push}>
          <CommandButton id="pipeline.create" variant="primary" />
        </span>
      </header>
      <search className={list.filters} aria-label="Filter pipelines">
        <div className={list.search}>
          <TextField
            ref={search}
            label="Search by name"
            hideLabel
            type="search"
            icon="search"
            keys="/"
            placeholder="Search by name"
            value={view.search}
            onChange={(text) => view.show({ search: text })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === 'Escape') table.current?.focus();
            }}
          />
        </div>
        <MultiSelect
          label="Status"
          options={STATUS_OPTIONS}
          selected={view.statuses}
          defaultSelected={DEFAULT_STATUS_FILTER}
          searchable={false}
          onChange={(chosen) => view.show({ statuses: chosen as StatusFilterLabel[] })}
        />
        {view.isNarrowed && (
          <button
            type="button"
            className={link}
            onClick={() => view.show({ search: '', statuses: DEFAULT_STATUS_FILTER })}
          >
            Reset
          </button>
        )}
      </search>
      <div className={list.body}>
        <div className={list.table}>
          <DataTable
            ref={table}
            label="Pipelines"
            columns={columns}
            rows={shown}
            rowId={idOf}
            rowLabel={nameOf}
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
                  action={<CommandButton id="pipeline.create" variant="primary" />}
                >
                  A pipeline takes events from a source through transforms to destinations.
                </EmptyState>
              ) : (
                <EmptyState title="No pipeline matches">
                  Change the search or the status filter, or reset both.
                </EmptyState>
              )
            }
            cursorId={cursorId}
            onCursorChange={setCursorId}
            onOpen={open}
            rowState={(row) => ({ pending: row.pipeline.pendingAction !== 'NOP' })}
          />
        </div>
      </div>
    </div>
  );
}
