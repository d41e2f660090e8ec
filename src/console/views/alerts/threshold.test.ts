import { expect, test } from 'vitest';
import type { AlertMetric } from '../../../contract/alerts/metrics.ts';
import { formatThreshold, parseThreshold, stepThreshold } from './threshold.ts';

test.each([
  ['bufferShare', '80%', 80],
  ['bufferShare', '80 %', 80],
  ['optimization', '-5', -5],
  ['errors', '1,500', 1500],
  ['errors', '100 errors', 100],
  ['lag', '2 min', 120],
  ['lag', '45', 45],
  ['sourceBytes', '1.5 GB', 1.5e9],
  ['daysLeft', '14 days', 14],
  ['keyDaysLeft', '14 days', 14],
  ['errors', 'many', undefined],
  ['lag', '5 parsecs', undefined],
  ['errors', '', undefined],
] as const)('a threshold of %s is read: %s', (metric, text, value) => {
  expect(parseThreshold(metric, text)).toBe(value);
});

test.each([
  ['bufferShare', 'MAXIMUM', 80],
  ['lag', 'MAXIMUM', 45],
  ['sourceBytes', 'RATE', 2.5e6],
  ['errors', 'SUM', 1500],
  ['daysLeft', 'LAST', 1],
] as const)('what is shown of %s can be typed again', (metric: AlertMetric, aggregation, value) => {
  expect(parseThreshold(metric, formatThreshold({ metric, aggregation }, value))).toBe(value);
});

test('arrows step by what fits the value, Shift in finer steps', () => {
  expect(stepThreshold('lag', 30, 1, false)).toBe(35);
  expect(stepThreshold('lag', 30, -1, true)).toBe(29);
  expect(stepThreshold('errors', 500, 1, false)).toBe(600);
  expect(stepThreshold('errors', 500, 1, true)).toBe(510);
  expect(stepThreshold('bufferShare', 3, -1, false)).toBe(0);
});
