import { CHART_UNITS, type ChartUnit } from '../../../../charts/chart-unit.ts';
import { createValueReader, listTimes } from '../../../../charts/series-data.ts';
import type { ChartSeries } from '../../../../charts/types.ts';
import { escapeCsvCell } from '../../../../contract/csv.ts';

/**
 * All series with ISO times and exact values; missing values are empty cells
 * (https://datatracker.ietf.org/doc/html/rfc4180).
 */
export function formatChartCsv(series: readonly ChartSeries[], unit: ChartUnit): string {
  const readers = series.map(createValueReader);
  const head = ['time', ...series.map((one) => escapeCsvCell(`${one.label} (${CHART_UNITS[unit].noun})`))];
  const rows = listTimes(series).map((time) => [
    new Date(time).toISOString(),
    ...readers.map((read) => String(read(time) ?? '')),
  ]);
  return `${[head, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}
