import { describe, expect, test } from 'vitest';
import type { AlertCondition } from '../../src/contract/entities/alert.ts';
import { formatTime } from '../../src/service/clock.ts';
import type { CounterBucketRow } from '../../src/service/store/schema.ts';
import { makeAuthority, makeCertificate } from '../harness/certificate.ts';
import { makeKey } from './support/access.ts';
import { CONDITION } from './support/alert-rows.ts';
import { type Minute, setUpAlertedService } from './support/alerts.ts';
import { T0 } from './support/counting.ts';
import { act } from './support/fixtures.ts';
import { insertHydration } from './support/hydration-rows.ts';
import { startService } from './support/service.ts';

const alerted = setUpAlertedService();
const { badge, bell, list, pass, restart, rules, told } = alerted;

const condition = (more: Partial<AlertCondition> = {}): AlertCondition => ({ ...CONDITION, ...more });

const createRule = (more: Partial<AlertCondition> = {}, name = 'Mine') =>
  alerted.api.call('createAlertRule', {
    body: { alertRule: { name, siteId: alerted.api.siteId, condition: condition(more), severity: 'HIGH' } },
  });

describe('each ready-made rule fires by its fault, and clears', () => {
  test.each([
    [
      'Source receives nothing',
      [[3], [16, { events: 0 }], [1]],
      "Events received of 'web source' in 'web': 0 events",
    ],
    ['Buffer nearly full', [[1], [6, { buffer: 0.91 }], [6]], "Buffer fill of 'web sink' in 'web': 91%"],
    [
      'More than 100 errors in 5 min',
      [[1], [1, { errors: 150 }], [10]],
      "Errors of 'Parse' in 'web': 150 errors",
    ],
    [
      'Events lost or dead-lettered',
      [[1], [1, { deadLetters: 3 }], [10]],
      "Events lost or dead-lettered of 'Parse' in 'web': 3 events",
    ],
  ] as [string, [number, Minute?][], string][])('%s', async (name, parts, message) => {
    for (const [count, minute] of parts.slice(0, -1)) await pass(count, minute);
    expect(await told()).toEqual([`${name} FIRING`]);
    expect([await badge(), await bell()]).toEqual(['1', [`${name}: ${message} ACTIVE`]]);
    const [[count, minute] = [0]] = parts.slice(-1);
    await pass(count, minute);
    expect(await told()).toEqual([`${name} RESOLVED`]);
    // Nobody has seen it yet.
    expect([await badge(), await bell()]).toEqual(['1', [`${name}: ${message} RESOLVED`]]);
  });

  test('Destination is failing: told by its own notification, so not twice', async () => {
    await pass(2);
    await pass(4, { isFailing: true });
    expect(await told()).toEqual(['Destination is failing FIRING']);
    expect(await bell()).toEqual([]);
    await pass(3);
    expect(await told()).toEqual(['Destination is failing RESOLVED']);
  });

  test('Engine is away: its pipelines do not alert meanwhile', async () => {
    await pass(2);
    await pass(20, { isAway: true });
    expect(await told()).toEqual(['Engine is away FIRING']);
    await pass(2);
    expect(await told()).toEqual(['Engine is away RESOLVED']);
  });

  test('what fires when its engine goes away says that it is not judged', async () => {
    await createRule({ threshold: 5, clearMinutes: 30 });
    await pass(1, { errors: 9 });
    expect((await list())[0]).not.toHaveProperty('isHeld');
    await pass(3, { isAway: true });
    const held = (await list()).map(({ name, isHeld }) => `${name} ${isHeld ?? false}`);
    expect(held.toSorted()).toEqual(['Engine is away false', 'Mine true']);
  });

  test('Deployment failed: until one succeeds', async () => {
    alerted.api.engine.failNext('The port is taken');
    await act(alerted.api, alerted.web.pipelineId, 'DEPLOY', 1);
    await alerted.api.service.services.lifecycle.settled();
    await pass(2);
    expect(await told()).toEqual(['Deployment failed FIRING']);
    await act(alerted.api, alerted.web.pipelineId, 'DEPLOY', 1);
    await alerted.api.service.services.lifecycle.settled();
    await pass(2);
    expect(await told()).toEqual(['Deployment failed RESOLVED']);
  });

  test('Hydration failed: until it is deleted', async () => {
    const { api, web } = alerted;
    const place = { siteId: api.siteId, sourceId: web.sourceId, sinkId: web.sinkId };
    const id = await insertHydration(api, place, { status: 'FAILED' });
    await pass(2);
    expect(await told()).toEqual(['Hydration failed FIRING']);
    await api.store.hydrations.update(id, { status: 'DELETED' });
    await pass(2);
    expect(await told()).toEqual(['Hydration failed RESOLVED']);
  });

  test.each([
    ['Volume far below the same hour of other days', 1_000_000, 6],
    ['Volume far above the same hour of other days', 10_000, 600],
  ])('%s', async (name, usualBytes, percent) => {
    const hour = Math.floor(T0 / 1000 / 3600) * 3600;
    const makeRows = (bucket: number, bytes: number): CounterBucketRow[] =>
      [1, 2, 3, 4].map((day) => ({
        seconds: 3600,
        bucket: bucket - day * 86_400,
        pipeline_id: alerted.web.pipelineId,
        component_id: alerted.web.sourceId,
        events_in: 1000,
        events_out: 1000,
        events_dropped: 0,
        events_created: 0,
        events_merged: 0,
        events_dead_letter: 0,
        bytes_in: bytes,
        bytes_out: bytes,
        bytes_dropped: 0,
        bytes_dead_letter: 0,
        events_waiting: 0,
        bytes_waiting: 0,
        raw_bytes: bytes,
        errors: 0,
        objects_written: 0,
      }));
    // 60 minutes of 1000 bytes come in, which is usual in the next hour.
    await alerted.api.store.series.add([...makeRows(hour, usualBytes), ...makeRows(hour + 3600, 60_000)]);
    alerted.now = hour * 1000;
    await pass(60);
    expect(await told()).toEqual([`${name} FIRING`]);
    expect((await list())[0]?.value).toBe(percent);
    await pass(60);
    expect(await told()).toEqual([`${name} RESOLVED`]);
  });

  test('Certificate ends within 14 days: until it is renewed', async () => {
    const authority = makeAuthority();
    const { web, now } = alerted;
    const renew = (days: number) => {
      const { cert, key } = makeCertificate(authority, ['localhost'], (now - Date.now()) / 86_400_000 + days);
      const config = { port: web.port, tls: true, tlsCert: cert, tlsKey: key };
      return alerted.api.call('updateSource', { body: { source: { id: web.sourceId, config } } });
    };
    expect((await renew(10.5)).status).toBe(200);
    await pass(2);
    expect(await told()).toEqual(['Certificate ends within 14 days FIRING']);
    expect((await list())[0]).toMatchObject({
      value: 10,
      target: { kind: 'certificate', name: 'web source' },
    });
    expect((await renew(90)).status).toBe(200);
    await pass(2);
    expect(await told()).toEqual(['Certificate ends within 14 days RESOLVED']);
  });

  test('API key ends within 7 days: until it is rotated', async () => {
    const { api } = alerted;
    const { id } = await makeKey(api, { name: 'ci', roleId: 'viewer', expiresInDays: 90 });
    await makeKey(api, { name: 'lasting', roleId: 'viewer', expiresInDays: 90 });
    await makeKey(api, { name: 'without an end', roleId: 'viewer' });
    const row = await api.store.apiKeys.find(id);
    const past = 86 * 86_400_000;
    if (row)
      await api.store.apiKeys.update({
        ...row,
        created_at: row.created_at - past,
        expires_at: row.expires_at - past,
      });
    await pass(2);
    expect(await told()).toEqual(['API key ends within 7 days FIRING']);
    expect(await list()).toMatchObject([{ value: 3, target: { kind: 'key', name: 'ci' } }]);
    expect((await api.call('rotateApiKey', { path: { keyId: id }, body: {} })).status).toBe(200);
    await pass(2);
    expect(await told()).toEqual(['API key ends within 7 days RESOLVED']);
  });

  test('Optimization below 20%: once it is resumed, until enough is dropped', async () => {
    await pass(1);
    const rule = (await rules()).find(({ readyMade }) => readyMade === 'optimizationLow');
    const alertRule = { id: rule?.id, enabled: true };
    await alerted.api.call('updateAlertRule', { body: { alertRule } });
    // An hour that is known throughout, then 15 minutes.
    await pass(76);
    expect(await told()).toEqual(['Optimization below 20% FIRING']);
    await pass(20, { dropped: 9 });
    expect(await told()).toEqual(['Optimization below 20% RESOLVED']);
  });
});

