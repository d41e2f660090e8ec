import {
  NOTHING_COUNTED,
  type PipelineSummary,
  percentOfTotals,
} from '../../../contract/entities/analytics.ts';
import { fromCount } from '../../../contract/parameters.ts';

type CountName = Exclude<keyof PipelineSummary, 'percentDataOptimized'>;

/** Totals as numbers. The percentage is of the sums, and null when unknown. */
export type Totals = Record<CountName, number> & { percentDataOptimized: number | null };

const NAMES = Object.keys(NOTHING_COUNTED).filter((name) => name !== 'percentDataOptimized') as CountName[];

export function sumTotals(summaries: readonly PipelineSummary[]): Totals {
  const sums = Object.fromEntries(
    NAMES.map((name) => [name, summaries.reduce((sum, one) => sum + fromCount(one[name]), 0)]),
  ) as Record<CountName, number>;
  return { ...sums, percentDataOptimized: percentOfTotals(sums) };
}
