// Slow: minutes of a service pass one by one.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AlertDelivery } from '../../src/contract/entities/alert-channel.ts';
import { makeKey, makeRole } from './support/access.ts';
import { type HttpReceiver, startHttpReceiver } from './support/alert-receivers.ts';
import { RULE } from './support/alert-rows.ts';
import { setUpAlertedService } from './support/alerts.ts';
import { startService } from './support/service.ts';

const HOUR_MS = 3600_000;
const alerted = setUpAlertedService();
const { badge, bell, list, pass, rules, told, turn } = alerted;
let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.stop());

const toSeconds = (ms: number) => Math.floor(ms / 1000);

const createRule = async (more: object = {}): Promise<string> => {
  const { api } = alerted;
  const alertRule = { ...RULE, siteId: api.siteId, ...more };
  return (await api.call('createAlertRule', { body: { alertRule } })).body.id;
};
const createToldRule = async (): Promise<string> => {
  const alertChannel = { name: 'ops', type: 'WEBHOOK', config: { url: `${receiver.url}/ops` } };
  const channel = await alerted.api.call('createAlertChannel', { body: { alertChannel } });
  return createRule({ channelIds: [channel.body.id] });
};
const callSilence = (more: object = {}) => {
  const { api, now } = alerted;
  const alertSilence = {
    siteId: api.siteId,
    ruleIds: [],
    scope: { kind: 'all' },
    reason: 'Planned work',
    endUnixTimeSeconds: toSeconds(now + HOUR_MS),
    ...more,
  };
  return api.call('createAlertSilence', { body: { alertSilence } });
};
const silence = async (more: object = {}): Promise<string> => {
  const { status, body } = await callSilence(more);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.id;
};
const end = (alertSilenceId: string) =>
  alerted.api.call('endAlertSilence', { path: { alertSilenceId }, body: {} });
const silences = async () =>
  (await alerted.api.call('listAlertSilences', { query: { siteIds: alerted.api.siteId } })).body
    .alertSilences;
const deliver = () => alerted.api.service.services.alerts.deliver();
const got = () => receiver.received.map(({ json }) => json.event);
const deliveries = async (): Promise<string[]> => {
  const [event] = await list();
  const path = { alertEventId: event?.id ?? '' };
  const { body } = await alerted.api.call('getAlertEvent', { path });
  return body.deliveries.map((one: AlertDelivery) => `${one.kind} ${one.state} ${one.problem}`.trim());
};
const failing = { errors: 9 };

describe('while it lasts', () => {
  test('alerts are judged and listed, marked, and nothing is sent', async () => {
    await createToldRule();
    const id = await silence({ reason: 'Disk is replaced' });
    await pass(2, failing);
    await deliver();
    expect(await told()).toEqual(['Many errors FIRING']);
    expect((await list())[0]?.silence).toEqual({
      id,
      createdBy: 'Local administrator',
      endsAt: new Date(alerted.now - 2 * 60_000 + HOUR_MS).toISOString(),
      reason: 'Disk is replaced',
    });
    expect([got(), await badge(), await bell()]).toEqual([[], '0', []]);
    expect(await silences()).toMatchObject([{ id, state: 'ACTIVE', firingCount: 1 }]);
    await pass(1);
    await deliver();
    expect(await told()).toEqual(['Many errors RESOLVED']);
    expect([got(), await badge()]).toEqual([[], '0']);
    expect(await deliveries()).toEqual([
      expect.stringMatching(
        /^FIRING CANCELED Silenced by Local administrator until 20\d\d-\d\d-\d\d \d\d:\d\d UTC$/,
      ),
    ]);
  });

  test('what was told before it is told of its end after it', async () => {
    await createToldRule();
    await pass(1, failing);
    await deliver();
    const id = await silence();
    expect((await list())[0]?.silence?.id).toBe(id);
    expect(await badge()).toBe('0');
    await pass(2);
    await deliver();
    expect(await told()).toEqual(['Many errors RESOLVED']);
    expect(got()).toEqual(['firing']);
    alerted.now += HOUR_MS;
    await turn();
    await deliver();
    expect(got()).toEqual(['firing', 'resolved']);
  });

  test('a bell is not rung; what rang before rings no second time', async () => {
    await createRule();
    await pass(1, failing);
    const rung = ["Many errors: Errors of 'Parse' in 'web': 9 errors ACTIVE"];
    expect(await bell()).toEqual(rung);
    await end(await silence());
    expect(await bell()).toEqual(rung);
    await pass(1);
    await silence();
    await pass(1, failing);
    expect(await bell()).toEqual([rung[0]?.replace('ACTIVE', 'RESOLVED')]);
  });
});

