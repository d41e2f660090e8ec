// Slow: minutes of a service pass one by one.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AlertDelivery } from '../../src/contract/entities/alert-channel.ts';
import { makeKey, makeRole } from './support/access.ts';
import { type HttpReceiver, startHttpReceiver, startMailServer } from './support/alert-receivers.ts';
import { RULE } from './support/alert-rows.ts';
import { setUpAlertedService } from './support/alerts.ts';
import { startService } from './support/service.ts';

const alerted = setUpAlertedService();
const { bell, list, pass, restart } = alerted;
let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.stop());

const createChannel = async (name: string, type: string, config: object): Promise<string> =>
  (await alerted.api.call('createAlertChannel', { body: { alertChannel: { name, type, config } } })).body.id;
const createRule = async (channelIds: string[]): Promise<string> =>
  (
    await alerted.api.call('createAlertRule', {
      body: {
        alertRule: {
          ...RULE,
          siteId: alerted.api.siteId,
          channelIds,
          runbookUrl: 'https://example.com/run',
        },
      },
    })
  ).body.id;
const createHook = (name = 'ops') => createChannel(name, 'WEBHOOK', { url: `${receiver.url}/${name}` });
const deliver = () => alerted.api.service.services.alerts.deliver();
const deliveries = async (): Promise<AlertDelivery[]> => {
  const [event] = await list();
  const { body } = await alerted.api.call('getAlertEvent', { path: { alertEventId: event?.id ?? '' } });
  return body.deliveries;
};
const states = async () => (await deliveries()).map((one) => `${one.channelName} ${one.kind} ${one.state}`);
const got = () => receiver.received.map(({ path, json }) => `${path} ${json.event}`);

test('fires, then resolves: each once, with what, why and what to do [R3-80]', async () => {
  await createRule([await createHook()]);
  await pass(1, { errors: 9 });
  await deliver();
  await pass(1, { errors: 7 });
  await deliver();
  expect(got()).toEqual(['/ops firing']);
  expect(receiver.received[0]?.json).toMatchObject({
    title: "[High] Errors of 'Parse' in 'web': 9 errors",
    rule: { name: 'Many errors' },
    condition: 'The rule fires above 5 errors.',
    runbookUrl: 'https://example.com/run',
    alerts: [{ target: "'Parse' in 'web'", value: 9, valueText: '9 errors', endedAt: '' }],
  });
  expect(receiver.received[0]?.json.advice).toContain('Open the errors');
  await pass(1);
  await deliver();
  expect(got()).toEqual(['/ops firing', '/ops resolved']);
  expect(receiver.received[1]?.json.title).toBe("[Resolved] Errors of 'Parse' in 'web': 0 errors");
  expect(await states()).toEqual(['ops FIRING SENT', 'ops RESOLVED SENT']);
  // Told by the channel, so not at the bell.
  expect(await bell()).toEqual([]);
});

test('the message of a rule is filled in for channels and details', async () => {
  const id = await createRule([await createHook()]);
  const change = (message: string) =>
    alerted.api.call('updateAlertRule', { body: { alertRule: { id, message } } });
  const refused = await change('{{owner}} knows');
  expect(refused.status).toBe(400);
  expect(refused.body.details[0]).toMatchObject({ field: 'alertRule.message' });
  expect(refused.body.details[0].message).toContain('has {{owner}}, which is not a placeholder');
  expect((await change('call {{}}')).status).toBe(400);
  await change('{{target}} is at {{ value }}: <b>call</b>');
  await pass(1, { errors: 9 });
  await deliver();
  const expected = "'Parse' in 'web' is at 9 errors: <b>call</b>";
  expect(receiver.received[0]?.json.message).toBe(expected);
  expect(receiver.received[0]?.json.text).toContain(`Message: ${expected}`);
  expect((await list())[0]).toMatchObject({ message: expected });
});

