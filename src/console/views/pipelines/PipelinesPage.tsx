import './scope.ts';
import { memo, useMemo } from 'react';
import { getFilterLabel, STATUS_FILTER_LABELS } from '../../../../machines/pipeline-lifecycle/index.ts';
import { rowTight } from '../../../../styles/layout.css.ts';
import { TROUBLE_STATES } from '../../../contract/entities/health.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { BulkBar } from '../../components/bulk-bar/BulkBar.tsx';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { DeployGate } from '../../components/deploy-gate/DeployGate.tsx';
import { Exchange } from '../../components/exchange/Exchange.tsx';
import { HEALTH_LOOKS } from '../../components/health/health-look.ts';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import * as css from '../../components/list-page/list-page.css.ts';
import * as listPage from '../../components/list-page/list-page.css.ts';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { createPipelineMenu } from '../../components/pipeline-menu.ts';
import { getStatusLook } from '../../components/status-look.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { columns } from './columns.tsx';
import { getSearchedText, type PipelineRow } from './pipeline-rows.ts';
import { usePipelineFilters } from './use-pipeline-filters.ts';
import { prefetchPipelines, usePipelineRows } from './use-pipeline-rows.ts';

const WORST_FIRST = [...TROUBLE_STATES.toReversed(), 'starting' as const];
const COUNTED = STATUS_FILTER_LABELS.filter((label) => label !== 'deleted');

/** Trouble and *starting* come before the status, as in the rows. */
export const StatusCounts = memo(function StatusCounts({ rows }: { rows: readonly PipelineRow[] }) {
  const byLabel = Map.groupBy(rows, ({ pipeline }) => getFilterLabel(pipeline.status));
  return (
    <div className={listPage.counts}>
      {COUNTED.map((label) => {
        const found = byLabel.get(label) ?? [];
        const [first] = found;
        if (!first) return null;
        const marked = WORST_FIRST.flatMap((state) => {
          const count = found.filter(({ health }) => health === state).length;
          return count > 0 ? [{ look: HEALTH_LOOKS[state], count }] : [];
        });
        const look =
          marked[0]?.look ?? getStatusLook({ status: first.pipeline.status, pendingAction: 'NOP' });
        return (
          <span key={label} className={rowTight}>
            <StatusShape shape={look.shape} tone={look.tone} />
            {formatExact(found.length)} {label}
            {marked.map((one) => `, ${formatExact(one.count)} ${one.look.label.toLowerCase()}`).join('')}
          </span>
        );
      })}
    </div>
  );
});

const getRowId = (row: PipelineRow) => row.pipeline.id;
const getRowName = (row: PipelineRow) => row.pipeline.name;
const openRow = (row: PipelineRow) => goTo(paths.pipeline(row.pipeline.id));
const getRowState = (row: PipelineRow) => ({ pending: row.pipeline.pendingAction !== 'NOP' });
const createRowMenu = (row: PipelineRow) => createPipelineMenu(row.pipeline.id);

export const prefetch = prefetchPipelines;

export default function PipelinesPage() {
  const site = useSite();
  const { rows, nodeNames, isLoading, error, retry } = usePipelineRows(site.id);
  const { bar, filters, passes } = usePipelineFilters(site.id, rows, nodeNames);
  const [cursorId, setCursorId] = useListCursor('pipelines');

  const list = useListPage({
    name: 'pipelines',
    rows,
    passes,
    textOf: getSearchedText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const { selectedRows } = list;
  // While rows are unknown, no count is shown.
  const isRead = !isLoading && (rows.length > 0 || !error);
  const existing = useMemo(
    () => rows.filter((row) => getFilterLabel(row.pipeline.status) !== 'deleted'),
    [rows],
  );

  const selected = useMemo(() => selectedRows.map(({ pipeline }) => pipeline), [selectedRows]);
  usePublishScope('pipelines.list', { cursor: list.cursor?.pipeline, selected });

  return (
    <ListPage
      list={list}
      title="Pipelines"
      things="pipelines"
      count={isRead ? existing.length : undefined}
      facts={<StatusCounts rows={existing} />}
      actions={
        <span className={css.actions}>
          <CommandButton id="pipelines.import" label="Import…" />
          <CommandButton id="pipelines.export" label="Export…" />
          <CommandButton id="pipeline.create" variant="primary" />
        </span>
      }
      searchLabel="Search by name"
      filters={{ bar, facts: filters, total: isRead ? rows.length : undefined }}
      bulk={<BulkBar selectedCount={selected.length} />}
      columns={columns}
      isLoading={isLoading}
      error={error}
      onRetry={retry}
      empty={
        existing.length === 0 ? (
          <EmptyState
            icon="pipeline"
            title="No pipelines yet"
            action={
              <span className={css.actions}>
                <CommandButton id="pipeline.create" />
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
      onOpen={openRow}
      rowState={getRowState}
    >
      <Exchange />
      <DeployGate />
    </ListPage>
  );
}
