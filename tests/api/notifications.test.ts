import { describe, expect, test } from 'vitest';
import type { Counters, Gauges } from '../../src/engine/port.ts';
import { createCounters, T0 } from './support/counting.ts';
import { act } from './support/fixtures.ts';
import { setUpNotifiedService } from './support/notified.ts';

const notified = setUpNotifiedService();
const { acknowledge, bell, deployBadly, fail, list, restart, told, turn } = notified;

let sequence = 0;
function measure(more: { counters?: Partial<Counters>; gauges?: Partial<Gauges> } = {}) {
  sequence += 1;
  const gauge = {
    nodeId: notified.web.sinkId,
    nodeType: 'SINK',
    busyMs: 0,
    retries: 0,
    buffer: null,
  } as const;
  const total = createCounters(10, 1, { eventsDropped: 0, lastEventAt: T0 - 1000, ...more.counters });
  notified.api.engine.report({
    type: 'counters',
    bootId: 'a',
    sequence,
    at: notified.now,
    pipelines: { [notified.web.pipelineId]: { [notified.web.sinkId]: total } },
    gauges: { [notified.web.pipelineId]: { [notified.web.sinkId]: { ...gauge, ...more.gauges } } },
  });
}

describe('deployments', () => {
  test('success is information, already read by who asked', async () => {
    const [one] = await list();
    expect(one).toMatchObject({
      subCategory: 'DEPLOYED',
      category: 'PIPELINES',
      severity: 'informational',
      status: 'info',
      state: 'RESOLVED',
      message: "v1 of 'web' was deployed by 1@example.org",
      pipelineId: notified.web.pipelineId,
      graphVersion: 1,
    });
    expect(await bell()).toBe('0');
  });

  test('rollbacks are one notification, renewed, over with a success', async () => {
    await deployBadly();
    expect(await told()).toEqual(['DEPLOYMENT_ROLLED_BACK ACTIVE error']);
    const [one] = await list();
    expect(one?.message).toBe("v1 of 'web' was rolled back: v1 runs");
    expect(one?.reason).toContain('The port is taken');
    expect(await bell()).toBe('1');
    await acknowledge({ ackAll: true });
    expect(await bell()).toBe('0');
    notified.now += 1000;
    await deployBadly('Still taken');
    expect(await told()).toEqual(['DEPLOYMENT_ROLLED_BACK ACTIVE error']);
    expect(await bell()).toBe('1');
    expect((await list())[0]).toMatchObject({ count: 2, ackValue: 'UNACKNOWLEDGED' });
    notified.now += 1000;
    await act(notified.api, notified.web.pipelineId, 'DEPLOY', 1);
    await notified.api.service.services.lifecycle.settled();
    expect(await told()).toEqual(['DEPLOYMENT_ROLLED_BACK RESOLVED error']);
    const [over] = await list({ subCategories: ['DEPLOYMENT_ROLLED_BACK'] });
    expect(over).toMatchObject({
      status: 'success',
      lastAt: new Date(notified.now - 1000).toISOString(),
      resolvedAt: new Date(notified.now).toISOString(),
    });
  });
});

describe('the engine', () => {
  test('an engine that dies is announced with its cause, until it runs', async () => {
    const problem = { errorName: 'EngineStopped', message: 'It was killed', causes: [], resolutions: [] };
    notified.api.engine.report({ type: 'state', state: 'restarting', problem });
    await turn();
    expect(await told()).toEqual(['ENGINE_STOPPED ACTIVE error']);
    expect((await list())[0]?.reason).toContain('It was killed');
    notified.api.engine.report({ type: 'state', state: 'running' });
    await turn();
    expect(await told()).toEqual(['ENGINE_STOPPED RESOLVED error']);
  });

  test('a pipeline that stops by itself is reported until it runs again', async () => {
    const problem = { errorName: 'X', message: 'The port was taken', causes: [], resolutions: [] };
    notified.api.engine.report({ type: 'pipeline.failed', pipelineId: notified.web.pipelineId, problem });
    await expect.poll(told).toEqual(['PIPELINE_STOPPED ACTIVE error']);
    // The pipeline is retried after a second.
    await expect.poll(told, { timeout: 30_000 }).toEqual(['PIPELINE_STOPPED RESOLVED error']);
  });
});

describe('destinations', () => {
  const down = async () => {
    await fail('ConnectionRefused', notified.web.sinkId);
    for (let second = 0; second <= 10; second++) {
      notified.now += 1000;
      measure({ counters: { eventsBuffered: 9 } });
      await turn();
    }
  };

  test('lasting failure is announced without its errors, until delivery', async () => {
    measure({ counters: { eventsBuffered: 9 } });
    await down();
    expect(await told()).toContain('DESTINATION_DOWN ACTIVE error');
    const [one] = await list({ subCategories: ['DESTINATION_DOWN'] });
    expect(one).toMatchObject({
      message: "'web sink' is not receiving data from 'web'",
      nodeId: notified.web.sinkId,
    });
    for (let second = 0; second <= 12; second++) {
      notified.now += 1000;
      measure({ counters: { eventsBuffered: 0, lastEventAt: notified.now } });
      await turn();
    }
    expect(await told()).toContain('DESTINATION_DOWN RESOLVED error');
  });

  test('with a buffer over 80% full', async () => {
    for (let second = 0; second <= 10; second++) {
      notified.now += 1000;
      measure({ gauges: { buffer: { bytes: 81, maxBytes: 100, oldestAgeMs: 0, lingerMs: 0 } } });
      await turn();
    }
    expect(await told()).toEqual(['BUFFER_FILLING ACTIVE warning']);
  });

  test('those down when the service ended are not announced again', async () => {
    measure({ counters: { eventsBuffered: 9 } });
    await down();
    const before = await list();
    await restart({ engine: notified.api.engine });
    await down();
    expect((await list()).map((one) => one.id)).toEqual(before.map((one) => one.id));
  });
});

describe('errors', () => {
  test('new errors are one notification per pipeline, until acknowledged', async () => {
    await fail('JsonInvalid');
    expect(await told()).toEqual(['NEW_ERRORS ACTIVE error']);
    expect((await list())[0]?.message).toBe("New in 'web': JsonInvalid happened");
    await acknowledge({ ackAll: true });
    await fail('JsonInvalid');
    expect(await bell()).toBe('0');
    await fail('FieldMissing', notified.web.transformId, 'WARN');
    expect((await list())[0]).toMatchObject({ message: "2 kinds of errors in 'web'", count: 2 });
    expect(await bell()).toBe('1');
    await notified.api.call('acknowledgePipelineErrors', {
      body: { siteId: notified.api.siteId, pipelineIds: [notified.web.pipelineId] },
    });
    notified.now += 3000;
    await turn();
    expect(await told()).toEqual(['NEW_ERRORS RESOLVED error']);
  });

  test('of the level WARN alone are a warning, which rings no bell [R2.2-37]', async () => {
    await fail('Slow', notified.web.transformId, 'WARN');
    expect(await told()).toEqual(['NEW_ERRORS ACTIVE warning']);
    expect(await bell()).toBe('0');
  });

  test('are not announced where they are ignored [R8-65]', async () => {
    await restart({ flags: ['ignorePipelineErrors'] });
    await fail('JsonInvalid');
    expect(await told()).toEqual([]);
  });
});
