import {
  flattenPercent,
  formatBytes,
  formatCount,
  formatFigure,
  formatPercent,
} from '../../../lib/format.ts';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { Figure } from '../text/figure.tsx';
import { Missing } from '../text/missing.tsx';
import * as css from './stage-bars.css.ts';

export type Stage = {
  id: string;
  name: string;
  /** In the chart's unit. */
  input: number;
  output: number;
  /** Share saved; null without input, negative for growth. */
  percent: number | null;
};

type StageBarsProps = {
  title: string;
  /** In pipeline order. */
  stages: readonly Stage[];
  unit: 'bytes' | 'events';
  loading?: boolean;
  error?: { message: string } | null | undefined;
  onRetry?: (() => void) | undefined;
};

const SKELETON_ROWS = 3;

function Bar({ stage, greatest }: { stage: Stage; greatest: number }) {
  const { input, output } = stage;
  const computeWidth = (amount: number) => (greatest > 0 ? `${(100 * amount) / greatest}%` : '0');
  return (
    <span className={css.bar} aria-hidden="true">
      {output > input && <span className={css.added} style={{ width: computeWidth(output) }} />}
      {output < input && <span className={css.removed} style={{ width: computeWidth(input) }} />}
      <span className={css.passed} style={{ width: computeWidth(Math.min(input, output)) }} />
    </span>
  );
}

function Change({ percent }: { percent: number | null }) {
  const figure = formatPercent(percent);
  if (percent === null || figure === undefined) return <Missing />;
  return (
    <span data-growth={flattenPercent(percent) < 0 ? '' : undefined} className={css.change}>
      {formatFigure(figure)}
    </span>
  );
}

function Rows({ stages, unit }: Pick<StageBarsProps, 'stages' | 'unit'>) {
  const greatest = Math.max(0, ...stages.flatMap((stage) => [stage.input, stage.output]));
  const format = unit === 'bytes' ? formatBytes : formatCount;
  return stages.map((stage) => (
    <tr key={stage.id}>
      <th scope="row" title={stage.name}>
        {stage.name}
      </th>
      <td>
        <Bar stage={stage} greatest={greatest} />
      </td>
      <td>
        <Figure figure={format(stage.input)} />
      </td>
      <td>
        <Figure figure={format(stage.output)} />
      </td>
      <td>
        <Change percent={stage.percent} />
      </td>
    </tr>
  ));
}

const SkeletonRows = () =>
  Array.from({ length: SKELETON_ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <tr key={index}>
      <td colSpan={5}>
        <Skeleton
          {...(index === 0 ? { label: 'the figures of each transform' } : {})}
          width={`${80 - index * 20}%`}
        />
      </td>
    </tr>
  ));

/** Bars: hatched is removed, warning color is added. */
export function StageBars({ title, stages, unit, loading = false, error, onRetry }: StageBarsProps) {
  const isEmpty = stages.length === 0;
  return (
    <figure className={css.panel} aria-label={title} aria-busy={loading || undefined}>
      <h2 className={css.title}>{title}</h2>
      {error && isEmpty ? (
        <ErrorPanel title="The figures could not be read" cause={error.message} onRetry={onRetry} />
      ) : isEmpty && !loading ? (
        <p className={css.empty}>No data found</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={css.scroll} aria-label={`${title}, table`} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Transform</th>
                <th scope="col">Volume</th>
                <th scope="col">Input</th>
                <th scope="col">Output</th>
                <th scope="col">Optimization</th>
              </tr>
            </thead>
            <tbody>{isEmpty ? <SkeletonRows /> : <Rows stages={stages} unit={unit} />}</tbody>
          </table>
        </section>
      )}
    </figure>
  );
}