test('nothing wrong: no alert, and every ready-made rule is inactive [E17]', async () => {
  await pass(20);
  expect([await told(), await badge(), await bell()]).toEqual([[], '0', []]);
  expect((await rules()).map((rule) => `${rule.state} ${rule.enabled}`)).toEqual(
    expect.arrayContaining(['INACTIVE true']),
  );
  expect(await rules()).toHaveLength(14);
});

describe('what is not so', () => {
  test('a source that never received anything is not silent', async () => {
    await pass(20, { events: 0 });
    expect(await told()).toEqual([]);
  });

  test('downtime of the service is no silence, and what fires goes on', async () => {
    await pass(3);
    await pass(16, { events: 0 });
    expect(await told()).toEqual(['Source receives nothing FIRING']);
    await restart(45 * 60_000);
    await pass(2, { events: 0 });
    expect(await told()).toEqual(['Source receives nothing FIRING']);
    expect(await list()).toHaveLength(1);
    await pass(2);
    await restart(45 * 60_000);
    await pass(3);
    expect(await told()).toEqual(['Source receives nothing RESOLVED']);
  });

  test('an optimization over a minute that is unknown is not judged', async () => {
    await pass(1);
    const rule = (await rules()).find(({ readyMade }) => readyMade === 'optimizationLow');
    const alertRule = { id: rule?.id, enabled: true };
    await alerted.api.call('updateAlertRule', { body: { alertRule } });
    await pass(50);
    await pass(2, { isAway: true });
    await pass(58);
    expect((await told()).join()).not.toContain('Optimization');
    // An hour that is known throughout, then 15 minutes.
    await pass(20);
    expect(await told()).toContain('Optimization below 20% FIRING');
  });

  test('what is reported late counts from then on, and judges no minute again', async () => {
    await createRule({}, 'In a minute');
    await createRule({ windowMinutes: 5 }, 'In five minutes');
    await pass(3);
    await pass(1, { errors: 9, isLate: true });
    expect(await told()).toEqual(['Engine is away PENDING']);
    await pass(1);
    expect((await told()).toSorted()).toEqual(['Engine is away FIRING', 'In five minutes FIRING']);
    const event = (await list()).find(({ name }) => name === 'In five minutes');
    expect(event).toMatchObject({ value: 9, firedAt: formatTime(alerted.now) });
  });

  test('a paused pipeline is not silent', async () => {
    await pass(3);
    await pass(16, { events: 0 });
    await act(alerted.api, alerted.web.pipelineId, 'PAUSE', 1);
    await alerted.api.service.services.lifecycle.settled();
    await pass(1, { events: 0 });
    expect(await told()).toEqual(['Source receives nothing DISCARDED']);
    expect((await list())[0]?.endReason).toBe('What it watched is no longer there or is paused');
  });

  test('a clock set forward is no silence; set back, rules are judged on', async () => {
    await createRule({ threshold: 5 });
    await pass(5);
    alerted.now += 3 * 3600_000;
    await pass(2);
    expect(await told()).toEqual([]);
    alerted.now -= 3 * 3600_000;
    await pass(2);
    await pass(2, { errors: 9 });
    expect(await told()).toEqual(['Mine FIRING']);
  });
});

