import { type Ref, useLayoutEffect, useState } from 'react';
import { CHART_UNITS, type ChartUnit, type RateUnit } from '../../../../charts/chart-unit.ts';
import type { ChartSeries } from '../../../../charts/types.ts';
import * as css from './chart.css.ts';
import { SeriesMark } from './series-mark.tsx';

export type TipRow = { series: ChartSeries; value: number | null };

type ChartTipProps = {
  ref: Ref<HTMLDivElement>;
  title: string;
  notes?: readonly string[];
  rows: readonly TipRow[];
  unit: ChartUnit | RateUnit;
  /** Pixels: crosshair position and width of the drawing. */
  x: number;
  width: number;
};

const GAP_PX = 12;
const EDGE_PX = 4;

/** Right of the crosshair, else left, else anywhere visible. */
function computeTipLeft(x: number, own: number, width: number): number {
  if (x + GAP_PX + own + EDGE_PX <= width) return x + GAP_PX;
  if (x - GAP_PX - own >= EDGE_PX) return x - GAP_PX - own;
  return Math.max(EDGE_PX, width - own - EDGE_PX);
}

/** Hidden from screen readers; the live region announces the values. */
export function ChartTip({ ref, title, notes = [], rows, unit, x, width }: ChartTipProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [own, setOwn] = useState(0);
  useLayoutEffect(() => {
    if (element && element.offsetWidth !== own) setOwn(element.offsetWidth);
  });
  return (
    <div
      ref={(next) => {
        setElement(next);
        if (typeof ref === 'function') ref(next);
        else if (ref) ref.current = next;
      }}
      className={css.tip}
      aria-hidden="true"
      style={{ left: computeTipLeft(x, own, width) }}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <span className={css.tipTitle}>{title}</span>
      {rows.map(({ series, value }) => (
        <span key={series.id} className={css.tipLine}>
          <SeriesMark tone={series.tone} variant={series.variant} />
          {series.label}
          <span className={css.tipValue}>{CHART_UNITS[unit].short(value)}</span>
        </span>
      ))}
      {notes.map((note) => (
        <span key={note} className={css.tipNote}>
          {note}
        </span>
      ))}
    </div>
  );
}
