import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { PipelineSummary, ThreeSeries } from '../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { PipelineStatus } from '../../parts/pipeline-status.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { formatBytes, formatExact } from '../../widgets/format.ts';
import { PercentBar } from '../../widgets/metrics/percent-bar.tsx';
import { DataTable } from '../../widgets/table/data-table.tsx';
import type { Column, TableHandle } from '../../widgets/table/types.ts';
import { Figure } from '../../widgets/text/figure.tsx';
import * as css from './dashboard.css.ts';

const VolumeChart = lazy(() => import('./VolumeChart.tsx'));

export type OverviewRow = { pipeline: Pipeline; summary: PipelineSummary | undefined };

const bytes = (text: string | undefined) => (text === undefined ? undefined : fromCount(text));

const columns: readonly Column<OverviewRow>[] = [
  {
    id: 'name',
    header: 'Pipeline',
    width: 'minmax(180px, 2fr)',
    sortable: true,
    value: (row) => row.pipeline.name,
    cell: (row) => <strong style={{ fontWeight: 500 }}>{row.pipeline.name}</strong>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '150px',
    sortable: true,
    value: (row) => statusLook(row.pipeline).label,
    cell: (row) => <PipelineStatus pipeline={row.pipeline} />,
  },
  {
    id: 'input',
    header: 'Data Input',
    width: '120px',
    align: 'end',
    sortable: true,
    value: (row) => bytes(row.summary?.totalInputDataBytes),
    cell: (row) => <Figure figure={formatBytes(bytes(row.summary?.totalInputDataBytes))} />,
  },
  {
    id: 'output',
    header: 'Data Output',
    width: '120px',
    align: 'end',
    sortable: true,
    value: (row) => bytes(row.summary?.totalOutputDataBytes),
    cell: (row) => <Figure figure={formatBytes(bytes(row.summary?.totalOutputDataBytes))} />,
  },
  {
    id: 'optimized',
    header: 'Optimization',
    width: '190px',
    sortable: true,
    value: (row) => row.summary?.percentDataOptimized,
    cell: (row) => <PercentBar percent={row.summary?.percentDataOptimized} />,
  },
  {
    id: 'errors',
    header: 'Errors',
    width: '90px',
    align: 'end',
    sortable: true,
    value: (row) => bytes(row.summary?.processingErrors),
    cell: (row) => formatExact(bytes(row.summary?.processingErrors)),
  },
];

const idOf = (row: OverviewRow) => row.pipeline.id;
const nameOf = (row: OverviewRow) => row.pipeline.name;

/** Volume over time, and the pipelines with the most input first. */
export default function SiteOverview({
  rows,
  series,
}: {
  rows: readonly OverviewRow[];
  series: ThreeSeries | undefined;
}) {
  const table = useRef<TableHandle>(null);
  const [cursorId, setCursorId] = useState<string>();
  const cursor = useMemo(() => rows.find((row) => idOf(row) === cursorId)?.pipeline, [rows, cursorId]);
  usePublishScope('list', { table, search: undefined, isEmpty: rows.length === 0 });
  usePublishScope('pipelines.list', { cursor });
  return (
    <div className={css.content}>
      <section className={css.chart} aria-label="Volume over time">
        <Suspense fallback={<div style={{ height: 360 }} />}>
          <VolumeChart series={series} />
        </Suspense>
      </section>
      <section className={css.table} aria-label="Pipelines by input">
        <h2 className={css.tableHeading}>Pipelines by input</h2>
        <DataTable
          ref={table}
          label="Pipelines by input"
          columns={columns}
          rows={rows}
          rowId={idOf}
          rowLabel={nameOf}
          cursorId={cursorId}
          onCursorChange={setCursorId}
          onOpen={(row) => goTo(paths.pipeline(row.pipeline.id))}
          rowState={(row) => ({ pending: row.pipeline.pendingAction !== 'NOP' })}
        />
      </section>
    </div>
  );
}
