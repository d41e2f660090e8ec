import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Notification } from '../../src/contract/entities/notification.ts';
import type { User } from '../../src/contract/entities/user.ts';
import type { Counters, Gauges } from '../../src/engine/port.ts';
import { counters } from './support/counting.ts';
import { act, makeDeployedPipeline } from './support/fixtures.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

const T0 = 1_800_000_000_000;
let now = T0;
let api: TestService;
let web: Awaited<ReturnType<typeof makeDeployedPipeline>>;
const person = (id: string): User => ({
  id: `50000000000000000${id}`,
  name: id,
  email: `${id}@example.org`,
  picture: '',
  userType: 'SSO',
  roles: [{ id: 'admin', type: 'SYSTEM', name: 'Admin' }],
});
let who = person('1');

beforeEach(async () => {
  now = T0;
  who = person('1');
  api = await startService({ clock: () => now, authenticate: async () => ({ user: who, grants: [] }) });
  web = await makeDeployedPipeline(api);
});
afterEach(() => api.stop());

const list = async (query: Record<string, string | number | string[]> = {}): Promise<Notification[]> =>
  (await api.call('listNotifications', { query: { siteIds: api.siteId, ...query } })).body.notifications;
/** `DESTINATION_DOWN ACTIVE error`, newest first; without the deployment that set the test up. */
const told = async () =>
  (await list())
    .filter((one) => one.subCategory !== 'DEPLOYED')
    .map((one) => `${one.subCategory} ${one.state} ${one.severity}`);
const turn = () => api.service.services.notifications.turn();
const bell = async () => {
  const { body } = await api.call('getNotificationErrorSummary', { query: { siteIds: api.siteId } });
  return body.errorSummary.unreadCount;
};
const acknowledge = (body: object) =>
  api.call('acknowledgeNotifications', { body: { siteIds: [api.siteId], ...body } });

async function deployBadly(message = 'The port is taken') {
  api.engine.failNext(message);
  await act(api, web.pipelineId, 'DEPLOY', 1);
  await api.service.services.lifecycle.settled();
}

async function fail(errorName: string, componentId = web.transformId, level: 'ERROR' | 'WARN' = 'ERROR') {
  api.engine.report({
    type: 'errors',
    errors: [
      {
        pipelineId: web.pipelineId,
        componentId,
        nodeId: componentId,
        errorName,
        level,
        message: `${errorName} happened`,
        causes: [],
        resolutions: [],
        count: 1,
        lastAt: now,
        exampleEvent: '',
      },
    ],
  });
  await api.service.services.analytics.flush();
  now += 3000;
  await turn();
}

let sequence = 0;
/** One report of the destination, as the engine sends it each second. */
function measure(more: { counters?: Partial<Counters>; gauges?: Partial<Gauges> } = {}) {
  sequence += 1;
  const gauge = { nodeId: web.sinkId, nodeType: 'SINK', busyMs: 0, retries: 0, buffer: null } as const;
  const total = counters(10, 1, { eventsDropped: 0, lastEventAt: T0 - 1000, ...more.counters });
  api.engine.report({
    type: 'counters',
    bootId: 'a',
    sequence,
    at: now,
    pipelines: { [web.pipelineId]: { [web.sinkId]: total } },
    gauges: { [web.pipelineId]: { [web.sinkId]: { ...gauge, ...more.gauges } } },
  });
}

describe('deployments', () => {
  test('that end well are told as information, read by who asked for them', async () => {
    const [one] = await list();
    expect(one).toMatchObject({
      subCategory: 'DEPLOYED',
      category: 'PIPELINES',
      severity: 'informational',
      status: 'info',
      state: 'RESOLVED',
      message: "v1 of 'web' was deployed by 1@example.org",
      pipelineId: web.pipelineId,
      graphVersion: 1,
    });
    expect(await bell()).toBe('0');
  });

  test('that are rolled back are one notification however often, read anew each time, over when one succeeds', async () => {
    await deployBadly();
    expect(await told()).toEqual(['DEPLOYMENT_ROLLED_BACK ACTIVE error']);
    const [one] = await list();
    expect(one?.message).toBe("v1 of 'web' was rolled back: v1 runs");
    expect(one?.reason).toContain('The port is taken');
    expect(await bell()).toBe('1');
    await acknowledge({ ackAll: true });
    expect(await bell()).toBe('0');
    now += 1000;
    await deployBadly('Still taken');
    expect(await told()).toEqual(['DEPLOYMENT_ROLLED_BACK ACTIVE error']);
    expect(await bell()).toBe('1');
    expect((await list())[0]).toMatchObject({ count: 2, ackValue: 'UNACKNOWLEDGED' });
    now += 1000;
    await act(api, web.pipelineId, 'DEPLOY', 1);
    await api.service.services.lifecycle.settled();
    expect(await told()).toEqual(['DEPLOYMENT_ROLLED_BACK RESOLVED error']);
    const [over] = await list({ subCategories: ['DEPLOYMENT_ROLLED_BACK'] });
    expect(over).toMatchObject({ status: 'success', resolvedAt: new Date(now).toISOString() });
  });
});

