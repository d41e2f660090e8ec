import { Suspense, useCallback, useMemo, useState } from 'react';
import type { PipelineSummary } from '../../../contract/entities/analytics.ts';
import type { HealthState } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { SavingPrice } from '../../../contract/entities/saving-price.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { useShell } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { sumOpen, tallyErrors } from '../../components/errors/error-tally.ts';
import { useErrors } from '../../components/errors/use-errors.ts';
import { getPipelineLook } from '../../components/health/pipeline-look.ts';
import { useHealth } from '../../components/health/use-health.ts';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { createPipelineMenu } from '../../components/pipeline-menu.ts';
import { PipelineStatus } from '../../components/pipeline-status.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { usePainted } from '../../components/widgets/lazy/use-painted.ts';
import { PercentBar } from '../../components/widgets/metrics/percent-bar.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { getRowHeight } from '../../components/widgets/table/row-height.ts';
import type { Column, Density } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { formatBytes, formatCount, formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import * as css from './dashboard.css.ts';
import { SiteMap } from './SiteMap.tsx';
import { FIGURES_MS, type SiteFigures } from './use-site-figures.ts';
import { useSiteFlow } from './use-site-flow.ts';
import { useSiteSeries } from './use-site-series.ts';

type Price = { pricePerGigabyte: number | null; currency: string; revision: number };

const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['getSavingPrice'] });

function useSavingScope(siteId: string, price: SavingPrice | undefined): void {
  const { actors } = useShell();
  const { start, isRunning } = useSingleWrite<Price>({
    call: 'setSavingPrice',
    write: async ({ revision, ...savingPrice }) => {
      await callApi('setSavingPrice', { path: { siteId }, body: { savingPrice } }, { ifMatch: revision });
    },
    succeed: () => {
      readAgain();
      actors.notify({ message: 'Price per GB saved', status: 'success' });
    },
    fail: readAgain,
  });
  const revision = price?.revision ?? 0;
  const save = useCallback(
    (pricePerGigabyte: number | null, currency: string) => start({ pricePerGigabyte, currency, revision }),
    [start, revision],
  );
  usePublishScope('dashboard.saving', { price, isSaving: isRunning, save });
}

const { Component: SiteVolume } = createLazyCode(() => import('./SiteVolume.tsx'));
const { Component: SiteComponents } = createLazyCode(() => import('./SiteComponents.tsx'));

export type OverviewRow = {
  pipeline: Pipeline;
  summary: PipelineSummary | undefined;
  health?: HealthState | undefined;
  /** Unacknowledged occurrences; undefined until read. */
  errors?: number | undefined;
};

const toAmount = (text: string | undefined) => (text === undefined ? undefined : fromCount(text));

const createColumns = (format: typeof formatBytes): readonly Column<OverviewRow>[] => [
  {
    id: 'name',
    header: 'Pipeline',
    width: 'minmax(116px, 2fr)',
    sortable: true,
    value: (row) => row.pipeline.name,
    cell: (row) => <strong style={{ fontWeight: 500 }}>{row.pipeline.name}</strong>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(136px, 170px)',
    sortable: true,
    value: (row) => getPipelineLook(row.pipeline, row.health).label,
    cell: (row) => <PipelineStatus pipeline={row.pipeline} health={row.health} />,
  },
  {
    id: 'input',
    header: 'Data Input',
    width: 'minmax(88px, 120px)',
    align: 'end',
    sortable: true,
    value: (row) => toAmount(row.summary?.totalInputDataBytes),
    cell: (row) => <Figure figure={format(toAmount(row.summary?.totalInputDataBytes))} />,
  },
  {
    id: 'output',
    header: 'Data Output',
    width: 'minmax(92px, 120px)',
    align: 'end',
    sortable: true,
    value: (row) => toAmount(row.summary?.totalOutputDataBytes),
    cell: (row) => <Figure figure={format(toAmount(row.summary?.totalOutputDataBytes))} />,
  },
  {
    id: 'optimized',
    header: 'Optimization',
    width: 'minmax(108px, 190px)',
    sortable: true,
    value: (row) => row.summary?.percentDataOptimized,
    cell: (row) => <PercentBar percent={row.summary?.percentDataOptimized} />,
  },
  {
    id: 'errors',
    header: 'Errors',
    width: 'minmax(52px, 90px)',
    align: 'end',
    sortable: true,
    value: (row) => row.errors,
    cell: (row) => formatExact(row.errors),
  },
];