test('a test message of a rule: by each of its channels, and nothing is kept', async () => {
  const ids = [await createHook('ops'), await createHook('dead'), await createHook('paused')];
  const bell = await createChannel('bell', 'CHANNEL_DEFAULT', {});
  const ruleId = await createRule([...ids, bell]);
  const { api } = alerted;
  await api.call('updateAlertRule', { body: { alertRule: { id: ruleId, message: '{{target}}: call' } } });
  await api.call('updateAlertChannel', { body: { alertChannel: { id: ids[2], enabled: false } } });
  receiver.answer({ status: 200 }, { status: 400, text: 'no such field' });
  const test = (headers = {}) => api.call('testAlertRule', { path: { alertRuleId: ruleId }, headers });
  const { results } = (await test()).body;
  const told = results.map((one: { channelName: string; isAccepted: boolean; problem: string }) => [
    one.channelName,
    one.isAccepted,
    one.problem,
  ]);
  const refused = ['ops', 'dead'].find((name) => receiver.received[1]?.path === `/${name}`);
  expect(told).toContainEqual([refused, false, expect.stringContaining('answered 400: no such field')]);
  expect(told).toContainEqual(['paused', false, 'The channel is paused']);
  expect(told.filter(([, isAccepted]: [string, boolean]) => isAccepted)).toHaveLength(1);
  expect(receiver.received[0]?.json).toMatchObject({
    event: 'test',
    title: "[Test] Errors of 'Parse' in 'web': 5 errors",
    message: "'Parse' in 'web': call",
    rule: { name: 'Many errors' },
  });
  expect(await list()).toEqual([]);
  const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ', 'WRITE'], extraGrants: [] }];
  const { headers } = await makeKey(api, { roleId: await makeRole(api, { grants }) });
  receiver.answer({ status: 400, text: 'secret' });
  expect(JSON.stringify((await test(headers)).body)).not.toContain('secret');
  const { auditRecords } = (await api.call('listAuditRecords', {})).body;
  const names = auditRecords.map(
    (one: { action: string; entityName: string }) => `${one.action} ${one.entityName}`,
  );
  expect(names).toContain('Test alert rule Many errors');
});

test('what still fires is told again at its interval, until it is acknowledged', async () => {
  const id = await createRule([await createHook()]);
  const change = (alertRule: object) =>
    alerted.api.call('updateAlertRule', { body: { alertRule: { id, ...alertRule } } });
  expect((await change({ repeatMinutes: 10_081 })).status).toBe(400);
  expect((await change({ repeatMinutes: 30 })).status).toBe(200);
  await pass(1, { errors: 9 });
  await deliver();
  await pass(29, { errors: 9 });
  await deliver();
  expect(got()).toEqual(['/ops firing']);
  await pass(2, { errors: 9 });
  await restart();
  await deliver();
  expect(got()).toEqual(['/ops firing', '/ops firing']);
  const [first, second] = receiver.received.map(({ json }) => json);
  expect(first.note).toBe('');
  expect(second.note).toBe(
    'It is still firing. This is repeated every 30 min until someone acknowledges it.',
  );
  expect(second.alerts[0].id).toBe(first.alerts[0].id);
  // From now on each hour, counted from the change.
  await change({ repeatMinutes: 60 });
  await pass(31, { errors: 9 });
  await deliver();
  expect(receiver.received).toHaveLength(2);
  await pass(30, { errors: 9 });
  await deliver();
  expect(receiver.received).toHaveLength(3);
  const { siteId } = alerted.api;
  await alerted.api.call('acknowledgeAlertEvents', { body: { siteId, acknowledgeAll: true } });
  await pass(61, { errors: 9 });
  await deliver();
  expect(receiver.received).toHaveLength(3);
  await pass(1);
  await deliver();
  expect(got().at(-1)).toBe('/ops resolved');
});

