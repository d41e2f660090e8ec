import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, expectDone, listActions } from './support/exchange.ts';
import { expectRefusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = createExchange(() => api);

describe('secrets', () => {
  const SINK = `format: penstock/v2

destinations:
  - name: remote
    type: http
    config:
      url: https://logs.example.com/
      auth: bearer
      token: VALUE
`;

  test('are never exported; a marker keeps them, a text replaces them', async () => {
    expectDone(await importText(SINK.replace('VALUE', 'hunter2')));
    const { definition } = expectDone(await exportSite()).body;
    expect(definition).not.toContain('hunter2');
    expect(definition).toContain('token: {set: true} # secret');
    const clear = async () => {
      const [row] = (await api.store.nodes.list({ kind: 'SINK' })).rows;
      return api.service.services.sealer.open(JSON.parse(row?.config ?? '{}')).token;
    };
    expect(listActions(await importText(definition))).toEqual(['unchanged remote']);
    expectDone(await importText(definition.replace('example.com/', 'example.com/other')));
    expect(await clear()).toBe('hunter2');
    const other = await importText(SINK.replace('VALUE', 'hunter3'), { dryRun: true });
    expect(JSON.stringify(other.body)).not.toMatch(/hunter/);
    expect(other.body.entries[0].changes).toContainEqual({ field: 'config.token', secret: true });
    expectDone(await importText(SINK.replace('VALUE', 'hunter3')));
    expect(await clear()).toBe('hunter3');
  });

  test('secrets that are stored nowhere have to be set', async () => {
    await expectRefusal(api, () => importText(SINK.replace('VALUE', '{set: true}')), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'destinations.0.config.token',
      message: /line 9, column 7 .*'token' is a secret/,
    });
  });

  test('header secrets are never exported, other headers are', async () => {
    const withHeaders = (headers: string) =>
      SINK.replace('auth: bearer', `headers: {${headers}}`).replace('      token: VALUE\n', '');
    const text = withHeaders('Content-Type: application/json, X-Team-Key: hunter2');
    expectDone(await importText(text));
    const { definition } = expectDone(await exportSite()).body;
    expect(definition).not.toContain('hunter2');
    expect(definition).toContain('Content-Type: application/json');
    expect(definition).toContain('X-Team-Key: {set: true} # secret');
    const clear = async () => {
      const [row] = (await api.store.nodes.list({ kind: 'SINK' })).rows;
      return JSON.parse(row?.config ?? '{}').headers['X-Team-Key'];
    };
    expect(listActions(await importText(definition))).toEqual(['unchanged remote']);
    expectDone(await importText(definition.replace('example.com/', 'example.com/other')));
    expect(await clear()).toBe('hunter2');
    await expectRefusal(api, () => importText(definition.replace('https://logs', 'https://other')), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'destinations.0.config.headers.X-Team-Key',
      message: /enter the header X-Team-Key again/,
    });
    const other = await importText(text.replace('hunter2', 'hunter3'), { dryRun: true });
    expect(JSON.stringify(other.body)).not.toMatch(/hunter/);
    expect(other.body.entries[0].changes).toContainEqual({
      field: 'config.headers.X-Team-Key',
      secret: true,
    });
    expectDone(await importText(text.replace('hunter2', 'hunter3')));
    expect(await clear()).toBe('hunter3');
    await expectRefusal(api, () => importText(withHeaders('X-Other: {set: true}')), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'destinations.0.config.headers.X-Other',
    });
  });
});
