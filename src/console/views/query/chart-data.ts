import type { ChartSeries, ChartTone } from '../../../charts/types.ts';
import { type Drawable, toLines } from '../../../contract/dashboards/answers.ts';
import type { QueryResult } from '../../../contract/entities/query.ts';

const TONES: ChartTone[] = ['out', 'in', 'fourth', 'drop'];

/** Lines in the colors of charts. */
export function toSeries(result: QueryResult): Drawable<ChartSeries[]> {
  const drawn = toLines(result);
  if ('problem' in drawn) return drawn;
  const series = drawn.data.map(({ label, points }, at) => ({
    id: label,
    label,
    tone: TONES[at % TONES.length] ?? 'out',
    variant: Math.floor(at / TONES.length),
    points: points.map(([time, value]) => ({ time, value })),
  }));
  return { data: series };
}