test('a receiver that is down: tried again later, in order, and said at the bell', async () => {
  await createRule([await createHook()]);
  await pass(1, { errors: 9 });
  receiver.answer({ status: 503 }, { status: 503 }, { status: 503, headers: { 'retry-after': '600' } });
  await deliver();
  const [first] = await deliveries();
  expect(first).toMatchObject({ state: 'WAITING', attempts: 1 });
  expect(first?.problem).toContain('answered 503');
  expect(Date.parse(first?.nextAttemptAt ?? '')).toBe(alerted.now + 10_000);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  // What comes meanwhile waits for what came before.
  await pass(1);
  await deliver();
  expect(await states()).toEqual(['ops FIRING WAITING', 'ops RESOLVED WAITING']);
  alerted.now += 20_000;
  await deliver();
  expect(await bell()).toEqual(["The channel 'ops' takes no alerts ACTIVE"]);
  alerted.now += 599_000;
  await deliver();
  expect(receiver.received).toHaveLength(3);
  alerted.now += 1000;
  await deliver();
  await deliver();
  expect(got().slice(3)).toEqual(['/ops firing', '/ops resolved']);
  const ids = receiver.received.slice(0, 4).map(({ json }) => json.id);
  expect(new Set(ids).size).toBe(1);
  expect(await bell()).toEqual(["The channel 'ops' takes no alerts RESOLVED"]);
});

test('what is refused for good fails at once; its end is not told either', async () => {
  await createRule([await createHook()]);
  await pass(1, { errors: 9 });
  receiver.answer({ status: 400, text: 'no such field' });
  await deliver();
  expect((await deliveries())[0]).toMatchObject({ state: 'FAILED', attempts: 1 });
  await pass(1);
  await deliver();
  expect(got()).toEqual(['/ops firing']);
  expect(await bell()).toEqual(["The channel 'ops' takes no alerts ACTIVE"]);
});

test('where it went and what was answered: administrators alone see it [R3-80]', async () => {
  await createRule([await createHook()]);
  await pass(1, { errors: 9 });
  receiver.answer({ status: 400, text: 'no such field' });
  await deliver();
  const [told] = await deliveries();
  expect(told?.problem).toContain('answered 400: no such field');
  const { api } = alerted;
  const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];
  const { headers } = await makeKey(api, { roleId: await makeRole(api, { grants }) });
  const path = { alertEventId: (await list())[0]?.id ?? '' };
  const seen = (await api.call('getAlertEvent', { path, headers })).body;
  const [delivery] = seen.deliveries;
  expect([delivery.state, delivery.problem]).toEqual(['FAILED', 'Administrators see what went wrong']);
  expect(delivery.advice).toBe(told?.advice);
  const query = { siteIds: api.siteId, categories: 'ALERTS' };
  const rung = (await api.call('listNotifications', { query, headers })).body;
  expect(rung.notifications[0].message).toBe("The channel 'ops' takes no alerts");
  const { host } = new URL(receiver.url);
  for (const text of [host, 'no such field']) expect(JSON.stringify([seen, rung])).not.toContain(text);
});

test('given up after 24 hours, with the reason of the last try', async () => {
  await createRule([await createHook()]);
  await pass(1, { errors: 9 });
  receiver.answer({ status: 401 });
  await deliver();
  alerted.now += 25 * 3600_000;
  await deliver();
  const [one] = await deliveries();
  expect(one?.state).toBe('FAILED');
  expect(one?.problem).toMatch(/given up after 24 hours. The last try: .*answered 401/);
});

test('a dead channel holds no other; a corrected one sends what waits', async () => {
  const dead = await createHook('dead');
  await createRule([dead, await createHook('ops')]);
  receiver.answer('hang');
  await pass(1, { errors: 9 });
  const sending = deliver();
  await expect.poll(() => receiver.received.length).toBe(2);
  await expect.poll(states).toEqual(['dead FIRING SENDING', 'ops FIRING SENT']);
  await alerted.api.service.services.alerts.stop();
  await sending;
  expect(await states()).toEqual(['dead FIRING WAITING', 'ops FIRING SENT']);
  await restart();
  receiver.answer({ status: 403 });
  await deliver();
  expect((await deliveries())[0]).toMatchObject({ state: 'WAITING' });
  const config = { url: `${receiver.url}/mended` };
  await alerted.api.call('updateAlertChannel', { body: { alertChannel: { id: dead, config } } });
  await deliver();
  expect(await states()).toEqual(['dead FIRING SENT', 'ops FIRING SENT']);
});