test('two services on one store: each alert once', async () => {
  await createRule();
  await pass(1);
  const other = await startService({ store: alerted.api.store, clock: () => alerted.now });
  const both = async (minute: Minute) => {
    await pass(1, minute);
    await other.service.services.alerts.turn();
  };
  await both({});
  await both({ errors: 9 });
  await both({ errors: 9 });
  expect(await told()).toEqual(['Mine FIRING']);
  await other.stop();
});

describe('alert events [R7-13, R7-14, R7-16]', () => {
  test('one and all are acknowledged, by name [R3-62, R4-109, R7-17]', async () => {
    await createRule();
    await createRule({ threshold: 6 }, 'Other');
    await pass(2, { errors: 9 });
    expect(await badge()).toBe('2');
    const [first] = await list();
    const { siteId } = alerted.api;
    const acknowledge = (body: object) =>
      alerted.api.call('acknowledgeAlertEvents', { body: { siteId, ...body } });
    expect((await acknowledge({})).body.details[0].field).toBe('alertEventIds');
    expect((await acknowledge({ alertEventIds: ['600000000000000001'] })).status).toBe(404);
    expect((await acknowledge({ alertEventIds: [first?.id] })).body).toEqual({});
    expect(await badge()).toBe('1');
    await acknowledge({ acknowledgeAll: true });
    expect(await badge()).toBe('0');
    expect((await list())[0]).toMatchObject({
      isAcknowledged: true,
      acknowledgedBy: 'Local administrator',
      state: 'FIRING',
    });
    const { body } = await alerted.api.call('listAuditRecords', { query: { 'pagination.limit': 1 } });
    expect(body.auditRecords[0].action).toBe('Acknowledge alerts');
  });

  test('newest first, by state and range, with timeline and values [R3-61, R3-99]', async () => {
    await createRule({ forMinutes: 2 });
    await pass(2);
    await pass(3, { errors: 9 });
    await pass(2);
    await pass(1, { errors: 8 });
    expect(await told()).toEqual(['Mine PENDING', 'Mine RESOLVED']);
    expect((await list({ states: ['RESOLVED'] })).map(({ state }) => state)).toEqual(['RESOLVED']);
    const end = String(T0 / 1000 + 60);
    const early = { 'timeRange.startUnixTimeSeconds': '0', 'timeRange.endUnixTimeSeconds': end };
    expect(await list(early)).toEqual([]);
    const [resolved] = await list({ states: ['RESOLVED'] });
    expect(resolved).toMatchObject({
      value: 0,
      peak: 9,
      severity: 'HIGH',
      target: { name: 'Parse', pipelineName: 'web' },
    });
    const { body } = await alerted.api.call('getAlertEvent', { path: { alertEventId: resolved?.id ?? '' } });
    expect(body.timeline.map((entry: { state: string }) => entry.state)).toEqual([
      'PENDING',
      'FIRING',
      'RESOLVED',
    ]);
    expect(Math.max(...body.series.points.map((point: { value: number }) => point.value))).toBe(9);
  });
});

