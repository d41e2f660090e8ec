import { expect, test } from 'vitest';
import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import { describeSaving } from '../../components/analytics/saving-note.ts';
import { formatFigure } from '../../lib/format.ts';
import { buildTotalMetrics } from './SiteMetrics.tsx';
import { sumSiteTotals } from './use-site-figures.ts';

const of = (input: number, output: number, undeliveredDataBytes: number) => ({
  ...NOTHING_COUNTED,
  totalInputDataBytes: String(input),
  totalOutputDataBytes: String(output),
  undeliveredDataBytes,
});
const optimization = (...summaries: ReturnType<typeof of>[]) => {
  const totals = sumSiteTotals(summaries);
  const [metric] = buildTotalMetrics(totals);
  return [formatFigure(metric?.figure), describeSaving(totals)];
};

test('share saved and amount saved agree while destinations wait [R2.1-22]', () => {
  const percent = '−12.5%';
  expect(optimization(of(800e6, 700e6, 200e6))).toEqual([percent, '100 MB more, 200 MB not delivered']);
  expect(optimization(of(800e6, 200e6, 200e6))).toEqual(['50.0%', '400 MB saved, 200 MB not delivered']);
  expect(optimization(of(800e6, 0, 200e6))).toEqual(['—', 'nothing delivered']);
  expect(optimization(of(800e6, 0, 200e6), of(200e6, 100e6, 0))).toEqual([
    '70.0%',
    '700 MB saved, 200 MB not delivered',
  ]);
});
