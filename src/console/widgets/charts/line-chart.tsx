import { type ReactNode, useState } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { IconButton } from '../actions/button.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import * as css from './chart.css.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartTable } from './chart-table.tsx';
import { SeriesMark } from './series-mark.tsx';
import { type ChartSeries, chartSummary, isEmptyChart } from './types.ts';

const HEIGHT_PX = 360;
const HEIGHT_WITH_FILTER_PX = 410;

type LineChartProps = {
  title: string;
  /** Keep it stable between renders that change nothing. */
  series: readonly ChartSeries[];
  /** Keep it stable: `formatBytes` and the like as text. */
  formatValue: (value: number | null) => string;
  /** A filter in the head; the panel grows for it (R2.8-58). */
  filter?: ReactNode;
  loading?: boolean;
};

/** Lines over time (R2.8-52 … R2.8-57), with a table of the same figures and a summary in words. */
export function LineChart({ title, series, formatValue, filter, loading = false }: LineChartProps) {
  const [isTable, setTable] = useState(false);
  const isEmpty = isEmptyChart(series);
  return (
    <figure
      className={css.panel}
      aria-label={title}
      aria-busy={loading || undefined}
      style={{ height: filter ? HEIGHT_WITH_FILTER_PX : HEIGHT_PX }}
    >
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
        <span className={css.legend}>
          {series.map((one) => (
            <span key={one.id} className={css.legendItem}>
              <SeriesMark tone={one.tone} />
              {one.label}
            </span>
          ))}
        </span>
        <span className={css.tools}>
          {filter}
          {!isEmpty && (
            <IconButton
              icon={isTable ? 'chart' : 'table'}
              label={isTable ? `Show ${title} as lines` : `Show ${title} as a table`}
              variant="ghost"
              size="small"
              onClick={() => setTable(!isTable)}
            />
          )}
        </span>
      </div>
      {loading && isEmpty ? (
        <div className={css.empty}>
          <Skeleton label={title} width={240} />
        </div>
      ) : isEmpty ? (
        <p className={css.empty}>No data found</p>
      ) : isTable ? (
        <ChartTable label={title} series={series} formatValue={formatValue} />
      ) : (
        <ChartCanvas label={title} series={series} formatValue={formatValue} />
      )}
      <figcaption className={visuallyHidden}>{isEmpty ? '' : chartSummary(series, formatValue)}</figcaption>
    </figure>
  );
}
