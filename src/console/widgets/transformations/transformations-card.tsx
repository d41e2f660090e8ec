import { type MouseEvent, useState } from 'react';
import { quietLink } from '../../../../styles/text.css.ts';
import { Button } from '../actions/button.tsx';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { formatBytes, formatCount } from '../format.ts';
import { PercentBar } from '../metrics/percent-bar.tsx';
import { CountBadge } from '../status/badge.tsx';
import { Figure } from '../text/figure.tsx';
import * as css from './transformations.css.ts';

export type TransformationRow = {
  id: string;
  name: string;
  pipelineName: string;
  /** Left out where the pipeline has no details to go to (R2.8-49). */
  pipelineHref: string | undefined;
  /** In the unit of the card. */
  input: number;
  output: number;
  /** Null when nothing came in; negative is growth. */
  percent: number | null;
};

type TransformationsCardProps = {
  rows: readonly TransformationRow[];
  unit?: 'bytes' | 'events';
  /** Takes a plain click on a link; the browser keeps its own clicks (new tab and the like). */
  onFollow: (href: string) => void;
  loading?: boolean;
  error?: { message: string } | null | undefined;
  onRetry?: (() => void) | undefined;
};

const FEW = 8;
const SKELETON_ROWS = 4;
const COLUMNS = ['Transform', 'Pipeline', 'Data Input', 'Data Output', 'Optimization'];

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Most input first (R2.8-51); equal ones by name, so that a refresh never swaps them. */
const sorted = (rows: readonly TransformationRow[]): TransformationRow[] =>
  rows.toSorted((a, b) => b.input - a.input || a.name.localeCompare(b.name) || a.id.localeCompare(b.id));

function PipelineLink({ row, onFollow }: { row: TransformationRow; onFollow: (href: string) => void }) {
  const href = row.pipelineHref;
  if (href === undefined) return <>{row.pipelineName}</>;
  return (
    <a
      href={href}
      className={quietLink}
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

function SkeletonRows() {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <tr key={index}>
      <td colSpan={COLUMNS.length}>
        <Skeleton {...(index === 0 ? { label: 'transformations' } : {})} width={`${70 - index * 12}%`} />
      </td>
    </tr>
  ));
}

/** What each transform took in, gave out and saved (R2.8-47 … R2.8-51). */
export function TransformationsCard(props: TransformationsCardProps) {
  const { rows, unit = 'bytes', onFollow, loading = false, error, onRetry } = props;
  const format = unit === 'bytes' ? formatBytes : formatCount;
  const [isAll, setAll] = useState(false);
  const all = sorted(rows);
  const isEmpty = rows.length === 0;
  return (
    <section aria-label="Transformations" aria-busy={loading || undefined} className={css.card}>
      <h2 className={css.heading}>
        Transformations
        {!isEmpty && <CountBadge count={rows.length} />}
        {!isEmpty && <span className={css.note}>sorted by input</span>}
      </h2>
      {error && isEmpty ? (
        <div className={css.message}>
          <ErrorPanel title="The transformations could not be read" cause={error.message} onRetry={onRetry} />
        </div>
      ) : isEmpty && !loading ? (
        <p className={css.empty}>No data found</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <div className={css.scroll} role="region" aria-label="Transformations, table" tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" aria-sort={column === 'Data Input' ? 'descending' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {isEmpty && <SkeletonRows />}
              {(isAll ? all : all.slice(0, FEW)).map((row) => (
                <tr key={row.id}>
                  <th scope="row">{row.name}</th>
                  <td>
                    <PipelineLink row={row} onFollow={onFollow} />
                  </td>
                  <td className={css.figure}>
                    <Figure figure={format(row.input)} />
                  </td>
                  <td className={css.figure}>
                    <Figure figure={format(row.output)} />
                  </td>
                  <td>
                    <PercentBar percent={row.percent} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {all.length > FEW && (
        <div className={css.more}>
          <Button variant="ghost" size="small" onClick={() => setAll(!isAll)} aria-expanded={isAll}>
            {isAll ? `Show the first ${FEW}` : `Show all ${all.length}`}
          </Button>
        </div>
      )}
    </section>
  );
}
