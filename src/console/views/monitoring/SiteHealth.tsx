import { useCallback, useMemo, useState } from 'react';
import { rowTight } from '../../../../styles/layout.css.ts';
import { HEALTH_STATES, type HealthState } from '../../../contract/entities/health.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { HEALTH_LOOKS } from '../../components/health/health-look.ts';
import { formatReason } from '../../components/health/reason-text.ts';
import { useHealth } from '../../components/health/use-health.ts';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { getRowHeight } from '../../components/widgets/table/row-height.ts';
import type { Density, Sort } from '../../components/widgets/table/types.ts';
import { formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { HealthDetails } from './HealthDetails.tsx';
import { getHealthRank, type HealthRow, healthColumns } from './health-columns.tsx';
import { buildHealthId } from './monitoring.commands.ts';
import * as css from './monitoring.css.ts';

/** The worst; more on demand, so that the table does not scroll inside the page. */
const FIRST_ROWS = 8;
/** More would push the charts away; these scroll. */
const MOST_ROWS = 25;
const WORST_FIRST: Sort = { column: 'health', direction: 'descending' };
const getRowName = (row: HealthRow) => `${row.nodeName || 'A component'} of ${row.pipelineName}`;
const openRow = (row: HealthRow) => goTo(paths.pipeline(row.pipelineId, { node: row.nodeId }));
const createRowMenu = (row: HealthRow): readonly CommandMenuItem[] => [
  { id: 'monitoring.openNode', args: { node: buildHealthId(row) } },
  { id: 'monitoring.openErrors', args: { node: buildHealthId(row) } },
];
const computeTableHeight = (rows: number, density: Density) =>
  `calc(var(--row-header) + ${getRowHeight(density)}px * ${rows} + 18px)`;

/** Nodes per state, worst first. */
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

/** Health of every node (src/docs/health.md), worst first. */
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
  const [isWhole, setWhole] = useState(false);
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => {
    const names = new Map(pipelines.map(({ pipelineId, name }) => [pipelineId, name]));
    return components
      .filter(({ pipelineId }) => pipelineIds?.includes(pipelineId) ?? true)
      .map((one): HealthRow => ({ ...one, pipelineName: names.get(one.pipelineId) ?? '' }))
      .toSorted((a, b) => getHealthRank(b) - getHealthRank(a) || a.nodeName.localeCompare(b.nodeName));
  }, [components, pipelines, pipelineIds]);
  const away = pipelines.flatMap(({ reasons }) => reasons).find(({ rule }) => rule === 'engine');
  const { table, props, cursor } = useListTable({
    name: 'site-health',
    rows,
    rowId: buildHealthId,
    rowLabel: getRowName,
    search: undefined,
    menuOf: createRowMenu,
  });
  const toggleWhole = useCallback(() => setWhole((now) => !now), []);
  const hasMore = rows.length > FIRST_ROWS;
  const whole = useMemo(
    () => (hasMore ? { isShown: isWhole, count: rows.length, toggle: toggleWhole } : undefined),
    [hasMore, isWhole, rows.length, toggleWhole],
  );
  usePublishScope('monitoring.health', {
    components: rows,
    cursor,
    whole,
  });
  const details = useCallback((row: HealthRow) => <HealthDetails row={row} />, []);
  const setExpanded = useCallback(
    (id: string, isOpen: boolean) =>
      setExpandedIds((now) => new Set(isOpen ? [...now, id] : [...now].filter((one) => one !== id))),
    [],
  );
  return (
    <section className={css.section} aria-label="Health">
      <div className={css.sectionHead}>
        <h2 className={css.heading}>Health</h2>
        <States rows={rows} />
      </div>
      <div
        className={css.table}
        style={isWhole ? { maxHeight: computeTableHeight(MOST_ROWS, props.density) } : undefined}
      >
        <DataTable
          ref={table}
          label="Health"
          columns={healthColumns}
          {...props}
          {...(isWhole ? {} : { rowLimit: FIRST_ROWS })}
          loading={isLoading}
          error={
            error ? (
              <ErrorPanel title="The health could not be read" cause={error.message} onRetry={retry} />
            ) : undefined
          }
          empty={
            away ? (
              <EmptyState
                title="Health is unknown"
                action={<CommandButton id="go.pipelines" label="Open the pipelines" />}
              >
                {formatReason(away)}.
              </EmptyState>
            ) : (
              <EmptyState
                title="Nothing runs"
                action={<CommandButton id="go.pipelines" label="Open the pipelines" />}
              >
                The health of each node is shown here once a pipeline is deployed.
              </EmptyState>
            )
          }
          sort={sort}
          onSortChange={setSort}
          cursorId={cursorId}
          onCursorChange={setCursorId}
          onOpen={openRow}
          renderExpanded={details}
          expandedIds={expandedIds}
          onExpandedChange={setExpanded}
        />
      </div>
      {hasMore && (
        <p className={css.rest}>
          <CommandButton id="monitoring.showAllHealth" size="small" variant="ghost" hideIcon />
        </p>
      )}
    </section>
  );
}
