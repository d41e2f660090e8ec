// Slow: searches archives in a process, and minutes of a service pass one by one.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AlertCondition } from '../../src/contract/entities/alert.ts';
import type { Grant, Principal } from '../../src/service/auth/permissions.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { CONDITION } from './support/alert-rows.ts';
import { setUpAlertedService } from './support/alerts.ts';
import { buildArchivalBody, makeFileSink } from './support/archives.ts';
import { createExchange } from './support/exchange.ts';
import { startService } from './support/service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Files of an archive are written a minute later at the latest. */
const DELAY_MINUTES = 2;

const alerted = setUpAlertedService();
const { list, pass, restart, rules, told } = alerted;
const { exportSite, importText } = createExchange(() => alerted.api);
let root: string;
let files = 0;

beforeEach(async () => {
  root = makeTempFolder();
  const { api, web } = alerted;
  const sinkId = await makeFileSink(api, 'Archive', { path: join(root, 'any.ndjson') });
  alerted.now -= 3 * DAY_MS;
  expect((await api.call('enableArchival', buildArchivalBody(api, web.sourceId, sinkId))).status).toBe(200);
  alerted.now += 3 * DAY_MS;
});

const pad = (value: number) => String(value).padStart(2, '0');

/** Archived events that were received then, a second apart; a level, or one with a host as `error web-1`. */
const write = (levels: readonly string[], at = alerted.now): string => {
  const { sourceId } = alerted.web;
  const time = new Date(at);
  const hour = `year=${time.getUTCFullYear()}/month=${pad(time.getUTCMonth() + 1)}/day=${pad(time.getUTCDate())}/hour=${pad(time.getUTCHours())}`;
  const folder = join(root, `source=${sourceId}-web`, hour);
  mkdirSync(folder, { recursive: true });
  files += 1;
  const written = new Date(at + MINUTE_MS).toISOString().replaceAll(/[-:.]/g, '');
  const path = join(folder, `${written}-${String(files).padStart(6, '0')}-0123456789abcdef.ndjson`);
  const lines = levels.map((text, index) => {
    const [level, host] = text.split(' ');
    const received = new Date(at + index * 1000).toISOString().replace('Z', '000Z');
    return `{"received":"${received}","source":"web","sourceId":"${sourceId}","event":${JSON.stringify({ level, host })}}\n`;
  });
  writeFileSync(path, lines.join(''));
  return path;
};
const errors = (count: number): string[] => Array(count).fill('error');

const condition = (more: Partial<AlertCondition> = {}): AlertCondition => ({
  ...CONDITION,
  metric: 'logMatches',
  query: 'level:error',
  threshold: 4,
  windowMinutes: 5,
  ...more,
});
const createRule = (more: Partial<AlertCondition> = {}, name = 'Errors logged') =>
  alerted.api.call('createAlertRule', {
    body: { alertRule: { name, siteId: alerted.api.siteId, condition: condition(more), severity: 'HIGH' } },
  });
const tryRule = async (more: Partial<AlertCondition> = {}) => {
  const alertRule = { siteId: alerted.api.siteId, condition: condition(more) };
  return (await alerted.api.call('tryAlertRule', { body: { alertRule } })).body.trial;
};
const findRule = async () => (await rules()).find(({ name }) => name === 'Errors logged');

