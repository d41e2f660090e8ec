import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCounters, T0, toRangeQuery } from './support/counting.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let now = T0;
let api: TestService;
let made: Awaited<ReturnType<typeof makeDeployedPipeline>>;

beforeEach(async () => {
  now = T0;
  api = await startService({ clock: () => now });
  made = await makeDeployedPipeline(api);
});
afterEach(() => api.stop());

describe('errors [R7-19, R7-20]', () => {
  const fail = async (count: number, errorName = 'PARSE_FAILED', level: 'ERROR' | 'WARN' = 'ERROR') => {
    api.engine.report({
      type: 'errors',
      errors: [
        {
          pipelineId: made.pipelineId,
          componentId: made.transformId,
          nodeId: made.transformId,
          errorName,
          level,
          message: 'The event is not JSON',
          causes: ['It is text'],
          resolutions: ['Use parse grok'],
          count,
          lastAt: now,
          exampleEvent: 'hello',
        },
      ],
    });
    await api.service.services.analytics.flush();
  };
  const list = async () =>
    (await api.call('listPipelineErrors', { query: { siteId: api.siteId, ...toRangeQuery(-60, 600) } })).body
      .pipelinesErrorDetails[made.pipelineId];
  const count = async (acknowledgeState: string) =>
    (
      await api.call('countPipelineErrors', {
        query: { siteId: api.siteId, acknowledgeState, ...toRangeQuery(-60, 600) },
      })
    ).body.count;

  test('are grouped with count, first and last occurrence and an example', async () => {
    await fail(2);
    now += 70_000;
    await fail(3);
    await fail(1, 'SLOW', 'WARN');
    const errors = await list();
    expect(errors).toMatchObject({ unacknowledgedErrors: '5', unacknowledgedWarnings: '1' });
    const group = errors.errorDetails.find((one: { errorName: string }) => one.errorName === 'PARSE_FAILED');
    expect(group).toMatchObject({
      nodeName: 'Parse',
      nodeType: 'TRANSFORM',
      count: '5',
      firstOccurrenceUnixTimeSeconds: T0 / 1000,
      lastOccurrenceUnixTimeSeconds: T0 / 1000 + 70,
      exampleEvent: 'hello',
    });
    expect(JSON.parse(group.errorDesc)).toEqual({
      Error: 'The event is not JSON',
      'Possible causes': ['It is text'],
      Resolutions: ['Use parse grok'],
    });
    expect(await count('unacknowledged')).toBe('6');
    expect(await count('ACKNOWLEDGED')).toBe('0');
  });

  test('the flag ignorePipelineErrors empties lists and counts [R6-09, R8-65, R7-12]', async () => {
    await fail(2);
    api.engine.report({
      type: 'counters',
      bootId: 'a',
      at: now,
      pipelines: { [made.pipelineId]: { [made.transformId]: createCounters(1, 1, { errors: 2 }) } },
    });
    await api.stop();
    api = await startService({ store: api.store, clock: () => now, flags: ['ignorePipelineErrors'] });
    expect(await list()).toBeUndefined();
    expect(await count('unacknowledged')).toBe('0');
    const query = { siteId: api.siteId, pipelineIds: [made.pipelineId], ...toRangeQuery(-60, 600) };
    const { body } = await api.call('getPipelineSummaries', { query });
    expect(body.pipelineSummaries[made.pipelineId].processingErrors).toBe('0');
  });
});
