import { expect, test } from 'vitest';
import { type CallId, callDefinition } from '../../../src/contract/calls/index.ts';
import { createCounters, T0 } from './counting.ts';
import { makeDeployedPipeline } from './fixtures.ts';
import { type Answer, type CallParts, startService, type TestService } from './service.ts';

/** Includes counters, errors and notifications. */
export async function makeWireWorld() {
  let now = T0;
  const api = await startService({ clock: () => now, flags: ['apiKeys'] });
  const made = await makeDeployedPipeline(api);
  api.engine.report({
    type: 'counters',
    bootId: 'pod-a',
    host: 'web-1',
    at: T0,
    pipelines: {
      [made.pipelineId]: {
        [made.sourceId]: createCounters(0, 0),
        [made.transformId]: createCounters(0, 0),
        [made.sinkId]: createCounters(0, 0),
      },
    },
  });
  api.engine.report({
    type: 'counters',
    bootId: 'pod-a',
    host: 'web-1',
    at: T0 + 20_000,
    pipelines: {
      [made.pipelineId]: {
        [made.sourceId]: createCounters(100, 100),
        [made.transformId]: createCounters(100, 60),
        [made.sinkId]: createCounters(60, 60),
      },
    },
  });
  api.engine.report({
    type: 'errors',
    errors: [
      {
        pipelineId: made.pipelineId,
        componentId: made.transformId,
        nodeId: made.transformId,
        errorName: 'PARSE_FAILED',
        level: 'ERROR',
        message: 'The event is not JSON',
        causes: ['It is text'],
        resolutions: ['Use parse grok'],
        count: 2,
        lastAt: T0,
        exampleEvent: 'hello',
      },
    ],
  });
  await api.service.services.analytics.flush();
  now += 30_000;
  await api.service.services.notifications.turn();
  return { api, made };
}
export type WireWorld = { api: TestService; made: Awaited<ReturnType<typeof makeDeployedPipeline>> };

export const RANGE = {
  'timeRange.startUnixTimeSeconds': T0 / 1000 - 60,
  'timeRange.endUnixTimeSeconds': T0 / 1000 + 600,
};
export const buildPage = (fieldName: string) => ({
  'pagination.offset': 0,
  'pagination.limit': 100,
  'pagination.ordering.fieldName': fieldName,
  'pagination.ordering.descending': true,
});

/** Reads the field at a path such as `pipelines.0`. */
export async function readOf({ api }: WireWorld, id: CallId, parts: CallParts, path: string) {
  const answer: Answer = await api.call(id, parts);
  const found = path.split('.').reduce((value, key) => value?.[key], answer.body);
  return { status: answer.status, body: answer.body, found };
}

export type Row = [
  requirements: string,
  id: CallId,
  line: string,
  parts: (world: WireWorld) => CallParts,
  /** What the field contains at least. */
  reads: string,
  holds: (world: WireWorld) => unknown,
];

/** One test per row: the call matches the line, takes the parameters and answers the field. */
export function testReads(rows: readonly Row[], world: () => WireWorld): void {
  test.each(rows)('%s: %s is %s', async (_, id, line, parts, reads, holds) => {
    const { method, path } = callDefinition(id);
    expect(`${method} ${path}`).toBe(line);
    const { status, body, found } = await readOf(world(), id, parts(world()), reads);
    expect(status, JSON.stringify(body)).toBe(200);
    const expected = holds(world());
    if (typeof expected === 'object') expect(reads === '' ? body : found).toMatchObject(expected as object);
    else expect(found).toBe(expected);
  });
}
