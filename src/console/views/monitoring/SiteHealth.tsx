import { useCallback, useMemo, useState } from 'react';
import { rowTight } from '../../../../styles/layout.css.ts';
import { HEALTH_STATES, type HealthState } from '../../../contract/entities/health.ts';
import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../commands/CommandMenu.tsx';
import { usePublishScope } from '../../commands/scopes.ts';
import { HEALTH_LOOKS } from '../../parts/health/health-look.ts';
import { useHealth } from '../../parts/health/use-health.ts';
import { useListTable } from '../../parts/list-table/use-list-table.tsx';
import { EmptyState } from '../../widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { formatExact } from '../../widgets/format.ts';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { DataTable } from '../../widgets/table/data-table.tsx';
import { rowHeightOf } from '../../widgets/table/row-height.ts';
import type { Density, Sort } from '../../widgets/table/types.ts';
import { HealthDetails } from './HealthDetails.tsx';
import { type HealthRow, healthColumns, rankOf } from './health-columns.tsx';
import { healthId } from './monitoring.commands.ts';
import * as css from './monitoring.css.ts';

const MOST_ROWS = 8;
const WORST_FIRST: Sort = { column: 'health', direction: 'descending' };
const nameOf = (row: HealthRow) => `${row.nodeName || 'A component'} of ${row.pipelineName}`;
const open = (row: HealthRow) => goTo(paths.pipeline(row.pipelineId, { node: row.nodeId }));
const menuOf = (row: HealthRow): readonly CommandMenuItem[] => [
  { id: 'monitoring.openNode', args: { node: healthId(row) } },
  { id: 'monitoring.openErrors', args: { node: healthId(row) } },
];
const tableHeight = (rows: number, density: Density) =>
  `calc(var(--row-header) + ${rowHeightOf(density)}px * ${Math.max(1, Math.min(rows, MOST_ROWS))} + 18px)`;

/** How many nodes are in each state, the worst first. */
function States({ rows }: { rows: readonly HealthRow[] }) {
  const countOf = (state: HealthState) => rows.filter((row) => row.state === state).length;
  return (
    <span className={css.states}>
      {HEALTH_STATES.toReversed()
        .filter((state) => countOf(state) > 0)
        .map((state) => (
          <span key={state} className={rowTight}>
            <StatusShape shape={HEALTH_LOOKS[state].shape} tone={HEALTH_LOOKS[state].tone} />
            {formatExact(countOf(state))} {HEALTH_LOOKS[state].label.toLowerCase()}
          </span>
        ))}
    </span>
  );
}

/** How every node of these pipelines fares now (src/docs/health.md); the worst first. */
export function SiteHealth({
  siteId,
  pipelineIds,
}: {
  siteId: string;
  pipelineIds: readonly string[] | undefined;
}) {
  const { components, pipelines, isLoading, error, retry } = useHealth(siteId);
  const [cursorId, setCursorId] = useState<string>();
  const [sort, setSort] = useState<Sort | undefined>(WORST_FIRST);
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => {
    const names = new Map(pipelines.map(({ pipelineId, name }) => [pipelineId, name]));
    return components
      .filter(({ pipelineId }) => pipelineIds?.includes(pipelineId) ?? true)
      .map((one): HealthRow => ({ ...one, pipelineName: names.get(one.pipelineId) ?? '' }))
      .toSorted((a, b) => rankOf(b) - rankOf(a) || a.nodeName.localeCompare(b.nodeName));
  }, [components, pipelines, pipelineIds]);
  const { table, props } = useListTable({
    name: 'site-health',
    rows,
    rowId: healthId,
    rowLabel: nameOf,
    search: undefined,
    menuOf,
  });
  const cursor = useMemo(() => rows.find((row) => healthId(row) === cursorId), [rows, cursorId]);
  usePublishScope('monitoring.health', { components: rows, cursor });
  const details = useCallback((row: HealthRow) => <HealthDetails row={row} />, []);
  const setExpanded = useCallback(
    (id: string, isOpen: boolean) =>
      setExpandedIds((now) => new Set(isOpen ? [...now, id] : [...now].filter((one) => one !== id))),
    [],
  );
  const height =
    expandedIds.size > 0 ? tableHeight(MOST_ROWS, props.density) : tableHeight(rows.length, props.density);
  return (
    <section className={css.section} aria-label="Health">
      <div className={css.sectionHead}>
        <h2 className={css.heading}>Health</h2>
        <States rows={rows} />
      </div>
      <div className={css.table} style={{ height }}>
        <DataTable
          ref={table}
          label="Health"
          columns={healthColumns}
          {...props}
          loading={isLoading}
          error={
            error ? (
              <ErrorPanel title="The health could not be read" cause={error.message} onRetry={retry} />
            ) : undefined
          }
          empty={
            <EmptyState
              title="Nothing runs"
              action={<CommandButton id="go.pipelines" label="Open the pipelines" />}
            >
              How each node fares stands here as soon as a pipeline is deployed.
            </EmptyState>
          }
          sort={sort}
          onSortChange={setSort}
          cursorId={cursorId}
          onCursorChange={setCursorId}
          onOpen={open}
          renderExpanded={details}
          expandedIds={expandedIds}
          onExpandedChange={setExpanded}
        />
      </div>
    </section>
  );
}
