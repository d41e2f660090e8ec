import { afterEach, expect, test } from 'vitest';
import { NOTHING_COUNTED } from '../../contract/entities/analytics.ts';
import { areErrorsIgnored, ignoreErrors, removeIgnoredErrors } from './ignored-errors.ts';

afterEach(() => ignoreErrors(false));

const coverage = { startUnixTimeSeconds: 0, endUnixTimeSeconds: 60, resolutionSeconds: 60 };
const summary = { ...NOTHING_COUNTED, processingErrors: '7', eventsIn: '9' };
const summaries = { pipelineSummaries: { p: summary }, coverage };
const details = { errorDetails: [], unacknowledgedErrors: '3', unacknowledgedWarnings: '0' };

test('while ignored, errors empty lists and counts; nothing else changes [R8-65, R7-12, R7-94]', () => {
  expect(removeIgnoredErrors('getPipelineSummaries', summaries)).toBe(summaries);
  ignoreErrors(true);
  expect(areErrorsIgnored.get()).toBe(true);
  expect(removeIgnoredErrors('listPipelineErrors', { pipelinesErrorDetails: { p: details } })).toEqual({
    pipelinesErrorDetails: {},
  });
  expect(removeIgnoredErrors('countPipelineErrors', { count: '5' })).toEqual({ count: '0' });
  expect(removeIgnoredErrors('getPipelineSummaries', summaries)).toEqual({
    pipelineSummaries: { p: { ...summary, processingErrors: '0' } },
    coverage,
  });
  ignoreErrors(false);
  expect(removeIgnoredErrors('countPipelineErrors', { count: '5' })).toEqual({ count: '5' });
});
