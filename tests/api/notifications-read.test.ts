import { beforeEach, expect, test } from 'vitest';
import { T0 } from './support/counting.ts';
import { notifiedOfFile, person } from './support/notified.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';

const notified = notifiedOfFile();
const { acknowledge, bell, deployBadly, fail, list } = notified;

beforeEach(async () => {
  await deployBadly();
  await fail('Slow', notified.web.transformId, 'WARN');
});

test('R7-66 R3-65 counts per severity, read and unread, each person for themselves', async () => {
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
  notified.who = person('2');
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
  expect(await count({ fromTimestamp: new Date(T0 + 60_000).toISOString() })).toBe(0);
  expect(await count({ toTimestamp: new Date(T0).toISOString() })).toBe(0);
  expect(await count({ 'pagination.limit': 1 })).toBe(1);
});

test('R2.1-26 R2.2-37 what is active or unread is listed and counted whatever the time range, as the bell counts it', async () => {
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

test('who watches the site is told of news, and of what was read in another tab', async () => {
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
