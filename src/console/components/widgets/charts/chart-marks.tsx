import { getSeriesLook } from '../../../../charts/types.ts';
import { KeySequence } from '../keys/key-chip.tsx';
import * as css from './chart.css.ts';
import type { ChartCursor } from './chart-cursor.ts';
import type { ChartMark } from './chart-explain.ts';
import type { TipRow } from './chart-tip.tsx';
import type { DrawnChart } from './draw-chart.ts';
import { formatTimeSpan } from './time-ticks.ts';

type ChartMarksProps = {
  drawn: DrawnChart;
  cursor: ChartCursor;
  range: { start: number; end: number } | undefined;
  rows: readonly TipRow[];
  marks: readonly ChartMark[];
};

const CHANGE_PX = 4;
const CHIP_HALF_PX = 130;

type PlacedMark = { x: number; kind: ChartMark['kind'] };

/** Those within the chart; of several that would cover each other, the last. A deployment of many pipelines is one. */
function placeMarks(marks: readonly ChartMark[], { area, xOf }: DrawnChart): Map<string, PlacedMark> {
  const placed = new Map<string, PlacedMark>();
  for (const { time, kind } of marks) {
    const x = xOf(time);
    if (x < area.left || x > area.right) continue;
    const key = `${kind} ${Math.round(x)}`;
    // Later ones are drawn above earlier ones.
    placed.delete(key);
    placed.set(key, { x, kind });
  }
  return placed;
}

export function ChartMarks({ drawn, cursor, range, rows, marks }: ChartMarksProps) {
  const { area } = drawn;
  const upright = { top: area.top, height: area.bottom - area.top };
  const inside = (x: number) => Math.min(area.right, Math.max(area.left, x));
  const [from, to] = range ? [inside(drawn.xOf(range.start)), inside(drawn.xOf(range.end))] : [0, 0];
  const x = cursor.at === undefined ? undefined : drawn.xOf(cursor.at);
  const middle = Math.min(area.right - CHIP_HALF_PX, Math.max(area.left + CHIP_HALF_PX, (from + to) / 2));
  return (
    <div className={css.marks} aria-hidden="true">
      {[...placeMarks(marks, drawn)].map(([key, { x, kind }]) => (
        <span
          key={key}
          className={css.change}
          data-kind={kind}
          style={{ left: x, top: area.bottom - CHANGE_PX }}
        />
      ))}
      {range && (
        <div className={css.selection} style={{ ...upright, left: from, width: Math.max(2, to - from) }} />
      )}
      {x !== undefined && <div className={css.crosshair} style={{ ...upright, left: x }} />}
      {x !== undefined &&
        rows.map(({ series, value }) =>
          value === null ? null : (
            <span
              key={series.id}
              className={css.ring}
              style={{ left: x, top: drawn.yOf(value), borderColor: getSeriesLook(series).stroke }}
            />
          ),
        )}
      {range && (
        <span className={css.chip} style={{ left: middle, top: area.bottom - 44 }}>
          {formatTimeSpan(range.start, range.end)}
          <span className={css.chipAct}>
            <KeySequence binding="Enter" decorative /> Zoom
          </span>
          <KeySequence binding="Escape" decorative />
        </span>
      )}
    </div>
  );
}
