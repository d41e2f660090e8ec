import { expect, test } from 'vitest';
import {
  computeSaving,
  NOTHING_COUNTED,
  type PipelineSummary,
} from '../../../contract/entities/analytics.ts';
import { formatSaved } from './saved-text.ts';
import { describeUndelivered } from './saving-note.ts';
import { sumSummaries, toDelivery } from './summary-of.ts';

const of = (input: number, output: number, undelivered = 0): PipelineSummary => ({
  ...NOTHING_COUNTED,
  totalInputDataBytes: String(input),
  totalOutputDataBytes: String(output),
  undeliveredDataBytes: undelivered,
  percentDataOptimized: computeSaving({ input, output, undelivered })?.percent ?? null,
});
const saved = (summary: PipelineSummary) => {
  const saving = computeSaving(toDelivery(summary));
  return saving && [saving.percent, formatSaved(saving)];
};

test('undelivered bytes stand beside the saving, which counts them as delivered [R2.4-48]', () => {
  expect(describeUndelivered(toDelivery(of(1000, 250, 250)))).toBe('250 B not delivered');
  expect(saved(of(1000, 250, 250))).toEqual([50, '500 B saved']);
  expect(describeUndelivered(toDelivery(of(1000, 0, 600)))).toBe('nothing delivered');
  expect(describeUndelivered(toDelivery(of(1000, 500, -250)))).toBe('250 B of before delivered');
  expect(describeUndelivered(toDelivery(of(10_000, 4950, 5)))).toBeUndefined();
  expect(describeUndelivered(toDelivery(NOTHING_COUNTED))).toBeUndefined();
});

test('copies to several destinations count as growth, in bytes and percent [R2.1-22, R2.8-49]', () => {
  expect(saved(of(1000, 2000))).toEqual([-100, '1 KB more']);
  expect(saved(of(1000, 1000, 1000))).toEqual([-100, '1 KB more']);
  // Growth of up to 2% counts as none.
  expect(saved(of(1000, 1010))).toEqual([0, '0 B saved']);
});

test('several pipelines: figures are sums, and the saving is of the sums [R2.1-22]', () => {
  const sum = sumSummaries([of(1000, 250), of(1000, 0, 400), of(1000, 500)]);
  expect(sum).toMatchObject({ totalInputDataBytes: '3000', undeliveredDataBytes: 400 });
  expect(sum.percentDataOptimized).toBeCloseTo((100 * 1850) / 3000, 9);
  expect(computeSaving(toDelivery(sum))?.saved).toBe(1850);
  expect(sumSummaries([of(1000, 0, 1000)]).percentDataOptimized).toBeNull();
});
