import { expect, test } from 'vitest';
import type { PipelineErrors, PipelineSummary } from '../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { toRows } from './pipeline-rows.ts';

const COUNT = 5000;
const pipelines = Array.from({ length: COUNT }, (_, n) => {
  const pipeline: Partial<Pipeline> = {
    id: `p${n}`,
    status: 'DEPLOYED',
    deployedGraphVersion: 1,
    sourceId: 's',
    sinkIds: ['d'],
  };
  return pipeline as Pipeline;
});
const names = new Map([
  ['s', 'web'],
  ['d', 'archive'],
]);

const changedRows = (before: readonly object[], after: readonly object[]) =>
  after.filter((row, n) => row !== before[n]).length;

test('one change among 5,000 renders one row again', () => {
  const joined = { names, summaries: undefined, errors: undefined };
  const before = toRows(pipelines, joined);
  expect(changedRows(before, toRows([...pipelines], { ...joined, names: new Map(names) }))).toBe(0);
  const paused = pipelines.map((one, n) => (n === 5 ? { ...one, status: 'PAUSED' as const } : one));
  expect(changedRows(before, toRows(paused, joined))).toBe(1);
  const summaries = { p9: { percentDataOptimized: 40 } as Partial<PipelineSummary> as PipelineSummary };
  const after = toRows(pipelines, { ...joined, summaries });
  expect(changedRows(before, after)).toBe(1);
  expect(after[9]?.optimized).toBe(40);
});

test('errors and warnings that nobody acknowledged are summed, as a whole number [R9-47, R9-48]', () => {
  const counted = (unacknowledgedErrors: string, unacknowledgedWarnings: string) => {
    const errors = {
      p9: { errorDetails: [], unacknowledgedErrors, unacknowledgedWarnings } as PipelineErrors,
    };
    return toRows(pipelines, { names, summaries: undefined, errors })[9]?.errors;
  };
  expect(counted('20', '22')).toBe(42);
  expect(counted('20.4', '22.2')).toBe(43);
});