describe('a rule over a log search', () => {
  test('fires by what was archived within its window, and clears after it', async () => {
    await createRule();
    await pass(1);
    write([...errors(3), 'info', 'info']);
    await pass(1);
    write(errors(2));
    await pass(DELAY_MINUTES);
    expect(await told()).toEqual([]);
    await pass(1);
    expect(await told()).toEqual(['Errors logged FIRING']);
    const [event] = await list();
    expect(event).toMatchObject({ value: 5, target: { kind: 'archive', name: 'web source' } });
    await pass(5);
    expect(await told()).toEqual(['Errors logged RESOLVED']);
    // What was counted is kept: its chart needs no search.
    rmSync(root, { recursive: true });
    const { body } = await alerted.api.call('getAlertEvent', { path: { alertEventId: event?.id ?? '' } });
    expect(body.series.points).toContainEqual(expect.objectContaining({ value: 5 }));
  });

  test('what was counted before a restart still counts in the window', async () => {
    await createRule();
    await pass(1);
    write(errors(3));
    await pass(DELAY_MINUTES + 1);
    await restart();
    write(errors(2));
    await pass(DELAY_MINUTES + 1);
    expect(await told()).toEqual(['Errors logged FIRING']);
    expect((await list())[0]?.value).toBe(5);
  });

  test('the trial fires as the rule would have, in the same minutes', async () => {
    const start = Math.floor((alerted.now - 2 * DAY_MS) / MINUTE_MS) * MINUTE_MS;
    write(errors(5), start);
    write(errors(9), start + 60 * MINUTE_MS);
    const trial = await tryRule();
    expect(trial).toMatchObject({ firingCount: 2, targetCount: 1, computedCount: 1 });
    expect(trial).not.toHaveProperty('problem');
    const seconds = start / 1000 + (1 + DELAY_MINUTES) * 60;
    expect(trial.firings.at(-1)).toMatchObject({
      startUnixTimeSeconds: seconds,
      endUnixTimeSeconds: seconds + 5 * 60,
      peak: 5,
    });
    expect(await tryRule({ threshold: 9 })).toMatchObject({ firingCount: 0 });
  });

  test('an archive that cannot be read is no data, and says why', async () => {
    await createRule({ operator: 'BELOW', threshold: 1, windowMinutes: 1 });
    await pass(1);
    const path = write(errors(1));
    rmSync(path);
    writeFileSync(path.replace('.ndjson', '.parquet'), 'damaged');
    await pass(DELAY_MINUTES + 1);
    // Silence there is before and after, but not in the minute that cannot be read.
    expect((await findRule())?.problem).toMatch(
      /^Nothing is known of the archive of 'web source': .*cut short or damaged/,
    );
    expect((await tryRule()).problem).toMatch(/^Nothing is known of the archive of 'web source'/);
    rmSync(path.replace('.ndjson', '.parquet'));
    await pass(1);
    expect(await findRule()).not.toHaveProperty('problem');
  });

  test('an engine that is away archives nothing: no silence', async () => {
    const passMinutes = async () => {
      for (let minute = 0; minute < 4; minute++) {
        write(errors(1));
        await pass(1);
      }
    };
    await passMinutes();
    await createRule({ operator: 'BELOW', threshold: 1, windowMinutes: 1 });
    await passMinutes();
    await pass(3, { isAway: true });
    await passMinutes();
    expect((await told()).filter((text) => text.startsWith('Errors'))).toEqual([]);
  });

  test('nothing is known of the time before a source was archived', async () => {
    const trial = await tryRule({ operator: 'BELOW', threshold: 1 });
    const since = Math.floor((alerted.now - 3 * DAY_MS) / MINUTE_MS) * 60;
    expect(trial.firingCount).toBe(1);
    expect(trial.knownSinceUnixTimeSeconds - since).toBeLessThanOrEqual((DELAY_MINUTES + 1) * 60);
    expect(trial.knownSinceUnixTimeSeconds).toBeGreaterThan(since);
  });

  test('searches that exceed the time of a minute take turns, and that is said', async () => {
    let steady = 0;
    await restart(0, { steady: () => steady });
    const { archiveSearches } = alerted.api.service.services;
    const { counts } = archiveSearches;
    const asked: string[] = [];
    archiveSearches.counts = (request, control) => {
      asked.push(request.query);
      steady += 15_000;
      return counts(request, control);
    };
    const queries = ['level:a', 'level:b', 'level:c'];
    for (const query of queries) await createRule({ query }, query);
    await pass(1);
    // Two minutes were judged, each with time for two searches.
    expect(asked).toHaveLength(4);
    expect(asked.slice(0, 3).toSorted()).toEqual(queries);
    const left = queries.find((query) => !asked.slice(2).includes(query));
    expect((await rules()).find(({ name }) => name === left)?.problem).toContain('not counted each minute');
  });

  test('a source without an archive is not counted', async () => {
    const { api, web } = alerted;
    await api.call('disableArchival', { body: { siteId: api.siteId, sourceId: web.sourceId } });
    expect(await tryRule()).toMatchObject({ targetCount: 0 });
    expect(await tryRule({ groupBy: 'FIELD', groupField: 'host' })).toMatchObject({
      targetCount: 0,
      problem: 'Its scope has no archived source of a running pipeline',
    });
  });

  test('one is refused without a query, with a wrong one, or for another metric', async () => {
    const refusals: [Partial<AlertCondition>, string][] = [
      [{ query: undefined }, 'is required'],
      [{ query: '  ' }, 'is required'],
      [{ query: 'level:(' }, 'cannot be read'],
      [{ metric: 'errors' }, 'does not apply'],
    ];
    for (const [more, message] of refusals) {
      const { status, body } = await createRule(more);
      expect(status).toBe(400);
      expect(body.details).toEqual([
        expect.objectContaining({
          field: 'alertRule.condition.query',
          message: expect.stringContaining(message),
        }),
      ]);
    }
  });

  describe('by a field', () => {
    const BY_HOST = { groupBy: 'FIELD', groupField: 'host', threshold: 1 } as const;
    const from = (host: string, count: number): string[] => Array(count).fill(`error ${host}`);

    test('each value has an alert of its own, which clears by itself', async () => {
      await createRule(BY_HOST);
      await pass(1);
      write([...from('web-1', 3), ...from('a/b%', 2), ...from('web-3', 1), 'error', 'info web-3']);
      await pass(DELAY_MINUTES + 1);
      const events = await list();
      expect(events.map(({ target, value }) => `${target.name} ${value}`).sort()).toEqual([
        'a/b% 2',
        'web-1 3',
      ]);
      expect(events[0]?.target).toMatchObject({ kind: 'archive', group: { by: 'FIELD', field: 'host' } });
      await pass(2);
      await restart();
      write(from('web-1', 2));
      await pass(DELAY_MINUTES + 2);
      expect((await list()).map(({ target, state }) => `${target.name} ${state}`).sort()).toEqual([
        'a/b% RESOLVED',
        'web-1 FIRING',
      ]);
      const { body } = await alerted.api.call('getAlertEvent', {
        path: { alertEventId: events[0]?.id ?? '' },
      });
      expect(body.series.points).toContainEqual(expect.objectContaining({ value: events[0]?.value }));
    });

    test('the trial says how many values there are, and which would have fired', async () => {
      const start = Math.floor((alerted.now - 2 * DAY_MS) / MINUTE_MS) * MINUTE_MS;
      write([...from('web-1', 3), ...from('web-2', 1)], start);
      const trial = await tryRule(BY_HOST);
      expect(trial).toMatchObject({ firingCount: 1, targetCount: 2, computedCount: 2 });
      expect(trial.firings[0]).toMatchObject({ target: { name: 'web-1' }, peak: 3 });
    });

    test('more values than are judged at once are said', async () => {
      await createRule(BY_HOST);
      await pass(1);
      const hosts = Array.from({ length: 30 }, (_, index) => `h${index}`);
      write(hosts.map((host) => `error ${host}`));
      await pass(1);
      write(hosts.map((host) => `error x${host}`));
      await pass(DELAY_MINUTES + 1);
      expect((await findRule())?.problem).toBe("It judges the 50 commonest of at least 60 values of 'host'");
    });

    test('without a field, or for another metric, it is refused', async () => {
      const refusals: [Partial<AlertCondition>, string, string][] = [
        [{ groupBy: 'FIELD' }, 'groupField', 'is required, such as host'],
        [{ groupBy: 'FIELD', groupField: 'a b' }, 'groupField', 'must be the name of a field'],
        [{ groupField: 'host' }, 'groupField', 'goes with groupBy FIELD alone'],
        [{ groupBy: 'PIPELINE' }, 'groupBy', 'must be one of THING, FIELD, RULE'],
      ];
      for (const [more, field, message] of refusals) {
        const { status, body } = await createRule(more);
        expect([status, body.details[0].field]).toEqual([400, `alertRule.condition.${field}`]);
        expect(body.details[0].message).toContain(message);
      }
    });
  });

  test('its YAML names query and source, and comes back', async () => {
    const { api, web } = alerted;
    await createRule({
      scope: { kind: 'selected', ids: [web.sourceId] },
      groupBy: 'FIELD',
      groupField: 'host',
    });
    const { definition } = (await exportSite()).body;
    expect(definition).toContain('query: level:error\n      groupBy: FIELD\n      groupField: host');
    expect(definition).toContain('things:\n          - source: web source');
    const [rule] = await rules();
    expect((await api.call('deleteAlertRule', { path: { alertRuleId: rule?.id ?? '' } })).status).toBe(200);
    const part = `format: penstock/v2\n${definition.slice(definition.indexOf('alerts:'))}`;
    expect((await importText(part)).status).toBe(200);
    expect((await findRule())?.condition).toEqual(rule?.condition);
  });
});