const COLUMNS = { bytes: createColumns(formatBytes), events: createColumns(formatCount) };

const getRowId = (row: OverviewRow) => row.pipeline.id;
const getRowName = (row: OverviewRow) => row.pipeline.name;
const openRow = (row: OverviewRow) => goTo(paths.pipeline(row.pipeline.id));
const getRowState = (row: OverviewRow) => ({ pending: row.pipeline.pendingAction !== 'NOP' });
const createRowMenu = (row: OverviewRow) => createPipelineMenu(row.pipeline.id);

/** The first in the chosen order, so that later content stays near on a site of hundreds. */
const MOST = 10;

/** Height of heading, header and rows. */
const computeTableHeight = (rows: number, density: Density) =>
  `calc(var(--row-header) + ${getRowHeight(density)}px * ${Math.min(rows, MOST)} + 64px)`;

export default function SiteOverview({ siteId, figures }: { siteId: string; figures: SiteFigures }) {
  const isPainted = usePainted();
  const series = useSiteSeries(siteId);
  const flow = useSiteFlow(siteId, figures);
  const price = useCall('getSavingPrice', { path: { siteId } }, { isSuppressed: true });
  useSavingScope(siteId, price.data?.savingPrice);
  const health = useHealth(siteId);
  const { pipelines: fares } = health;
  const { isCounted } = figures;
  const { errors, isLoading: areErrorsLoading } = useErrors(siteId, undefined, FIGURES_MS);
  const rows = useMemo(() => {
    const states = new Map(fares.map((one) => [one.pipelineId, one.state]));
    const failures = Map.groupBy(errors, ({ pipelineId }) => pipelineId);
    return figures.rows.map((row) => ({
      ...row,
      health: states.get(row.pipeline.id),
      errors:
        areErrorsLoading || !isCounted
          ? undefined
          : sumOpen(tallyErrors(failures.get(row.pipeline.id) ?? [])).occurrences,
    }));
  }, [figures.rows, fares, errors, areErrorsLoading, isCounted]);
  const [cursorId, setCursorId] = useState<string>();
  const { table, props, selectedRows, cursor } = useListTable({
    name: 'pipelines-by-input',
    rows,
    rowId: getRowId,
    rowLabel: getRowName,
    search: undefined,
    menuOf: createRowMenu,
  });
  const selected = useMemo(() => selectedRows.map(({ pipeline }) => pipeline), [selectedRows]);
  usePublishScope('pipelines.list', { cursor: cursor?.pipeline, selected });
  return (
    <>
      <SiteMap
        isOnEngine={figures.unit === 'bytes'}
        rows={rows}
        totals={figures.totals}
        flow={flow}
        health={health}
      />
      <div className={css.halves}>
        <Suspense fallback={<div className={css.chartRoom} />}>
          {isPainted ? (
            <SiteVolume
              series={series.data}
              unit={figures.unit}
              error={series.error}
              onRetry={series.retry}
              siteId={siteId}
            />
          ) : (
            <div className={css.chartRoom} />
          )}
        </Suspense>
        <section
          className={css.table}
          aria-label="Pipelines by input"
          style={{ minHeight: computeTableHeight(rows.length, props.density) }}
        >
          <h2 className={css.tableHeading}>Pipelines by input</h2>
          <DataTable
            ref={table}
            label="Pipelines by input"
            columns={COLUMNS[figures.unit]}
            {...props}
            cursorId={cursorId}
            onCursorChange={setCursorId}
            isOrderPending={!figures.isOrdered}
            onOpen={openRow}
            rowState={getRowState}
            rowLimit={MOST}
          />
          {rows.length > MOST && (
            <p className={css.rest}>
              <CommandButton
                id="go.pipelines"
                label={`All ${formatExact(rows.length)} pipelines`}
                size="small"
                variant="ghost"
                hideIcon
              />
            </p>
          )}
        </section>
      </div>
      <Suspense fallback={<div className={css.chartRoom} />}>
        {isPainted ? (
          <SiteComponents siteId={siteId} unit={figures.unit} series={series} />
        ) : (
          <div className={css.chartRoom} />
        )}
      </Suspense>
    </>
  );
}
