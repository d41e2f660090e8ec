import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ComponentHealth, HealthState, PipelineHealth } from '../../src/contract/entities/health.ts';
import type { Counters, Gauges } from '../../src/engine/port.ts';
import { createCounters, T0 } from './support/counting.ts';
import { act, makeDeployedPipeline, makeSavedPipeline } from './support/fixtures.ts';
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

const createGauge = (nodeId: string, nodeType: Gauges['nodeType'], more: Partial<Gauges> = {}): Gauges => ({
  nodeId,
  nodeType,
  busyMs: 0,
  retries: 0,
  buffer: nodeType === 'SINK' ? { bytes: 0, maxBytes: 1000, oldestAgeMs: 0, lingerMs: 0 } : null,
  ...more,
});

const sendReport = (sink: { counters?: Partial<Counters>; gauges?: Partial<Gauges> } = {}) => {
  const { pipelineId, sourceId, transformId, sinkId } = made;
  api.engine.report({
    type: 'counters',
    bootId: 'a',
    sequence: now,
    at: now,
    pipelines: {
      [pipelineId]: {
        [sourceId]: createCounters(10, 10),
        [transformId]: createCounters(10, 10),
        [sinkId]: createCounters(10, 10, sink.counters),
      },
    },
    gauges: {
      [pipelineId]: {
        [sourceId]: createGauge(sourceId, 'SOURCE'),
        [transformId]: createGauge(transformId, 'TRANSFORM'),
        [sinkId]: createGauge(sinkId, 'SINK', sink.gauges),
      },
    },
  });
};
const fail = (message = 'The connection was refused') =>
  api.engine.report({
    type: 'errors',
    errors: [
      {
        pipelineId: made.pipelineId,
        componentId: made.sinkId,
        nodeId: made.sinkId,
        errorName: 'ConnectionRefused',
        level: 'ERROR',
        message,
        causes: [],
        resolutions: [],
        count: 1,
        lastAt: now,
        exampleEvent: '',
      },
    ],
  });
const read = async (
  query: { pipelineIds?: string[]; states?: HealthState[] } = {},
): Promise<{ pipelines: PipelineHealth[]; components: ComponentHealth[] }> =>
  (await api.call('listHealth', { path: { siteId: api.siteId }, query })).body;

