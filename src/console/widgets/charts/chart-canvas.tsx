import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatDateTime } from '../format.ts';
import * as css from './chart.css.ts';
import { type DrawnChart, drawLines } from './draw-lines.ts';
import { SeriesMark } from './series-mark.tsx';
import { type ChartSeries, timesOf, valueAt } from './types.ts';

type ChartCanvasProps = {
  label: string;
  series: readonly ChartSeries[];
  formatValue: (value: number | null) => string;
};

const TIP_WIDTH_PX = 176;

const nearest = (times: readonly number[], wanted: number): number => {
  let best = 0;
  times.forEach((time, index) => {
    if (Math.abs(time - wanted) < Math.abs((times[best] ?? 0) - wanted)) best = index;
  });
  return best;
};

/** The lines, with a crosshair that follows the pointer or the arrow keys and reads the values. */
export function ChartCanvas({ label, series, formatValue }: ChartCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [drawn, setDrawn] = useState<DrawnChart>();
  const [at, setAt] = useState<number>();
  const times = timesOf(series);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!size || size.width === 0) return;
    let isCurrent = true;
    drawLines({ series, ...size, formatValue }).then((next) => {
      if (!isCurrent) return;
      holder.current?.replaceChildren(next.svg);
      setDrawn(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [series, size, formatValue]);

  const last = times.length - 1;
  const index = at === undefined ? undefined : Math.min(at, last);
  const time = index === undefined ? undefined : times[index];
  const reading =
    time === undefined
      ? 'Press the arrow keys to read values'
      : `${formatDateTime(time)}. ${series.map((one) => `${one.label} ${formatValue(valueAt(one, time))}`).join(', ')}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const from = index ?? last + 1;
    const moves: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last };
    const next = moves[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, next)));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drawn) return;
    const left = event.currentTarget.getBoundingClientRect().left;
    setAt(nearest(times, drawn.timeAt(event.clientX - left)));
  };
  const x = drawn && time !== undefined ? drawn.xOf(time) : undefined;
  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={`${label}: values`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={index ?? 0}
      aria-valuetext={reading}
      className={css.canvas}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setAt(undefined)}
      onBlur={() => setAt(undefined)}
    >
      <div ref={holder} aria-hidden="true" />
      {x !== undefined && time !== undefined && (
        <>
          <div className={css.crosshair} style={{ left: x }} />
          <div
            className={css.tip}
            aria-hidden="true"
            style={
              x > (size?.width ?? 0) - TIP_WIDTH_PX - 24
                ? { right: (size?.width ?? 0) - x + 12 }
                : { left: x + 12 }
            }
          >
            <span>{formatDateTime(time)}</span>
            {series.map((one) => (
              <span key={one.id} className={css.tipLine}>
                <SeriesMark tone={one.tone} />
                {one.label}
                <span className={css.tipValue}>{formatValue(valueAt(one, time))}</span>
              </span>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