test('a rule over a search is for those who may search [R1-16]', async () => {
  const grant = (resource: Grant['resource'], extra: Grant['extra'] = []): Grant => ({
    resource,
    types: ['READ', 'WRITE'],
    extra,
  });
  const user = { id: '500000000000000009', name: 'Mara', email: '', picture: '', userType: 'SSO' as const };
  let grants: Grant[] = [grant('PIPELINES'), grant('SOURCES')];
  const api = await startService({
    authenticate: async (): Promise<Principal> => ({ user: { ...user, roles: [] }, grants }),
  });
  const alertRule = { siteId: api.siteId, condition: condition() };
  const named = { ...alertRule, name: 'Mine', severity: 'LOW' };
  expect((await api.call('tryAlertRule', { body: { alertRule } })).status).toBe(403);
  expect((await api.call('createAlertRule', { body: { alertRule: named } })).status).toBe(403);
  grants = [grant('PIPELINES', ['LIVE_CAPTURE']), grant('SOURCES')];
  expect((await api.call('tryAlertRule', { body: { alertRule } })).status).toBe(200);
  const { status, body } = await api.call('createAlertRule', { body: { alertRule: named } });
  expect(status).toBe(200);
  grants = [grant('PIPELINES'), grant('SOURCES')];
  const changed = { id: body.id, condition: condition({ query: 'level:warn' }) };
  expect((await api.call('updateAlertRule', { body: { alertRule: changed } })).status).toBe(403);
  await api.stop();
});