test('paused or deleted channels get nothing, and it is said why', async () => {
  const id = await createHook();
  const ruleId = await createRule([id]);
  await pass(1, { errors: 9 });
  await alerted.api.call('updateAlertChannel', { body: { alertChannel: { id, enabled: false } } });
  await deliver();
  expect((await deliveries())[0]).toMatchObject({ state: 'CANCELED', problem: 'The channel was paused' });
  await alerted.api.call('updateAlertRule', { body: { alertRule: { id: ruleId, channelIds: [] } } });
  expect((await alerted.api.call('deleteAlertChannel', { path: { alertChannelId: id } })).status).toBe(200);
  await pass(1);
  await deliver();
  expect(got()).toEqual([]);
});

test('flapping is said, then held until it lasts', async () => {
  await createRule([await createHook()]);
  for (let times = 0; times < 5; times += 1) {
    await pass(1, { errors: 9 });
    await deliver();
    await pass(1);
    await deliver();
  }
  expect(got()).toHaveLength(8);
  expect((await list())[0]).not.toHaveProperty('recentFirings');
  expect(receiver.received[6]?.json.note).toMatch(/^It fired 4 times within an hour/);
  expect(receiver.received[4]?.json.note).toBe('');
  expect((await deliveries()).map(({ state, problem }) => `${state}: ${problem}`)).toEqual([
    'CANCELED: It fired again and again within an hour, and ended within 15 minutes',
  ]);
  await pass(14, { errors: 9 });
  await deliver();
  // While it is open it is said on the alert.
  expect((await list())[0]?.recentFirings).toBe(6);
  expect(got()).toHaveLength(8);
  await pass(2, { errors: 9 });
  await deliver();
  expect(got().slice(8)).toEqual(['/ops firing']);
});

test('a warning is told, then told again at the threshold itself', async () => {
  const channelIds = [await createHook()];
  const warning = { threshold: 5, severity: 'LOW' };
  const condition = { ...RULE.condition, threshold: 50, warning };
  const alertRule = { ...RULE, siteId: alerted.api.siteId, channelIds, condition };
  await alerted.api.call('createAlertRule', { body: { alertRule } });
  await pass(1, { errors: 9 });
  await deliver();
  const [event] = await list();
  expect(event).toMatchObject({ severity: 'LOW', state: 'FIRING' });
  const ids = { siteId: alerted.api.siteId, alertEventIds: [event?.id] };
  await alerted.api.call('acknowledgeAlertEvents', { body: ids });
  await restart();
  await pass(1, { errors: 60 });
  await deliver();
  expect(await list()).toMatchObject([{ id: event?.id, severity: 'HIGH', isAcknowledged: false, peak: 60 }]);
  await pass(1, { errors: 9 });
  await pass(1);
  await deliver();
  expect(receiver.received.map(({ json }) => [json.event, json.severity, json.note])).toEqual([
    ['firing', 'LOW', ''],
    ['firing', 'HIGH', 'It was a warning, and is above 50 errors now: High.'],
    ['resolved', 'HIGH', ''],
  ]);
  const { body } = await alerted.api.call('getAlertEvent', { path: { alertEventId: event?.id ?? '' } });
  expect(body.timeline).toMatchObject([
    { state: 'FIRING', severity: 'LOW' },
    { state: 'FIRING', severity: 'HIGH', value: 60 },
    { state: 'RESOLVED' },
  ]);
});

