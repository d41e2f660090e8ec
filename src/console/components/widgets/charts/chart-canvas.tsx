import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { CHART_UNITS, type ChartUnit } from '../../../../charts/chart-unit.ts';
import {
  computeBucketMs,
  createValueReader,
  listTimes,
  stackSeries,
} from '../../../../charts/series-data.ts';
import type { ChartLimit, ChartSeries, ChartSpan, SelectRange } from '../../../../charts/types.ts';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { buildWidgetKeyProps } from '../keys/widget-keys.ts';
import * as css from './chart.css.ts';
import { type ChartCursor, toChartSelection } from './chart-cursor.ts';
import { type ChartMark, listMarksInBucket } from './chart-explain.ts';
import { getChartKeyAction, listChartKeys } from './chart-keys.ts';
import { ChartMarks } from './chart-marks.tsx';
import { ChartTip } from './chart-tip.tsx';
import { SeriesMark } from './series-mark.tsx';
import { formatBucketTime, formatTimeSpan } from './time-ticks.ts';
import { useChartPointer } from './use-chart-pointer.ts';
import { useDrawing } from './use-drawing.ts';

/** For lines without room for end labels. */
function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <div className={css.legend}>
      {series.map((one) => (
        <span key={one.id} className={css.legendItem}>
          <SeriesMark tone={one.tone} variant={one.variant} />
          {one.label}
        </span>
      ))}
    </div>
  );
}

export type CanvasHandle = {
  svg: () => SVGSVGElement | undefined;
  /** Asks what changed around the last read value, or in the whole range. */
  explain: () => void;
};

type ChartCanvasProps = {
  ref?: Ref<CanvasHandle>;
  label: string;
  series: readonly ChartSeries[];
  unit: ChartUnit;
  openSince: number | undefined;
  limits: readonly ChartLimit[];
  spans: readonly ChartSpan[];
  /** Unix seconds, whole buckets. */
  onSelectRange: SelectRange | undefined;
  marks: readonly ChartMark[];
  /** Unix seconds. */
  onExplain: ((start: number, end: number) => void) | undefined;
};

const HELP_READ = 'Left and Right read the values, Home and End go to the first and last.';
const HELP_EXPLAIN = 'W shows what changed around the value.';
const HELP_SELECT = 'With Shift, or after M, they select a time range: Enter sets it, Escape leaves it.';

export function ChartCanvas(props: ChartCanvasProps) {
  const { ref, label, series, unit, openSince, limits, spans } = props;
  const { onSelectRange, marks, onExplain } = props;
  const frame = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [cursor, setCursor] = useState<ChartCursor>({});
  const [spoken, setSpoken] = useState('');
  const { drawn, error } = useDrawing(frame, holder, { series, unit, openSince, limits, spans });
  const times = useMemo(() => listTimes(series), [series]);
  const readers = useMemo(
    () => series.map((one) => ({ series: one, read: createValueReader(one) })),
    [series],
  );
  const levels = useMemo(
    () => stackSeries(series).map((one) => ({ series: one, read: createValueReader(one) })),
    [series],
  );
  const bucketMs = computeBucketMs(times);
  const canSelect = onSelectRange !== undefined;
  /** Pressing the button takes the focus and so clears the cursor. */
  const lastRead = useRef<number>(undefined);
  useEffect(() => {
    if (cursor.at !== undefined) lastRead.current = cursor.at;
  }, [cursor.at]);
  const explain = () => {
    const at = cursor.at ?? lastRead.current;
    const [from, to] = at === undefined ? [times[0] ?? 0, times.at(-1) ?? 0] : [at, at];
    onExplain?.(Math.floor(from / 1000), Math.floor((to + bucketMs) / 1000));
  };
  useImperativeHandle(ref, () => ({ svg: () => drawn?.svg, explain }));

  const formatTitle = (time: number) =>
    formatBucketTime(time, bucketMs) + (openSince !== undefined && time >= openSince ? ', so far' : '');
  const readRows = (time: number) =>
    readers.map(({ series: one, read }) => ({ series: one, value: read(time) }));
  /** As drawn (stacked). */
  const readLevels = (time: number) =>
    levels.map(({ series: one, read }) => ({ series: one, value: read(time) }));
  const apply = (picked: ChartCursor) => {
    const range = toChartSelection(picked, bucketMs);
    setCursor({});
    if (!range || !onSelectRange) return;
    // The open bucket ends in the future.
    const end = Math.min(range.end, Date.now());
    const refusal = onSelectRange(Math.floor(range.start / 1000), Math.floor(end / 1000));
    setSpoken(refusal ?? `Time range ${formatTimeSpan(range.start, range.end)} set`);
  };
  const pointer = useChartPointer({ drawn, times, canSelect, cursor, tip, setCursor, apply });

  const say = (next: ChartCursor) => {
    const range = toChartSelection(next, bucketMs);
    if (range) return setSpoken(`Selected ${formatTimeSpan(range.start, range.end)}`);
    if (next.at === undefined) return setSpoken('');
    const values = readRows(next.at).map(
      ({ series: one, value }) =>
        `${one.label} ${value === null ? 'no value' : CHART_UNITS[unit].short(value)}`,
    );
    const changes = listMarksInBucket(marks, next.at, bucketMs).map((mark) => mark.label);
    setSpoken([`${formatTitle(next.at)}: ${values.join(', ')}`, ...changes].join('. '));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = getChartKeyAction(event, times, cursor, canSelect, onExplain !== undefined);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act.kind === 'apply') return apply(cursor);
    if (act.kind === 'explain') return explain();
    if (act.kind === 'cancel') pointer.cancel();
    setCursor(act.cursor);
    say(act.cursor);
  };

  if (error) {
    return (
      <ErrorPanel
        title="The chart could not be drawn"
        cause={error.message}
        resolution="View it as a table instead."
      />
    );
  }
  const range = toChartSelection(cursor, bucketMs);
  return (
    <div className={css.stage}>
      <div
        ref={frame}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys read the values and select
        tabIndex={0}
        aria-label={`${label}, values`}
        aria-roledescription="chart"
        aria-describedby={helpId}
        className={css.canvas}
        {...buildWidgetKeyProps(listChartKeys(canSelect, onExplain !== undefined))}
        data-selectable={canSelect ? '' : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor({})}
        {...pointer.handlers}
      >
        <div ref={holder} className={css.picture} aria-hidden="true" />
        {!drawn && <div className={css.undrawn} aria-hidden="true" />}
        {drawn && (
          <ChartMarks
            drawn={drawn}
            cursor={cursor}
            range={range}
            rows={cursor.at === undefined ? [] : readLevels(cursor.at)}
            marks={marks}
          />
        )}
        {drawn && cursor.at !== undefined && (
          <ChartTip
            ref={tip}
            title={formatTitle(cursor.at)}
            notes={listMarksInBucket(marks, cursor.at, bucketMs).map((mark) => mark.label)}
            rows={readRows(cursor.at)}
            unit={unit}
            x={drawn.xOf(cursor.at)}
            width={drawn.svg.clientWidth || frame.current?.clientWidth || 0}
          />
        )}
      </div>
      {drawn && !drawn.hasEndLabels && <Legend series={series} />}
      <span id={helpId} hidden>
        {[HELP_READ, canSelect && HELP_SELECT, onExplain && HELP_EXPLAIN].filter(Boolean).join(' ')}
      </span>
      <span role="status" className={visuallyHidden}>
        {spoken}
      </span>
    </div>
  );
}