describe('its end', () => {
  test('by a person: what still fires is told at once, also at the bell', async () => {
    const ruleId = await createToldRule();
    await createRule({ name: 'By bell' });
    const id = await silence();
    await pass(1, failing);
    await deliver();
    expect([got(), await bell()]).toEqual([[], []]);
    expect((await end(id)).status).toBe(200);
    expect(await badge()).toBe('2');
    await turn();
    await deliver();
    expect(got()).toEqual(['firing']);
    expect(await bell()).toEqual(["By bell: Errors of 'Parse' in 'web': 9 errors ACTIVE"]);
    expect((await list({ ruleIds: ruleId }))[0]?.silence).toBeNull();
    expect(await silences()).toMatchObject([
      { state: 'ENDED', endedBy: 'Local administrator', firingCount: 0 },
    ]);
    const again = await end(id);
    expect([again.status, again.body.message]).toEqual([409, 'This silence has ended already']);
  });

  test('by itself: told by the next turn', async () => {
    await createToldRule();
    await silence({ endUnixTimeSeconds: toSeconds(alerted.now + 90_000) });
    await pass(1, failing);
    await deliver();
    expect(got()).toEqual([]);
    await pass(1, failing);
    await deliver();
    expect(got()).toEqual(['firing']);
    expect(await badge()).toBe('1');
    expect(await silences()).toMatchObject([{ state: 'ENDED', endedBy: '' }]);
  });

  test('while the service is down: told after its start', async () => {
    await createToldRule();
    await silence({ endUnixTimeSeconds: toSeconds(alerted.now + 90_000) });
    await pass(1, failing);
    await alerted.restart(HOUR_MS);
    await turn();
    await deliver();
    expect(got()).toEqual(['firing']);
  });

  test('an alert that two silences cover waits for the longer one', async () => {
    await createToldRule();
    const short = await silence();
    const long = await silence({ endUnixTimeSeconds: toSeconds(alerted.now + 2 * HOUR_MS) });
    await pass(1, failing);
    expect((await list())[0]?.silence?.id).toBe(long);
    await end(long);
    expect((await list())[0]?.silence?.id).toBe(short);
    await turn();
    await deliver();
    expect(got()).toEqual([]);
  });
});

test('a silence that begins later: told before, not in it', async () => {
  await createToldRule();
  const start = toSeconds(alerted.now + 150_000);
  await silence({ startUnixTimeSeconds: start });
  expect(await silences()).toMatchObject([{ state: 'PLANNED' }]);
  await pass(1, failing);
  await deliver();
  await pass(1);
  await deliver();
  expect(got()).toEqual(['firing', 'resolved']);
  await pass(1, failing);
  await deliver();
  expect((await list())[0]).toMatchObject({ state: 'FIRING', silence: { createdBy: 'Local administrator' } });
  expect(got()).toEqual(['firing', 'resolved']);
  const planned = await silence({ startUnixTimeSeconds: toSeconds(alerted.now + HOUR_MS - 60_000) });
  expect((await end(planned)).status).toBe(200);
});

describe('what it covers', () => {
  const isSilenced = async () => (await list()).map(({ silence: one }) => one !== null);

  test.each([
    ['another rule', { ruleIds: 'other' }, false],
    ['its rule', { ruleIds: 'own' }, true],
    ['another name', { scope: { kind: 'pattern', pattern: 'db-*' } }, false],
    ['its name', { scope: { kind: 'pattern', pattern: 'par*' } }, true],
    ['the name of its pipeline', { scope: { kind: 'pattern', pattern: 'WEB' } }, true],
    ['another thing', { scope: { kind: 'selected', ids: ['source'] } }, false],
    ['its node', { scope: { kind: 'selected', ids: ['transform'] } }, true],
    ['its pipeline', { scope: { kind: 'selected', ids: ['pipeline'] } }, true],
    [
      'its node, by another rule',
      { ruleIds: 'other', scope: { kind: 'selected', ids: ['transform'] } },
      false,
    ],
  ] as [string, { ruleIds?: string; scope?: { kind: string; ids?: string[] } }, boolean][])(
    'by %s',
    async (_, { ruleIds, scope }, isCovered) => {
      const { web } = alerted;
      const own = await createRule();
      const other = await createRule({ name: 'Other', enabled: false });
      const ids: Record<string, string> = {
        source: web.sourceId,
        transform: web.transformId,
        pipeline: web.pipelineId,
      };
      await silence({
        ...(ruleIds ? { ruleIds: [ruleIds === 'own' ? own : other] } : {}),
        ...(scope ? { scope: scope.ids ? { ...scope, ids: scope.ids.map((id) => ids[id]) } : scope } : {}),
      });
      await pass(1, failing);
      expect(await isSilenced()).toEqual([isCovered]);
    },
  );

  test('a trial says how many fire, and how many did lately', async () => {
    const own = await createRule();
    const other = await createRule({ name: 'Other', enabled: false });
    await pass(1, failing);
    await pass(1);
    await pass(1, failing);
    const { api } = alerted;
    const attempt = async (ruleIds: string[]) => {
      const alertSilence = { siteId: api.siteId, ruleIds, scope: { kind: 'all' } };
      return (await api.call('tryAlertSilence', { body: { alertSilence } })).body;
    };
    expect(await attempt([own])).toEqual({ firingCount: 1, recentCount: 2 });
    expect(await attempt([other])).toEqual({ firingCount: 0, recentCount: 0 });
    expect(await silences()).toEqual([]);
  });
});

