import { formatDateTime } from '../format.ts';
import { Missing } from '../text/missing.tsx';
import * as css from './chart.css.ts';
import { type ChartSeries, timesOf, valueAt } from './types.ts';

type ChartTableProps = {
  label: string;
  series: readonly ChartSeries[];
  formatValue: (value: number | null) => string;
};

/** The same figures as a table. */
export function ChartTable({ label, series, formatValue }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className={css.tableWrap} role="region" aria-label={`${label}, table`} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((one) => (
              <th key={one.id} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {timesOf(series).map((time) => (
            <tr key={time}>
              <th scope="row">{formatDateTime(time)}</th>
              {series.map((one) => {
                const value = valueAt(one, time);
                return <td key={one.id}>{value === null ? <Missing /> : formatValue(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