describe('the engine', () => {
  test('that dies is told with the cause, and is over when it runs again', async () => {
    const problem = { errorName: 'EngineStopped', message: 'It was killed', causes: [], resolutions: [] };
    api.engine.report({ type: 'state', state: 'restarting', problem });
    await turn();
    expect(await told()).toEqual(['ENGINE_STOPPED ACTIVE error']);
    expect((await list())[0]?.reason).toContain('It was killed');
    api.engine.report({ type: 'state', state: 'running' });
    await turn();
    expect(await told()).toEqual(['ENGINE_STOPPED RESOLVED error']);
  });

  test('a pipeline that stops by itself is told until it runs again', async () => {
    const problem = { errorName: 'X', message: 'The port was taken', causes: [], resolutions: [] };
    api.engine.report({ type: 'pipeline.failed', pipelineId: web.pipelineId, problem });
    await expect.poll(told).toEqual(['PIPELINE_STOPPED ACTIVE error']);
    // It is tried again a second later.
    await expect.poll(told, { timeout: 10_000 }).toEqual(['PIPELINE_STOPPED RESOLVED error']);
  });
});

describe('destinations', () => {
  const down = async () => {
    await fail('ConnectionRefused', web.sinkId);
    for (let second = 0; second <= 10; second++) {
      now += 1000;
      measure({ counters: { eventsBuffered: 9 } });
      await turn();
    }
  };

  test('that take nothing are told once it lasts, without the errors that say the same, and over once they deliver', async () => {
    measure({ counters: { eventsBuffered: 9 } });
    await down();
    expect(await told()).toContain('DESTINATION_DOWN ACTIVE error');
    const [one] = await list({ subCategories: ['DESTINATION_DOWN'] });
    expect(one).toMatchObject({
      message: "Destination 'web sink' takes nothing of 'web'",
      nodeId: web.sinkId,
    });
    for (let second = 0; second <= 12; second++) {
      now += 1000;
      measure({ counters: { eventsBuffered: 0, lastEventAt: now } });
      await turn();
    }
    expect(await told()).toContain('DESTINATION_DOWN RESOLVED error');
  });

  test('with a buffer over 80% full', async () => {
    for (let second = 0; second <= 10; second++) {
      now += 1000;
      measure({ gauges: { buffer: { bytes: 81, maxBytes: 100, oldestAgeMs: 0, lingerMs: 0 } } });
      await turn();
    }
    expect(await told()).toEqual(['BUFFER_FILLING ACTIVE warning']);
  });

  test('that were down when the service ended are not told again', async () => {
    measure({ counters: { eventsBuffered: 9 } });
    await down();
    const before = await list();
    await api.stop();
    const { store, engine } = api;
    const authenticate = async () => ({ user: who, grants: [] });
    api = await startService({ store, engine, clock: () => now, authenticate });
    await down();
    expect((await list()).map((one) => one.id)).toEqual(before.map((one) => one.id));
  });
});

describe('errors', () => {
  test('new in a pipeline are one notification, told anew for each new kind, over once they are acknowledged', async () => {
    await fail('JsonInvalid');
    expect(await told()).toEqual(['NEW_ERRORS ACTIVE error']);
    expect((await list())[0]?.message).toBe("New in 'web': JsonInvalid happened");
    await acknowledge({ ackAll: true });
    await fail('JsonInvalid');
    expect(await bell()).toBe('0');
    await fail('FieldMissing', web.transformId, 'WARN');
    expect((await list())[0]).toMatchObject({ message: "2 kinds of errors in 'web'", count: 2 });
    expect(await bell()).toBe('1');
    await api.call('acknowledgePipelineErrors', {
      body: { siteId: api.siteId, pipelineIds: [web.pipelineId] },
    });
    now += 3000;
    await turn();
    expect(await told()).toEqual(['NEW_ERRORS RESOLVED error']);
  });

  test('of the level WARN alone are a warning, which rings no bell (R2.2-37)', async () => {
    await fail('Slow', web.transformId, 'WARN');
    expect(await told()).toEqual(['NEW_ERRORS ACTIVE warning']);
    expect(await bell()).toBe('0');
  });

  test('are not told where they are ignored (R8-65)', async () => {
    await api.stop();
    api = await startService({
      store: api.store,
      clock: () => now,
      flags: ['ignorePipelineErrors'],
      authenticate: async () => ({ user: who, grants: [] }),
    });
    await fail('JsonInvalid');
    expect(await told()).toEqual([]);
  });
});

