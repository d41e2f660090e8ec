import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallId } from '../../src/contract/calls/index.ts';
import { type CallParts, startService, type TestService } from './support/service.ts';

let api: TestService;
beforeAll(async () => {
  api = await startService();
});
afterAll(() => api.stop());

describe('missing values and non-numbers are reported in words [R7-90]', () => {
  const range = (start?: string | number, end?: string | number) => ({
    ...(start === undefined ? {} : { 'timeRange.startUnixTimeSeconds': start }),
    ...(end === undefined ? {} : { 'timeRange.endUnixTimeSeconds': end }),
  });
  test.each([
    ['getSiteSeries', range(undefined, 100), 'timeRange.startUnixTimeSeconds: is required (a number)'],
    ['getSiteSeries', range(0), 'timeRange.endUnixTimeSeconds: is required (a number)'],
    ['getSiteSeries', range('noon', 100), 'timeRange.startUnixTimeSeconds: must be a number'],
    ['getSiteSeries', { ...range(0, 100), resolution: 'x' }, 'resolution: must be a number'],
    ['listPipelines', { 'pagination.limit': 'all' }, 'pagination.limit: must be a number'],
    ['listPipelineErrors', range(0, 100), 'siteId: is required (text)'],
  ] as [CallId, CallParts['query'], string][])('%s %j', async (id, query, message) => {
    const answer = await api.call(id, { path: { siteId: api.siteId }, query });
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  test('also in a body', async () => {
    const answer = await api.call('createPipeline', { body: { pipeline: { siteId: api.siteId } } });
    expect(answer.body).toMatchObject({
      details: [{ field: 'pipeline.name', rule: 'required', message: 'is required (text)' }],
    });
  });
});
