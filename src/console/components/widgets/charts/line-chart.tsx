import { type ReactNode, use, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import type { ChartUnit } from '../../../../charts/chart-unit.ts';
import { describeAverage, describeBucket, describePoints } from '../../../../charts/describe-bucket.ts';
import { type OpenBucket, RATE_UNITS, toRates } from '../../../../charts/rates.ts';
import {
  computeBucketMs,
  isEmptyChart,
  isSameChart,
  listTimes,
  summarizeChart,
} from '../../../../charts/series-data.ts';
import type { ChartLimit, ChartSeries, ChartSpan, SelectRange } from '../../../../charts/types.ts';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import * as css from './chart.css.ts';
import { type CanvasHandle, ChartCanvas } from './chart-canvas.tsx';
import { ChartExplain, summarizeMarks } from './chart-explain.ts';
import { ChartTable } from './chart-table.tsx';
import { ChartTools } from './chart-tools.tsx';
import { RangeForm } from './range-form.tsx';
import { formatBucketTime } from './time-ticks.ts';

const NO_LIMITS: readonly ChartLimit[] = [];
const NO_SPANS: readonly ChartSpan[] = [];

function ChartSkeleton({ label }: { label: string }) {
  return (
    <div className={css.skeleton}>
      <span role="status" className={visuallyHidden}>
        Loading {label}
      </span>
    </div>
  );
}

/** Amounts are drawn as rates; table, CSV and totals show the amounts. */
export type LineChartProps = {
  title: string;
  series: readonly ChartSeries[];
  unit: ChartUnit;
  /** The last bucket while it is in progress. */
  open?: OpenBucket | undefined;
  note?: string | undefined;
  /** Must be stable, like `spans`: a change redraws the chart. */
  limits?: readonly ChartLimit[] | undefined;
  spans?: readonly ChartSpan[] | undefined;
  filter?: ReactNode;
  /** Initial load only; a refresh keeps the previous values. */
  loading?: boolean;
  error?: { message: string } | null | undefined;
  onRetry?: (() => void) | undefined;
  /** Unix seconds, whole buckets. */
  onSelectRange?: SelectRange | undefined;
};

/** Keeps the array while the drawing would be the same. */
function useSameSeries(series: readonly ChartSeries[]): readonly ChartSeries[] {
  const [kept, setKept] = useState(series);
  if (isSameChart(kept, series)) return kept;
  setKept(series);
  return series;
}

export function LineChart(props: LineChartProps) {
  const { title, unit, open, filter, loading = false, error, onRetry, onSelectRange } = props;
  const series = useSameSeries(props.series);
  const [isTable, setTable] = useState(false);
  const [isRangeOpen, setRangeOpen] = useState(false);
  const canvas = useRef<CanvasHandle>(null);
  const tools = useRef<HTMLSpanElement>(null);
  const isEmpty = isEmptyChart(series, unit);
  const times = listTimes(series);
  const bucketMs = computeBucketMs(times);
  const rateUnit = RATE_UNITS[unit];
  const drawn = useSameSeries(rateUnit ? toRates(series, bucketMs, open) : series);
  const openSince = open?.since;
  const describe =
    unit === 'number' ? describePoints : rateUnit && !isTable ? describeAverage : describeBucket;
  const note = describe(bucketMs);
  const explain = use(ChartExplain);
  const [start, end] = isEmpty ? [0, 0] : [(times[0] ?? 0) / 1000, ((times.at(-1) ?? 0) + bucketMs) / 1000];
  const marks = explain.useMarks(start, end);
  const closeRange = () => {
    setRangeOpen(false);
    tools.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  };
  return (
    <figure
      className={css.panel}
      aria-label={title}
      aria-busy={loading || undefined}
      data-filter={filter ? '' : undefined}
      data-empty={isEmpty && !loading && !error ? '' : undefined}
    >
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {!isEmpty && (props.note !== undefined || unit !== 'percent') && (
          <span className={css.note}>{props.note ?? note}</span>
        )}
        <span className={css.tools} ref={tools}>
          {filter}
          {!isEmpty && !error && (
            <ChartTools
              title={title}
              series={series}
              unit={unit}
              note={note}
              isTable={isTable}
              onTable={setTable}
              canvas={canvas}
              onRange={onSelectRange && (() => setRangeOpen(true))}
              onExplain={explain.open && (() => canvas.current?.explain())}
            />
          )}
        </span>
      </div>
      {isRangeOpen && onSelectRange && (
        <RangeForm
          label={title}
          start={(times[0] ?? 0) / 1000}
          end={Math.floor(Math.min((times.at(-1) ?? 0) + bucketMs, Date.now()) / 1000)}
          onApply={(start, end) => {
            const refusal = onSelectRange(start, end);
            if (refusal === undefined) closeRange();
            return refusal;
          }}
          onClose={closeRange}
        />
      )}
      {error ? (
        <div className={css.centred}>
          <ErrorPanel title={`${title} could not be read`} cause={error.message} onRetry={onRetry} />
        </div>
      ) : loading && isEmpty ? (
        <ChartSkeleton label={title} />
      ) : isEmpty ? (
        <p className={css.empty}>No data found</p>
      ) : isTable ? (
        <ChartTable label={title} series={series} unit={unit} openSince={openSince} />
      ) : (
        <ChartCanvas
          ref={canvas}
          label={title}
          series={drawn}
          unit={rateUnit ?? unit}
          openSince={openSince}
          limits={props.limits ?? NO_LIMITS}
          spans={props.spans ?? NO_SPANS}
          onSelectRange={onSelectRange}
          marks={marks}
          onExplain={explain.open}
        />
      )}
      <figcaption className={visuallyHidden}>
        {isEmpty || error
          ? ''
          : summarizeChart(series, drawn, unit, openSince) +
            summarizeMarks(marks, (time) => formatBucketTime(time, bucketMs))}
      </figcaption>
    </figure>
  );
}
