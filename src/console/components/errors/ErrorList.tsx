import { useCallback, useMemo, useRef, useState } from 'react';
import { getEntryState } from '../../../../machines/acknowledge/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { areErrorsIgnored } from '../../api/ignored-errors.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useStore } from '../../lib/store.ts';
import { notifyCopied } from '../../state/toasts.ts';
import { useAcknowledge } from '../acknowledge/use-acknowledge.ts';
import { CommandButton } from '../commands/CommandButton.tsx';
import type { CommandMenuItem } from '../commands/CommandMenu.tsx';
import { ListFilters } from '../list-filters/ListFilters.tsx';
import { NoMatch } from '../list-filters/NoMatch.tsx';
import { useListSearch } from '../list-filters/use-list-search.ts';
import * as list from '../list-page/list-page.css.ts';
import { useListTable } from '../list-table/use-list-table.tsx';
import { EmptyState } from '../widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../widgets/feedback/error-panel.tsx';
import { DataTable } from '../widgets/table/data-table.tsx';
import type { Sort } from '../widgets/table/types.ts';
import { acknowledgeActorOf } from './acknowledge-actor.ts';
import { columns, createSiteColumns, type ErrorRow, type PipelineNames } from './columns.tsx';
import { ErrorDetails } from './ErrorDetails.tsx';
import * as css from './errors.css.ts';
import { NoErrors } from './NoErrors.tsx';
import { useErrorFilters } from './use-error-filters.ts';
import { useErrors } from './use-errors.ts';
import './scope.ts';

/** Includes local changes: acknowledged, in progress, expanded. */
function useErrorRows(siteId: string, pipelineId: string | undefined, errors: readonly ErrorEntry[]) {
  const acknowledgement = useAcknowledge(acknowledgeActorOf({ siteId, pipelineId }), errors);
  const { snapshot } = acknowledgement;
  const rows = useMemo(
    () =>
      errors.map((error): ErrorRow => {
        const state =
          getEntryState(snapshot, error.id) ?? (error.isAcknowledged ? 'acknowledged' : undefined);
        return {
          ...error,
          isAcknowledged: state === 'acknowledged' || state === 'reopening',
          isBusy: state === 'acknowledging' || state === 'reopening',
        };
      }),
    [errors, snapshot],
  );
  return { ...acknowledgement, rows };
}

const getRowId = (row: ErrorRow) => row.id;
const getRowName = (row: ErrorRow) => `${row.errorName} of ${row.nodeName || 'a component'}`;
const getRowState = (row: ErrorRow) => ({ pending: row.isBusy, dim: row.isAcknowledged });
const createRowMenu = (row: ErrorRow): readonly CommandMenuItem[] => [
  { id: 'errors.acknowledge', args: { error: row.id } },
  { id: 'errors.acknowledgeComponent', args: { component: row.componentId } },
  { id: 'errors.unacknowledge', args: { error: row.id } },
  { id: 'errors.openNode', args: { error: row.id }, startsGroup: true },
  { id: 'errors.openPipeline', args: { error: row.id } },
];
const NEWEST_FIRST: Sort = { column: 'lastOccurrence', direction: 'descending' };

const isRowMatching = (row: ErrorRow, search: string): boolean => {
  const text = search.trim().toLowerCase();
  return [row.nodeName, row.errorName, row.templateName, row.errorDesc].some((one) =>
    one.toLowerCase().includes(text),
  );
};

type ErrorListProps = {
  siteId: string;
  /** Omitted for the whole site, which needs `names`. */
  pipelineId?: string;
  names?: { known: PipelineNames };
  /** Key of its settings in the browser. */
  name: 'pipeline-errors' | 'site-errors';
  /** Both functions must be stable. */
  nodeReason: (error: ErrorEntry) => string | undefined;
  openNode: (error: ErrorEntry) => void;
};

export function ErrorList({ siteId, pipelineId, names, name, nodeReason, openNode }: ErrorListProps) {
  const { errors, range, isLoading, error, retry } = useErrors(siteId, pipelineId);
  const { snapshot, rows, expandedIds, setExpanded, acknowledge, unacknowledge } = useErrorRows(
    siteId,
    pipelineId,
    errors,
  );
  const { bar, filters, passes } = useErrorFilters(siteId, rows, isLoading, names);
  const isIgnored = useStore(areErrorsIgnored);
  const known = names?.known;
  const shownColumns = useMemo(() => (known ? createSiteColumns(siteId, known) : columns), [siteId, known]);
  const search = useListSearch();
  const searchField = useRef<HTMLInputElement>(null);
  const [cursorId, setCursorId] = useState<string>();
  const [sort, setSort] = useState<Sort | undefined>(NEWEST_FIRST);

  const shown = useMemo(
    () => rows.filter((row) => passes(row) && isRowMatching(row, search.text)),
    [rows, passes, search.text],
  );
  const { table, props, cursor, chosenIds } = useListTable({
    name,
    rows: shown,
    rowId: getRowId,
    rowLabel: getRowName,
    search: searchField,
    menuOf: createRowMenu,
  });
  usePublishScope('errors', {
    pipelineId,
    snapshot,
    errors: shown,
    cursor,
    chosenIds,
    acknowledge,
    unacknowledge,
    nodeReason,
    openNode,
  });

  const details = useCallback(
    (row: ErrorRow) => (
      <ErrorDetails
        row={row}
        range={range}
        isOfSite={pipelineId === undefined}
        openOfComponent={
          rows.filter((one) => one.componentId === row.componentId && !one.isAcknowledged).length
        }
        onCopied={notifyCopied}
      />
    ),
    [range, rows, pipelineId],
  );

  return (
    <div className={css.page}>
      <div className={css.head}>
        <div className={css.grow}>
          <ListFilters
            things="errors"
            bar={bar}
            filters={filters}
            search={search}
            searchLabel="Search errors"
            searchField={searchField}
            table={table}
            shown={isLoading ? undefined : { count: shown.length, of: rows.length }}
          />
        </div>
        {pipelineId !== undefined && (
          <div className={css.headEnd}>
            <CommandButton id="errors.acknowledgeAll" />
          </div>
        )}
      </div>
      <div className={list.body}>
        <div className={list.table} data-main-content="">
          <DataTable
            ref={table}
            label="Pipeline Errors"
            columns={shownColumns}
            {...props}
            loading={isLoading}
            error={
              error ? (
                <ErrorPanel title="The errors could not be read" cause={error.message} onRetry={retry} />
              ) : undefined
            }
            empty={
              isIgnored ? (
                <EmptyState title="No data found" action={<CommandButton id="errors.ignore" />}>
                  Pipeline errors are ignored in this browser.
                </EmptyState>
              ) : rows.length === 0 ? (
                <NoErrors />
              ) : (
                <NoMatch what="error" />
              )
            }
            sort={sort}
            onSortChange={setSort}
            cursorId={cursorId}
            onCursorChange={setCursorId}
            renderExpanded={details}
            expandedIds={expandedIds}
            onExpandedChange={setExpanded}
            rowState={getRowState}
          />
        </div>
      </div>
    </div>
  );
}