describe('a rule that groups', () => {
  test('all together: one alert over what all came to, with its chart', async () => {
    await createRule({ groupBy: 'RULE' });
    await pass(1);
    await pass(1, { errors: 9 });
    const [event] = await list();
    expect(await told()).toEqual(['Mine FIRING']);
    expect(event).toMatchObject({
      value: 9,
      target: { kind: 'node', name: '3 nodes', pipelineId: '', group: { by: 'RULE', count: 3 } },
    });
    expect(await bell()).toEqual(['Mine: Errors of 3 nodes: 9 errors ACTIVE']);
    const { body } = await alerted.api.call('getAlertEvent', { path: { alertEventId: event?.id ?? '' } });
    expect(body.series.points).toContainEqual(expect.objectContaining({ value: 9 }));
    await restart();
    await pass(1);
    expect(await told()).toEqual(['Mine RESOLVED']);
  });

  test('what is failing is counted, and one of several is enough', async () => {
    const failing = { metric: 'destinationFailing', aggregation: 'LAST', threshold: 0 } as const;
    await createRule({ ...failing, groupBy: 'PIPELINE' });
    await pass(1);
    await pass(2, { isFailing: true });
    const mine = (await list()).find(({ name }) => name === 'Mine');
    expect(mine).toMatchObject({ value: 1, target: { kind: 'pipeline', name: 'web', group: { count: 1 } } });
  });

  test.each([
    [{ groupBy: 'RULE' }, ['Parse', '3 nodes']],
    [{ groupBy: 'KIND' }, ['Parse', 'transforms']],
    [{ groupBy: 'PIPELINE' }, ['Parse', 'web']],
    [
      { metric: 'optimization', aggregation: 'LAST', operator: 'BELOW', groupBy: 'RULE' },
      ['web', '1 pipeline'],
    ],
  ] as [Partial<AlertCondition>, [string, string]][])(
    'its trial fires as that of each: %j',
    async (more, names) => {
      await pass(70, { errors: 9 });
      const attempt = async (condition: AlertCondition) => {
        const alertRule = { siteId: alerted.api.siteId, condition };
        return (await alerted.api.call('tryAlertRule', { body: { alertRule } })).body.trial;
      };
      const [each, together] = [
        await attempt(condition({ ...more, groupBy: 'THING' })),
        await attempt(condition(more)),
      ];
      const listFirings = ({ firings }: typeof each) =>
        firings.map((one: { startUnixTimeSeconds: number; peak: number }) => [
          one.startUnixTimeSeconds,
          one.peak,
        ]);
      expect(each.firingCount).toBe(1);
      expect(listFirings(together)).toEqual(listFirings(each));
      expect([each.firings[0].target.name, together.firings[0].target.name]).toEqual(names);
    },
  );
});

