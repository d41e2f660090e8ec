import { type ChartSeries, getSeriesLook } from '../../../../charts/types.ts';

export function SeriesMark(series: Pick<ChartSeries, 'tone' | 'variant'>) {
  const { stroke, dash } = getSeriesLook(series);
  return (
    <svg aria-hidden="true" width="18" height="4" viewBox="0 0 18 4">
      <path d="M0 2H18" fill="none" strokeWidth="2" stroke={stroke} strokeDasharray={dash || undefined} />
    </svg>
  );
}
