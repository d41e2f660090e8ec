import { expect, test } from 'vitest';
import { NOTHING_COUNTED, type PipelineSummary } from '../../../contract/entities/analytics.ts';
import { sumTotals } from '../../../contract/totals.ts';
import { formatSaved } from './saved-text.ts';

type Fates = { waiting?: number; dead?: number; lost?: number };

const of = (
  input: number,
  output: number,
  { waiting = 0, dead = 0, lost = 0 }: Fates = {},
): PipelineSummary => ({
  ...NOTHING_COUNTED,
  totalInputDataBytes: String(input),
  totalOutputDataBytes: String(output),
  totalWaitingDataBytes: String(waiting),
  totalDeadLetterDataBytes: String(dead),
  totalLostDataBytes: String(lost),
  optimizedDataBytes: input - output - waiting - dead - lost,
});
const saved = (...summaries: PipelineSummary[]) => {
  const { percentDataOptimized, optimizedDataBytes } = sumTotals(summaries);
  return [percentDataOptimized, formatSaved(optimizedDataBytes)];
};

test('what waits, was given up or lost is no saving [R2.4-48]', () => {
  expect(saved(of(1000, 250, { waiting: 250 }))).toEqual([50, '500 B saved']);
  expect(saved(of(1000, 0, { waiting: 500 }))).toEqual([50, '500 B saved']);
  expect(saved(of(1000, 100, { dead: 200, lost: 200 }))).toEqual([50, '500 B saved']);
  expect(saved(of(1000, 0, { dead: 600, lost: 400 }))).toEqual([null, '0 B saved']);
});

test('copies to several destinations count as growth, in bytes and percent [R2.4-48, R5-57]', () => {
  expect(saved(of(1000, 2000))).toEqual([-100, '1 KB more']);
  expect(saved(of(1000, 1000, { waiting: 1000 }))).toEqual([-100, '1 KB more']);
});

test('several pipelines: figures are sums, and the saving is of the sums [R2.4-48]', () => {
  const sum = sumTotals([of(1000, 250), of(1000, 0, { waiting: 400 }), of(1000, 500)]);
  expect(sum).toMatchObject({ totalInputDataBytes: 3000, totalWaitingDataBytes: 400 });
  expect(sum.percentDataOptimized).toBeCloseTo((100 * 1850) / 3000, 9);
  expect(sum.optimizedDataBytes).toBe(1850);
});
