import { beforeEach, expect, test } from 'vitest';
import { T0 } from './support/counting.ts';
import { createPerson, setUpNotifiedService } from './support/notified.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';

const notified = setUpNotifiedService();
const { acknowledge, bell, deployBadly, fail, list } = notified;

beforeEach(async () => {
  await deployBadly();
  await fail('Slow', notified.web.transformId, 'WARN');
});

test('counts per severity, read and unread, each person for themselves [R7-66, R3-65]', async () => {
  const counts = async () => {
    const { body } = await notified.api.call('getNotificationSummary', {
      query: { siteIds: notified.api.siteId },
    });
    return { read: body.summary.read, unread: body.summary.unread };
  };
  const NONE = { error: '0', warning: '0', informational: '0' };
  const all = { error: '1', warning: '1', informational: '1' };
  expect(await counts()).toEqual({ read: NONE, unread: all });
  await acknowledge({ ackAll: true });
  expect(await counts()).toEqual({ read: all, unread: NONE });
  notified.who = createPerson('2');
  expect(await counts()).toEqual({ read: NONE, unread: all });
});

test('one is read by its id [R7-68, R4-104]', async () => {
  const [error] = await list({ severities: ['error'] });
  await acknowledge({ notificationIds: [error?.id] });
  const values = (await list()).map((one) => [one.severity, one.ackValue]);
  expect(values).toContainEqual(['error', 'ACKNOWLEDGED']);
  expect(values).toContainEqual(['warning', 'UNACKNOWLEDGED']);
});

test('the list narrows by category, severity, state, read and time [R7-65]', async () => {
  const count = async (query: Record<string, string | number | string[]>) => (await list(query)).length;
  expect(await count({})).toBe(3);
  expect(await count({ categories: ['DESTINATIONS'] })).toBe(0);
  expect(await count({ severities: ['error', 'warning'] })).toBe(2);
  expect(await count({ states: ['ACTIVE'] })).toBe(2);
  expect(await count({ ackValues: ['UNACKNOWLEDGED'] })).toBe(3);
  expect(await count({ ackValues: ['ACKNOWLEDGED'] })).toBe(0);
  expect(await count({ ackValues: ['ACKNOWLEDGED', 'UNACKNOWLEDGED'] })).toBe(3);
  expect(await count({ fromTimestamp: new Date(T0 + 60_000).toISOString() })).toBe(0);
  expect(await count({ toTimestamp: new Date(T0).toISOString() })).toBe(0);
  expect(await count({ 'pagination.limit': 1 })).toBe(1);
});

test('active and unread ones are listed and counted in any range [R2.1-26, R2.2-37]', async () => {
  notified.now += 2 * 3600 * 1000;
  const start = notified.now - 300_000;
  const within = { fromTimestamp: new Date(start).toISOString(), orOpen: 'true' };
  const names = async () => (await list(within)).map(({ severity, state }) => `${severity} ${state}`).sort();
  const unread = async () => {
    const range = { 'timeRange.startUnixTimeSeconds': start / 1000 };
    const query = { siteIds: notified.api.siteId, ...range, orOpen: 'true' };
    return (await notified.api.call('getNotificationSummary', { query })).body.summary.unread;
  };
  expect(await names()).toEqual(['error ACTIVE', 'informational RESOLVED', 'warning ACTIVE']);
  expect(await unread()).toEqual({ error: '1', warning: '1', informational: '1' });
  expect(await bell()).toBe('1');
  await acknowledge({ ackAll: true });
  expect(await names()).toEqual(['error ACTIVE', 'warning ACTIVE']);
  expect(await unread()).toEqual({ error: '0', warning: '0', informational: '0' });
  expect(await bell()).toBe('0');
});

test('watchers of the site get news, and reads in other tabs', async () => {
  const heard: string[] = [];
  notified.api.service.services.hub.subscribe(
    notified.api.siteId,
    (message) => void heard.push(message.type),
  );
  await acknowledge({ ackAll: true });
  expect(heard).toEqual(['notification.changed']);
  await acknowledge({ ackAll: true });
  expect(heard).toEqual(['notification.changed']);
  await deployBadly();
  expect(heard).toContain('notification.changed');
});

test('what names nothing, and what does not exist, is refused', async () => {
  await expectRefusal(notified.api, () => acknowledge({}), {
    status: 400,
    code: 'VALIDATION_FAILED',
    field: 'notificationIds',
  });
  const ghost = `7${'0'.repeat(17)}`;
  await expectRefusal(notified.api, () => acknowledge({ notificationIds: [ghost] }), {
    status: 404,
    code: 'NOT_FOUND',
  });
  await expectRefusal(notified.api, () => acknowledge({ siteIds: [GHOST.site], ackAll: true }), {
    status: 404,
    code: 'NOT_FOUND',
  });
});
