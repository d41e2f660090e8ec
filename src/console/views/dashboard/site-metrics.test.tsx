import { expect, test } from 'vitest';
import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import { sumTotals } from '../../../contract/totals.ts';
import { listFates } from '../../components/analytics/fates-note.tsx';
import { formatSaved } from '../../components/analytics/saved-text.ts';
import { formatFigure } from '../../lib/format.ts';
import { buildTotalMetrics } from './SiteMetrics.tsx';

const of = (input: number, output: number, waiting: number, lost = 0) => ({
  ...NOTHING_COUNTED,
  totalInputDataBytes: String(input),
  totalOutputDataBytes: String(output),
  totalWaitingDataBytes: String(waiting),
  totalLostDataBytes: String(lost),
  optimizedDataBytes: input - output - waiting - lost,
});
const optimization = (...summaries: ReturnType<typeof of>[]) => {
  const totals = sumTotals(summaries);
  const [metric] = buildTotalMetrics(totals);
  const saved = totals.percentDataOptimized === null ? undefined : formatSaved(totals.optimizedDataBytes);
  return [formatFigure(metric?.figure), saved, ...listFates(totals).map(({ text }) => text)];
};

test('share saved and amount saved agree while destinations wait [R2.1-05]', () => {
  expect(optimization(of(800e6, 700e6, 200e6))).toEqual(['−12.5%', '100 MB more', '200 MB waiting']);
  expect(optimization(of(800e6, 200e6, 200e6))).toEqual(['50.0%', '400 MB saved', '200 MB waiting']);
  expect(optimization(of(800e6, 0, 200e6))).toEqual(['75.0%', '600 MB saved', '200 MB waiting']);
  expect(optimization(of(800e6, 0, 0, 800e6))).toEqual(['—', undefined, '800 MB lost']);
  expect(optimization(of(800e6, 0, 200e6), of(200e6, 100e6, 0))).toEqual([
    '70.0%',
    '700 MB saved',
    '200 MB waiting',
  ]);
});
