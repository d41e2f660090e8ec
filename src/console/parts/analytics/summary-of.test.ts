import { expect, test } from 'vitest';
import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import { summaryOf, undeliveredOf } from './summary-of.ts';

const of = (input: number, output: number, percentDataOptimized: number | null) => ({
  ...NOTHING_COUNTED,
  eventsIn: '10',
  totalInputDataBytes: String(input),
  totalOutputDataBytes: String(output),
  percentDataOptimized,
});

test('R2.4-48 what is not delivered is told beside the share saved, which takes it as delivered', () => {
  expect(undeliveredOf(of(1000, 250, 50))).toBe(250);
  expect(undeliveredOf(of(1000, 0, null))).toBeNull();
  expect(undeliveredOf(of(1000, 495, 50))).toBeUndefined();
  expect(undeliveredOf(of(1000, 900, 50))).toBeUndefined();
  expect(undeliveredOf(NOTHING_COUNTED)).toBeUndefined();
});

test('R2.1-22 pipelines together: one of which no saving is known counts neither way', () => {
  const sum = summaryOf([of(1000, 250, 75), of(1000, 0, null), of(1000, 500, 50)]);
  expect(sum).toMatchObject({ percentDataOptimized: 62.5, totalInputDataBytes: '3000' });
  expect(summaryOf([of(1000, 0, null)]).percentDataOptimized).toBeNull();
});