test('a process that ended while it sent: sent again, with the same id', async () => {
  await createRule([await createHook()]);
  await pass(1, { errors: 9 });
  await deliver();
  const [sent] = await deliveries();
  // As a process leaves it that is killed before it stored the answer.
  await alerted.api.store.alertDeliveries.update(sent?.id ?? '', {
    state: 'SENDING',
    sent_at: 0,
    leased_until: alerted.now + 60_000,
  });
  await deliver();
  expect(got()).toEqual(['/ops firing']);
  alerted.now += 61_000;
  await deliver();
  expect(got()).toEqual(['/ops firing', '/ops firing']);
  expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(1);
  expect((await deliveries())[0]).toMatchObject({ state: 'SENT', attempts: 2 });
});

test('two services on one store: each message once', async () => {
  await createRule([await createHook()]);
  await pass(1, { errors: 9 });
  const other = await startService({ store: alerted.api.store, clock: () => alerted.now });
  await Promise.all([deliver(), other.service.services.alerts.deliver()]);
  expect(got()).toEqual(['/ops firing']);
  await other.stop();
});

describe('protocols: an alert that fires and ends', () => {
  const fireAndEnd = async (channelId: string) => {
    const ruleId = await createRule([channelId]);
    await pass(1, { errors: 9 });
    await deliver();
    await alerted.api.call('updateAlertRule', { body: { alertRule: { id: ruleId, enabled: false } } });
    await alerted.turn();
    await deliver();
    return (await list())[0]?.id ?? '';
  };

  test('Opsgenie: an alert is opened and closed by its alias', async () => {
    const config = { apiKey: 'key', region: 'own', url: receiver.url, team: 'night' };
    const id = await fireAndEnd(await createChannel('genie', 'OPSGENIE', config));
    const [opened, closed] = receiver.received;
    expect(opened?.headers.authorization).toBe('GenieKey key');
    expect([opened?.path, opened?.json]).toMatchObject([
      '/v2/alerts',
      { alias: id, priority: 'P2', message: "Errors of 'Parse' in 'web': 9 errors", source: 'Penstock' },
    ]);
    expect(opened?.json.responders).toEqual([{ name: 'night', type: 'team' }]);
    expect(closed?.path).toBe(`/v2/alerts/${id}/close?identifierType=alias`);
    expect(closed?.json.note).toContain('Its rule was paused');
  });

  test('PagerDuty: an incident is triggered and resolved by its key', async () => {
    const config = { routingKey: 'key', region: 'own', url: receiver.url };
    const id = await fireAndEnd(await createChannel('pager', 'PAGERDUTY', config));
    expect(receiver.received.map(({ path, json }) => [path, json.event_action, json.dedup_key])).toEqual([
      ['/v2/enqueue', 'trigger', id],
      ['/v2/enqueue', 'resolve', id],
    ]);
    expect(receiver.received[0]?.json).toMatchObject({
      routing_key: 'key',
      payload: { severity: 'error', summary: "Errors of 'Parse' in 'web': 9 errors", class: 'Many errors' },
    });
  });

  test('mail: one thread, each mail with an id of its own', async () => {
    const server = await startMailServer();
    const config = {
      to: ['ops@example.com'],
      from: 'penstock@example.com',
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
    };
    const id = await fireAndEnd(await createChannel('mail', 'EMAIL', config));
    const header = (name: string) =>
      server.mails.map(({ text }) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.trim());
    expect(header('Subject')).toEqual([
      "[High] Errors of 'Parse' in 'web': 9 errors",
      "[Ended] Errors of 'Parse' in 'web': 9 errors",
    ]);
    expect(new Set(header('Message-ID')).size).toBe(2);
    expect(header('References')).toEqual([`<alert-${id}@example.com>`, `<alert-${id}@example.com>`]);
    await server.stop();
  });

  test('the bell beside another channel rings too', async () => {
    const bellId = await createChannel('bell', 'CHANNEL_DEFAULT', {});
    await createRule([bellId, await createHook()]);
    await pass(1, { errors: 9 });
    await deliver();
    expect(await bell()).toEqual(["Many errors: Errors of 'Parse' in 'web': 9 errors ACTIVE"]);
    expect(await states()).toEqual(['ops FIRING SENT']);
  });
});