describe('alert rules', () => {
  const update = (alertRule: object) => alerted.api.call('updateAlertRule', { body: { alertRule } });

  test('are created, changed, paused and deleted; open alerts are discarded', async () => {
    const { id } = (await createRule()).body;
    await pass(1, { errors: 9 });
    expect((await rules()).find((rule) => rule.id === id)).toMatchObject({ state: 'FIRING', stateCount: 1 });
    const changed = await update({ id, severity: 'LOW', runbookUrl: 'https://example.org/run' });
    expect(changed.body.alertRule).toMatchObject({ severity: 'LOW', state: 'FIRING', revision: 2 });
    await update({ id, enabled: false });
    expect(await told()).toEqual(['Mine DISCARDED']);
    expect((await list())[0]?.endReason).toBe('Its rule was paused');
    await pass(2, { errors: 9 });
    expect(await told()).toEqual(['Mine DISCARDED']);
    expect((await alerted.api.call('deleteAlertRule', { path: { alertRuleId: id } })).status).toBe(200);
    expect(await told()).toEqual(['Mine DISCARDED']);
    expect((await rules()).some((rule) => rule.id === id)).toBe(false);
  });

  test('a version that somebody else changed is refused', async () => {
    const { id } = (await createRule()).body;
    await update({ id, severity: 'LOW' });
    const stale = await alerted.api.call('updateAlertRule', {
      body: { alertRule: { id, severity: 'HIGH' } },
      headers: { 'if-match': '"1"' },
    });
    expect(stale.body.code).toBe('STALE_VERSION');
  });

  test.each([
    [
      { metric: 'volumeAgainstUsual', aggregation: 'LAST', everyMinutes: 5 },
      'everyMinutes',
      "does not apply to 'volume against the same hour of other days', which has a value each hour",
    ],
    [{ operator: 'BELOW', threshold: 0 }, 'threshold', "can never be met: 'errors' is never below 0"],
    [
      { metric: 'bufferShare', aggregation: 'MAXIMUM', threshold: 100 },
      'threshold',
      "can never be met: 'buffer fill' is never above 100",
    ],
    [{ warning: { threshold: 7, severity: 'LOW' } }, 'warning', 'must be below the threshold of 5'],
    [
      { warning: { threshold: 3, severity: 'HIGH' } },
      'warning.severity',
      'must be milder than the HIGH of the rule',
    ],
    [
      { warning: { threshold: 3, severity: 'LOW' }, clearThreshold: 4 },
      'clearThreshold',
      'must be at most the warning threshold of 3',
    ],
    [{ clearThreshold: 7 }, 'clearThreshold', 'must be at most the threshold of 5'],
    [{ groupBy: 'CONNECTION' }, 'groupBy', "must be one of THING, KIND, PIPELINE, RULE for 'errors'"],
    [{ metric: 'optimization' }, 'aggregation', "must be one of LAST for 'optimization'"],
    [
      { metric: 'engineAway', aggregation: 'LAST' },
      'threshold',
      "must be ABOVE 0 for 'engine is away', which is 0 or 1",
    ],
    [
      { metric: 'diskUsed', aggregation: 'MAXIMUM', scope: { kind: 'pattern', pattern: 'x' } },
      'scope',
      'must be all: the rule watches its own site',
    ],
  ] as [Partial<AlertCondition>, string, string][])('refused: %j', async (more, field, message) => {
    const { status, body } = await createRule(more);
    expect([status, body.details]).toEqual([
      400,
      [{ field: `alertRule.condition.${field}`, rule: 'condition', message }],
    ]);
    expect(await rules()).toEqual([]);
  });

  test('a name that is taken, and a channel that does not exist, are refused', async () => {
    await createRule();
    expect((await createRule({}, 'mine')).body.code).toBe('NAME_TAKEN');
    const alertRule = { name: 'B', siteId: alerted.api.siteId, condition: condition(), severity: 'LOW' };
    const body = { alertRule: { ...alertRule, channelIds: ['600000000000000001'] } };
    expect((await alerted.api.call('createAlertRule', { body })).body.details[0].field).toBe(
      'alertRule.channelIds',
    );
  });

  test.each([
    [{ kind: 'pattern', pattern: 'par*' }, 'Parse'],
    [{ kind: 'pattern', pattern: 'x*' }, ''],
    [{ kind: 'selected', ids: ['pipeline'] }, 'Parse'],
    [{ kind: 'selected', ids: ['200000000000000001'] }, ''],
  ] as const)('watch what their scope names: %j', async (scope, names) => {
    const ids =
      scope.kind === 'selected'
        ? scope.ids.map((id) => (id === 'pipeline' ? alerted.web.pipelineId : id))
        : [];
    await createRule({ scope: scope.kind === 'selected' ? { kind: 'selected', ids } : scope });
    await pass(1, { errors: 9 });
    expect((await list()).map(({ target }) => target.name).join()).toBe(names);
  });
});

test('a trial says what the rule would have done, as it then did', async () => {
  await pass(2);
  await pass(4, { errors: 9 });
  await pass(3);
  await pass(1, { errors: 7 });
  await pass(2);
  const { siteId } = alerted.api;
  const asked = { siteId, condition: condition({ forMinutes: 2 }) };
  const { trial } = (await alerted.api.call('tryAlertRule', { body: { alertRule: asked } })).body;
  const minute = (index: number) => Math.floor(T0 / 60_000 + index) * 60;
  expect(trial).toMatchObject({
    firingCount: 1,
    tooShortCount: 1,
    targetCount: 3,
    computedCount: 3,
    value: 0,
  });
  expect(trial.firings).toMatchObject([
    { target: { name: 'Parse' }, startUnixTimeSeconds: minute(4), endUnixTimeSeconds: minute(7), peak: 9 },
  ]);
  const values = trial.series[0].points.map((point: { value: number }) => point.value);
  expect(Math.max(...values)).toBe(9);
  expect(trial.gaps[0].endUnixTimeSeconds).toBe(minute(0));
});