describe('health', () => {
  test("each running node has health; a pipeline has its worst node's", async () => {
    sendReport();
    const { pipelines, components } = await read();
    expect(components.map(({ nodeName, nodeType, state }) => ({ nodeName, nodeType, state }))).toEqual([
      { nodeName: 'web source', nodeType: 'SOURCE', state: 'healthy' },
      { nodeName: 'Parse', nodeType: 'TRANSFORM', state: 'healthy' },
      { nodeName: 'web sink', nodeType: 'SINK', state: 'healthy' },
    ]);
    expect(pipelines).toMatchObject([{ pipelineId: made.pipelineId, state: 'healthy', reasons: [] }]);

    now += 1000;
    fail();
    sendReport({ counters: { eventsBuffered: 3 }, gauges: { retries: 1 } });
    const later = await read();
    expect(later.components[2]).toMatchObject({
      state: 'failing',
      templateName: 'Blackhole',
      figures: { errors: '1', retries: '1', eventsBuffered: '3' },
    });
    expect(later.pipelines[0]).toMatchObject({
      state: 'failing',
      reasons: [
        {
          rule: 'delivery',
          componentId: made.sinkId,
          nodeName: 'web sink',
          text: 'Nothing is delivered: The connection was refused',
        },
      ],
    });
  });

  test('with states, only matching pipelines are named', async () => {
    sendReport();
    await makeSavedPipeline(api, 'draft');
    expect(await read({ states: ['atRisk', 'failing'] })).toEqual({ pipelines: [], components: [] });
    now += 1000;
    fail();
    sendReport({ counters: { eventsBuffered: 3 } });
    const { pipelines, components } = await read({ states: ['atRisk', 'failing'] });
    expect(pipelines.map(({ pipelineId }) => pipelineId)).toEqual([made.pipelineId]);
    expect(components).toHaveLength(3);
  });

  test('a change is sent to everyone watching the site', async () => {
    const told: string[] = [];
    api.service.services.hub.subscribe(api.siteId, (message) => {
      if (message.type === 'health.changed') told.push(message.pipelineId);
    });
    sendReport();
    await expect.poll(() => told).toEqual([made.pipelineId]);
    now += 1000;
    sendReport();
    fail();
    sendReport({ counters: { eventsBuffered: 3 } });
    await expect.poll(() => told).toEqual([made.pipelineId, made.pipelineId]);
  });

  test('a source with events is silent after restarts, not without data [R20]', async () => {
    const { pipelineId, sourceId } = made;
    sendReport();
    const anew = (bootId: string) => {
      const nothing = createCounters(0, 0, { lastEventAt: 0 });
      const pipelines = { [pipelineId]: { [sourceId]: nothing } };
      const gauges = { [pipelineId]: { [sourceId]: createGauge(sourceId, 'SOURCE') } };
      api.engine.report({ type: 'state', state: 'stopped' });
      api.engine.report({ type: 'counters', bootId, sequence: 0, at: now, pipelines, gauges });
    };
    const source = async () => (await read()).components.find(({ componentId }) => componentId === sourceId);
    now += 60_000;
    anew('b');
    expect(await source()).toMatchObject({
      state: 'healthy',
      figures: { lastEventUnixTimeSeconds: T0 / 1000 },
    });
    now += 3600_000;
    await api.stop();
    api = await startService({ store: api.store, clock: () => now });
    anew('c');
    expect(await source()).toMatchObject({ state: 'atRisk', reasons: [{ rule: 'silence' }] });
  });

  test('what the engine starts says so, and with how many others [R13]', async () => {
    const told: string[] = [];
    api.service.services.hub.subscribe(api.siteId, (message) => {
      if (message.type === 'health.changed') told.push(message.pipelineId);
    });
    const report = (starting: string[]) =>
      api.engine.report({
        type: 'counters',
        bootId: 'b',
        sequence: now++,
        at: now,
        pipelines: {},
        gauges: {},
        starting,
      });
    const own = async () => (await read()).pipelines[0];
    report([made.pipelineId, '1', '2']);
    expect(await own()).toMatchObject({
      state: 'starting',
      reasons: [{ text: 'It is starting, together with 2 other pipelines of its site' }],
    });
    report([made.pipelineId]);
    expect(await own()).toMatchObject({ state: 'starting', reasons: [{ text: 'It is starting' }] });
    sendReport();
    expect(await own()).toMatchObject({ state: 'healthy', reasons: [] });
    expect(told.filter((id) => id === made.pipelineId)).toHaveLength(3);
  });

  test('what does not run says why: not deployed, paused, or stopped', async () => {
    sendReport();
    const draft = await makeSavedPipeline(api, 'draft');
    await act(api, made.pipelineId, 'PAUSE');
    await api.service.services.lifecycle.settled();
    const { pipelines, components } = await read();
    const of = (id: string) => pipelines.find(({ pipelineId }) => pipelineId === id);
    expect(of(draft.pipelineId)).toMatchObject({
      state: 'notRunning',
      reasons: [{ text: 'It was not deployed' }],
    });
    expect(of(made.pipelineId)).toMatchObject({ state: 'notRunning', reasons: [{ text: 'It is paused' }] });
    expect(components.map(({ state }) => state)).toEqual(['notRunning', 'notRunning', 'notRunning']);

    await act(api, made.pipelineId, 'DEPLOY', 1);
    await api.service.services.lifecycle.settled();
    api.engine.report({ type: 'counters', bootId: 'b', sequence: 0, at: now, pipelines: {}, gauges: {} });
    api.engine.report({
      type: 'pipeline.failed',
      pipelineId: made.pipelineId,
      problem: { errorName: 'X', message: 'The port is taken', causes: [], resolutions: [] },
    });
    await expect
      .poll(async () => (await read({ pipelineIds: [made.pipelineId] })).pipelines)
      .toMatchObject([{ state: 'failing', reasons: [{ text: 'It does not run: The port is taken' }] }]);
  });
});
