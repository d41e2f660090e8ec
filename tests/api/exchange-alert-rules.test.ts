import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AlertRule } from '../../src/contract/entities/alert.ts';
import { createExchange, expectDone, listActions, WEB } from './support/exchange.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
  const alertChannel = { name: 'ops', type: 'WEBHOOK', config: { url: 'http://127.0.0.1:9/ops' } };
  expectDone(await api.call('createAlertChannel', { body: { alertChannel } }));
});
afterEach(() => api.stop());

const { exportSite, importText } = createExchange(() => api);
const rules = async (siteId = api.siteId): Promise<AlertRule[]> =>
  (await api.call('listAlertRules', { query: { siteIds: siteId } })).body.alertRules;

const ALERTS = `alerts:
  - name: Archive is full
    severity: HIGH
    condition:
      metric: bufferShare
      scope:
        kind: selected
        things:
          - destination: web sink
          - pipeline: web
      operator: ABOVE
      threshold: 80
      warning:
        threshold: 60
        severity: LOW
      everyMinutes: 5
      forMinutes: 5
    channels:
      - ops
    runbookUrl: https://example.com/run
    repeatMinutes: 60
    message: "{{target}} is full"
    enabled: false

  - name: Many errors
    severity: MEDIUM
    condition:
      metric: errors
      operator: ABOVE
      threshold: 5
`;

test('alert rules come beside their pipelines, by names, and go out the same', async () => {
  expect(listActions(await importText(`${WEB}\n${ALERTS}`))).toEqual([
    'create web source',
    'create web sink',
    'create web',
    'create Archive is full',
    'create Many errors',
  ]);
  const [sink] = (await api.call('listSinks', { query: { siteIds: api.siteId } })).body.sinks;
  const [pipeline] = (await api.call('listPipelines')).body.pipelines;
  const full = (await rules()).find(({ name }) => name === 'Archive is full');
  expect(full).toMatchObject({
    enabled: false,
    repeatMinutes: 60,
    condition: {
      aggregation: 'MAXIMUM',
      scope: { kind: 'selected', ids: [sink.id, pipeline.id] },
      warning: { threshold: 60, severity: 'LOW' },
      noData: 'KEEP',
    },
  });
  expect(full?.channelIds).toHaveLength(1);
  const exported = expectDone(await exportSite());
  expect(exported.body.definition).toBe(`${WEB}\n${ALERTS}`);
  // The tag of an export is one that an import may begin from.
  const same = await importText(exported.body.definition, { ifMatch: exported.headers.get('etag') ?? '' });
  expect(listActions(same).every((one) => one.startsWith('unchanged'))).toBe(true);
});

test('a changed rule shows what changes, and is changed once', async () => {
  expectDone(
    await importText(`format: penstock/v2\nalerts:\n${ALERTS.slice(ALERTS.indexOf('  - name: Many'))}`),
  );
  const [before] = await rules();
  const changed = `format: penstock/v2
alerts:
  - {name: Many errors, severity: HIGH, condition: {metric: errors, operator: ABOVE, threshold: 9, noData: KEEP}}
`;
  const { entries } = expectDone(await importText(changed, { dryRun: true })).body;
  expect(entries).toEqual([
    {
      kind: 'ALERT_RULE',
      name: 'Many errors',
      action: 'update',
      id: before?.id,
      changes: [
        { field: 'severity', before: 'MEDIUM', after: 'HIGH' },
        { field: 'condition.threshold', before: 5, after: 9 },
      ],
      appliesTo: [],
    },
  ]);
  expect(await rules()).toMatchObject([{ severity: 'MEDIUM', revision: 1 }]);
  expectDone(await importText(changed));
  const path = { alertRuleId: before?.id ?? '' };
  const { entries: history } = expectDone(await api.call('listAlertRuleHistory', { path })).body;
  expect(history).toMatchObject([
    {
      userName: 'local@localhost',
      changes: [{ before: { severity: 'MEDIUM', condition: { threshold: 5 } }, after: { severity: 'HIGH' } }],
    },
    { changes: [{ before: null, after: { name: 'Many errors' } }] },
  ]);
  expect(await rules()).toMatchObject([{ id: before?.id, severity: 'HIGH', revision: 2 }]);
  const stale = await importText(changed.replace('9', '10'), { ifMatch: '"12345"' });
  expect(stale.body.code).toBe('STALE_VERSION');
});

test('ready-made rules go out once they were changed, or when asked for', async () => {
  await api.service.services.alerts.turn();
  const made = await rules();
  expect(expectDone(await exportSite()).body.definition).not.toContain('alerts:');
  const disk = made.find(({ readyMade }) => readyMade === 'diskFilling');
  const query = { siteId: api.siteId, alertRuleIds: [disk?.id ?? ''] };
  const asked = expectDone(await api.call('exportPipelines', { query })).body.definition;
  expect(asked).toContain('name: Disk nearly full');
  expect(asked).not.toContain('name: Engine is away');
  await api.call('updateAlertRule', { body: { alertRule: { id: disk?.id, severity: 'HIGH' } } });
  const whole = expectDone(await exportSite()).body.definition;
  expect(whole).toContain('name: Disk nearly full');
  expect(whole).not.toContain('name: Engine is away');
});

test('what cannot be is refused with its line, and nothing is stored', async () => {
  const text = `format: penstock/v2
alerts:
  - name: A
    severity: HIGH
    condition: {metric: errors, operator: BELOW, threshold: 0}
  - name: B
    severity: HIGH
    condition: {metric: errors, operator: ABOVE, threshold: 5}
    channels: [pager]
    message: "{{owner}}"
  - name: C
    severity: HIGH
    condition: {metric: lag, operator: ABOVE, threshold: 5, scope: {kind: selected, things: [{pipeline: nowhere}]}}
  - {name: c, severity: HIGH, condition: {metric: lag, operator: ABOVE, threshold: 5}}
  - {name: D, severity: LOUD, condition: {metric: lag, operator: ABOVE, threshold: 5}}
`;
  const refused = async () => {
    const { status, body } = await importText(text);
    expect(status).toBe(400);
    return body.details.map((one: { line: number; message: string }) => `${one.line} ${one.message}`);
  };
  const first = await refused();
  expect(first).toHaveLength(2);
  expect(first[0]).toBe("14 The alert rule 'c' appears twice");
  expect(first[1]).toMatch(/^15 must be one of|^15 /);
  const rest = text.split('\n').slice(0, 13).join('\n');
  const { body } = await importText(rest);
  expect(body.details.map((one: { line: number; message: string }) => `${one.line} ${one.message}`)).toEqual([
    "5 can never be met: 'errors' is never below 0",
    "9 There is no channel 'pager': administrators make channels",
    '10 has {{owner}}, which is not a placeholder; placeholders are rule, severity, target, value, site, startedAt',
    "13 There is no pipeline 'nowhere', neither in this definition nor in the site",
  ]);
  expect(await rules()).toEqual([]);
  const one = `${WEB}\n${ALERTS}`;
  expectDone(await importText(WEB));
  const [pipeline] = (await api.call('listPipelines')).body.pipelines;
  const single = await api.call('putPipelineDefinition', {
    path: { pipelineId: pipeline.id },
    body: { definition: one },
  });
  expect(single.body.message).toContain('The definition of one pipeline has no alert rules');
});