describe('reading them', () => {
  beforeEach(async () => {
    await deployBadly();
    await fail('Slow', web.transformId, 'WARN');
  });

  test('R7-66 R3-65 counts per severity, read and unread, each person for themselves', async () => {
    const counts = async () => {
      const { body } = await api.call('getNotificationSummary', { query: { siteIds: api.siteId } });
      return { read: body.summary.read, unread: body.summary.unread };
    };
    const NONE = { error: '0', warning: '0', informational: '0' };
    const all = { error: '1', warning: '1', informational: '1' };
    expect(await counts()).toEqual({ read: NONE, unread: all });
    await acknowledge({ ackAll: true });
    expect(await counts()).toEqual({ read: all, unread: NONE });
    who = person('2');
    expect(await counts()).toEqual({ read: NONE, unread: all });
  });

  test('R7-68 R4-104 one is read by its id', async () => {
    const [error] = await list({ severities: ['error'] });
    await acknowledge({ notificationIds: [error?.id] });
    const values = (await list()).map((one) => [one.severity, one.ackValue]);
    expect(values).toContainEqual(['error', 'ACKNOWLEDGED']);
    expect(values).toContainEqual(['warning', 'UNACKNOWLEDGED']);
  });

  test('R7-65 the list is narrowed down by category, severity, state, what is read, and time', async () => {
    const count = async (query: Record<string, string | number | string[]>) => (await list(query)).length;
    expect(await count({})).toBe(3);
    expect(await count({ categories: ['DESTINATIONS'] })).toBe(0);
    expect(await count({ severities: ['error', 'warning'] })).toBe(2);
    expect(await count({ states: ['ACTIVE'] })).toBe(2);
    expect(await count({ ackValues: ['UNACKNOWLEDGED'] })).toBe(3);
    expect(await count({ ackValues: ['ACKNOWLEDGED'] })).toBe(0);
    expect(await count({ ackValues: ['ACKNOWLEDGED', 'UNACKNOWLEDGED'] })).toBe(3);
    expect(await count({ fromTimestamp: T0 / 1000 + 60 })).toBe(0);
    expect(await count({ toTimestamp: T0 / 1000 })).toBe(0);
    expect(await count({ 'pagination.limit': 1 })).toBe(1);
  });

  test('R2.1-26 R2.2-37 what is active or unread is listed and counted whatever the time range, as the bell counts it', async () => {
    now += 2 * 3600 * 1000;
    const within = { fromTimestamp: now / 1000 - 300, orOpen: 'true' };
    const names = async () =>
      (await list(within)).map(({ severity, state }) => `${severity} ${state}`).sort();
    const unread = async () => {
      const query = { siteIds: api.siteId, ...within };
      return (await api.call('getNotificationSummary', { query })).body.summary.unread;
    };
    expect(await names()).toEqual(['error ACTIVE', 'informational RESOLVED', 'warning ACTIVE']);
    expect(await unread()).toEqual({ error: '1', warning: '1', informational: '1' });
    expect(await bell()).toBe('1');
    await acknowledge({ ackAll: true });
    expect(await names()).toEqual(['error ACTIVE', 'warning ACTIVE']);
    expect(await unread()).toEqual({ error: '0', warning: '0', informational: '0' });
    expect(await bell()).toBe('0');
  });

  test('who watches the site is told of news, and of what was read in another tab', async () => {
    const heard: string[] = [];
    api.service.services.hub.subscribe(api.siteId, (message) => void heard.push(message.type));
    await acknowledge({ ackAll: true });
    expect(heard).toEqual(['notification.changed']);
    await acknowledge({ ackAll: true });
    expect(heard).toEqual(['notification.changed']);
    await deployBadly();
    expect(heard).toContain('notification.changed');
  });

  test('what names nothing, and what does not exist, is refused', async () => {
    await expectRefusal(api, () => acknowledge({}), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'notificationIds',
    });
    const ghost = `7${'0'.repeat(17)}`;
    await expectRefusal(api, () => acknowledge({ notificationIds: [ghost] }), {
      status: 404,
      code: 'NOT_FOUND',
    });
    await expectRefusal(api, () => acknowledge({ siteIds: [GHOST.site], ackAll: true }), {
      status: 404,
      code: 'NOT_FOUND',
    });
  });
});