describe('a change', () => {
  const change = (id: string, more: Record<string, unknown> = {}) =>
    alerted.api.call('updateAlertSilence', {
      path: { alertSilenceId: id },
      body: {
        alertSilence: {
          ruleIds: [],
          scope: { kind: 'all' },
          reason: 'Longer than planned',
          endUnixTimeSeconds: toSeconds(alerted.now + 2 * HOUR_MS),
          ...more,
        },
      },
    });

  test('lengthens it; what it covers no longer is told at once', async () => {
    await createToldRule();
    const id = await silence();
    await pass(1, failing);
    await deliver();
    expect(got()).toEqual([]);
    const { body } = await change(id);
    expect(body.alertSilence).toMatchObject({
      reason: 'Longer than planned',
      state: 'ACTIVE',
      firingCount: 1,
    });
    expect((await rules()).find(({ name }) => name === RULE.name)?.silence).toMatchObject({
      id,
      isWhole: true,
    });
    await change(id, { scope: { kind: 'pattern', pattern: 'db-*' } });
    await turn();
    await deliver();
    expect(got()).toEqual(['firing']);
    expect((await rules()).find(({ name }) => name === RULE.name)?.silence).toBeUndefined();
  });

  test('an active one keeps its start; one that has ended is refused', async () => {
    const id = await silence();
    const [before] = await silences();
    const { body } = await change(id, { startUnixTimeSeconds: toSeconds(alerted.now + HOUR_MS) });
    expect(body.alertSilence.startsAt).toBe(before?.startsAt);
    expect((await change(id, { endUnixTimeSeconds: 1000 })).body.message).toMatch(/must be in the future/);
    await end(id);
    expect((await change(id)).status).toBe(409);
  });
});

describe('what is refused', () => {
  test.each([
    ['no reason', { reason: ' ' }, /reason: A reason is required/],
    ['a time that is over', { endUnixTimeSeconds: 1000 }, /endUnixTimeSeconds: must be in the future/],
    ['an end before the start', { startUnixTimeSeconds: 4_000_000_000 }, /must be after the start/],
    ['longer than 30 days', { endUnixTimeSeconds: 4_000_000_000 }, /at most 30 days after the start; pause/],
    ['an unknown rule', { ruleIds: ['600000000000000001'] }, /ruleIds: must name rules of the site/],
    ['nothing selected', { scope: { kind: 'selected', ids: [] } }, /scope.ids: Select at least one/],
    ['no name', { scope: { kind: 'pattern', pattern: '' } }, /scope.pattern: A pattern is required/],
  ])('%s', async (_, more, message) => {
    const { status, body } = await callSilence(more);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.message).toMatch(message);
    expect(await silences()).toEqual([]);
  });

  test('whoever may only read, with a record of the try', async () => {
    const { api } = alerted;
    const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];
    const { headers } = await makeKey(api, { roleId: await makeRole(api, { grants }) });
    const id = await silence();
    const denied = await api.call('endAlertSilence', { path: { alertSilenceId: id }, headers });
    expect(denied.status).toBe(403);
    expect(await silences()).toMatchObject([{ state: 'ACTIVE' }]);
    const { auditRecords } = (await api.call('listAuditRecords', {})).body;
    const audited = auditRecords.map((one: { result: string; action: string; entityName: string }) =>
      [one.result, one.action, one.entityName].join(),
    );
    expect(audited).toContain('denied,End alert silence,Planned work');
    expect(audited).toContain('done,Create alert silence,Planned work');
  });
});

test('two services on one store: each alert is told once after it', async () => {
  await createToldRule();
  const { api } = alerted;
  const other = await startService({ clock: () => alerted.now, store: api.store });
  await silence({ endUnixTimeSeconds: toSeconds(alerted.now + 90_000) });
  await pass(1, failing);
  alerted.now += 60_000;
  await Promise.all([turn(), other.service.services.alerts.turn()]);
  await Promise.all([deliver(), other.service.services.alerts.deliver()]);
  expect(got()).toEqual(['firing']);
  await other.stop();
});
