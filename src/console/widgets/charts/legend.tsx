import * as css from './chart.css.ts';
import { SeriesMark } from './series-mark.tsx';
import type { ChartSeries } from './types.ts';

/** Names the lines where they have no room to be named at their ends. */
export function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <div className={css.legend}>
      {series.map((one) => (
        <span key={one.id} className={css.legendItem}>
          <SeriesMark tone={one.tone} />
          {one.label}
        </span>
      ))}
    </div>
  );
}
