import { CHART_UNITS, type ChartUnit } from '../../../../charts/chart-unit.ts';
import { computeBucketMs, createValueReader, listTimes } from '../../../../charts/series-data.ts';
import type { ChartSeries } from '../../../../charts/types.ts';
import { Missing } from '../text/missing.tsx';
import * as css from './chart.css.ts';
import { formatBucketTime } from './time-ticks.ts';

type ChartTableProps = {
  label: string;
  series: readonly ChartSeries[];
  unit: ChartUnit;
  openSince?: number | undefined;
};

export function ChartTable({ label, series, unit, openSince }: ChartTableProps) {
  const times = listTimes(series);
  const bucketMs = computeBucketMs(times);
  const { noun, exact } = CHART_UNITS[unit];
  const columns = series.map((one) => ({ ...one, read: createValueReader(one) }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={css.tableWrap} aria-label={`${label}, table`} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map((one) => (
              <th key={one.id} scope="col">
                {one.label} ({noun})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time) => (
            <tr key={time}>
              <th scope="row">
                {formatBucketTime(time, bucketMs)}
                {openSince !== undefined && time >= openSince && ', so far'}
              </th>
              {columns.map((one) => {
                const value = one.read(time);
                return <td key={one.id}>{value === null ? <Missing /> : exact(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
