import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { quietLink } from '../../../../../styles/text.css.ts';
import type { Sort } from '../../../../contract/sort.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { PercentBar } from '../metrics/percent-bar.tsx';
import { CountBadge } from '../status/badge.tsx';
import { DataTable } from '../table/data-table.tsx';
import { getRowHeight } from '../table/row-height.ts';
import type { Column } from '../table/types.ts';
import { Figure } from '../text/figure.tsx';
import * as css from './transformations.css.ts';

export type TransformationRow = {
  id: string;
  name: string;
  pipelineName: string;
  /** Undefined without a details page. */
  pipelineHref: string | undefined;
  /** In the card's unit. */
  input: number;
  output: number;
  /** Null without input; negative is growth. */
  percent: number | null;
};

type TransformationsCardProps = {
  rows: readonly TransformationRow[];
  unit?: 'bytes' | 'events';
  /** Plain clicks only, not new tabs. Must be stable. */
  onFollow: (href: string) => void;
  loading?: boolean;
  error?: { message: string } | null | undefined;
  onRetry?: (() => void) | undefined;
  /** First rows in the chosen order, so that the card scrolls less. */
  rowLimit?: number;
  /** Link to the others. */
  rest?: ReactNode;
};

/** More rows scroll inside the card, since only visible rows are drawn. */
const ROWS_IN_SIGHT = 25;
const SKELETON_ROWS = 4;
const BY_INPUT: Sort = { column: 'input', direction: 'descending' };

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const getRowId = (row: TransformationRow) => row.id;
const getRowName = (row: TransformationRow) => row.name;

function PipelineLink({ row, onFollow }: { row: TransformationRow; onFollow: (href: string) => void }) {
  const href = row.pipelineHref;
  if (href === undefined) return <>{row.pipelineName}</>;
  return (
    <a
      href={href}
      className={quietLink}
      tabIndex={-1}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow(href);
      }}
    >
      {row.pipelineName}
    </a>
  );
}

function createColumns(
  unit: 'bytes' | 'events',
  onFollow: (href: string) => void,
): readonly Column<TransformationRow>[] {
  const format = unit === 'bytes' ? formatBytes : formatCount;
  return [
    {
      id: 'name',
      header: 'Transform',
      width: 'minmax(130px, 2fr)',
      sortable: true,
      value: (row) => row.name,
      cell: (row) => row.name,
    },
    {
      id: 'pipeline',
      header: 'Pipeline',
      width: 'minmax(110px, 1.6fr)',
      sortable: true,
      value: (row) => row.pipelineName,
      cell: (row) => <PipelineLink row={row} onFollow={onFollow} />,
    },
    {
      id: 'input',
      header: 'Data Input',
      width: 'minmax(106px, 1fr)',
      align: 'end',
      sortable: true,
      value: (row) => row.input,
      cell: (row) => <Figure figure={format(row.input)} />,
    },
    {
      id: 'output',
      header: 'Data Output',
      width: 'minmax(92px, 1fr)',
      align: 'end',
      sortable: true,
      value: (row) => row.output,
      cell: (row) => <Figure figure={format(row.output)} />,
    },
    {
      id: 'optimized',
      header: 'Optimization',
      width: 'minmax(130px, 2fr)',
      sortable: true,
      value: (row) => row.percent,
      cell: (row) => <PercentBar percent={row.percent} />,
    },
  ];
}

/** Enter opens the pipeline. */
export function TransformationsCard(props: TransformationsCardProps) {
  const { unit = 'bytes', onFollow, loading = false, error, onRetry, rowLimit, rest } = props;
  // A refresh never swaps rows.
  const rows = useMemo(
    () => props.rows.toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)),
    [props.rows],
  );
  const columns = useMemo(() => createColumns(unit, onFollow), [unit, onFollow]);
  const isEmpty = rows.length === 0;
  const inSight = isEmpty ? SKELETON_ROWS : Math.min(rows.length, rowLimit ?? ROWS_IN_SIGHT);
  return (
    <section aria-label="Transformations" aria-busy={loading || undefined} className={css.card}>
      <h2 className={css.heading}>
        Transformations
        {!isEmpty && <CountBadge count={rows.length} />}
      </h2>
      {error && isEmpty ? (
        <div className={css.message}>
          <ErrorPanel title="The transformations could not be read" cause={error.message} onRetry={onRetry} />
        </div>
      ) : isEmpty && !loading ? (
        <p className={css.empty}>No data found</p>
      ) : (
        <div
          className={css.room}
          style={{ height: `calc(var(--row-header) + ${getRowHeight('comfortable') * inSight}px + 16px)` }}
        >
          <DataTable
            label="Transformations"
            columns={columns}
            rows={rows}
            rowId={getRowId}
            rowLabel={getRowName}
            loading={loading}
            sort={BY_INPUT}
            {...(rowLimit === undefined ? {} : { rowLimit })}
            quietCursor
            isLate
            onOpen={(row) => {
              if (row.pipelineHref !== undefined) onFollow(row.pipelineHref);
            }}
          />
        </div>
      )}
      {rowLimit !== undefined && rows.length > rowLimit && rest}
    </section>
  );
}
