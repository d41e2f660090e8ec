import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../src/contract/entities/audit.ts';
import { createExchange } from './support/exchange.ts';
import { expectRefusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

const SECRET = 'hush-5d1f';
const HOME = 'https://siem.example:8088';
const SET = { set: true };

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = createExchange(() => api);

async function startThief() {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(JSON.stringify(request.headers));
    response.end('{"text":"Success","code":0}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { got, url: `http://127.0.0.1:${port}`, stop };
}

async function makeHec(): Promise<string> {
  const config = { url: HOME, token: SECRET };
  const sink = { name: 'SIEM', siteId: api.siteId, templateId: 'splunk_hec', config };
  return (await api.call('createSink', { body: { sink } })).body.id;
}

const readStoredToken = async (id: string) => {
  const row = await api.store.nodes.find(id);
  return api.service.services.sealer.open(JSON.parse(row?.config ?? '{}')).token;
};

const fetchRecords = async (calls: string): Promise<AuditRecord[]> =>
  (await api.call('listAuditRecords', { query: { calls } })).body.auditRecords;

describe('a secret that is kept goes nowhere else', () => {
  test('a test of a stored destination sends its token to no other address', async () => {
    const id = await makeHec();
    const { got, url, stop } = await startThief();
    const sink = { siteId: api.siteId, templateId: 'splunk_hec', id, config: { url, token: SET } };
    await expectRefusal(api, () => api.call('testSink', { body: { sink } }), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'sink.config.token',
      message: new RegExp(
        `The address changed to ${url}: enter the token again, since it was given for ${HOME}`,
      ),
    });
    expect(got).toEqual([]);
    const given = { ...sink, config: { url, token: 'another' } };
    expect((await api.call('testSink', { body: { sink: given } })).body.result.problem).toBe(null);
    expect(got.join()).toContain('another');
    expect(got.join()).not.toContain(SECRET);
    await stop();
    const [done, denied] = await fetchRecords('testSink');
    expect(denied).toMatchObject({ result: 'denied', action: 'Test destination', entityId: id });
    expect(denied?.reason).toContain(`The address changed to ${url}`);
    expect(done).toMatchObject({ result: 'done', entity: 'destination', entityId: id, entityName: 'SIEM' });
    expect(done?.changes[0]?.after).toEqual({ type: 'splunk_hec', address: url, outcome: 'It works' });
  });

  test('saving another address asks for the token, and changes nothing', async () => {
    const id = await makeHec();
    const save = (config: object) => api.call('updateSink', { body: { sink: { id, config } } });
    const config = { url: 'https://evil.example:8088', token: SET };
    await expectRefusal(api, () => save(config), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'sink.config.token',
    });
    const checked = await api.call('checkSink', {
      body: { sink: { siteId: api.siteId, templateId: 'splunk_hec', id, config } },
    });
    expect(checked.body.problems.map(({ field }: { field: string }) => field)).toEqual(['token']);
    expect((await save({ url: `${HOME}/services/collector`, token: SET })).status).toBe(200);
    expect(await readStoredToken(id)).toBe(SECRET);
    expect((await save({ url: HOME, token: SET, tls: 'own', tlsVerify: false })).status).toBe(400);
    expect((await save({ ...config, token: 'another' })).status).toBe(200);
    expect(await readStoredToken(id)).toBe('another');
  });

  test('an import of another address asks for the token', async () => {
    const id = await makeHec();
    const { definition } = (await exportSite()).body;
    expect((await importText(definition)).status).toBe(200);
    await expectRefusal(api, () => importText(definition.replace(HOME, 'https://evil.example')), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'destinations.0.config.token',
      message: /since it was given for https:\/\/siem.example:8088/,
    });
    expect(await readStoredToken(id)).toBe(SECRET);
  });

  test('a password for Kafka goes to no other broker, also by way of no SASL', async () => {
    const config = { brokers: ['kafka-1.example:9092'], topic: 'logs', sasl: 'plain', username: 'amy' };
    const made = {
      name: 'Kafka',
      siteId: api.siteId,
      templateId: 'kafka',
      config: { ...config, password: SECRET },
    };
    const { id } = (await api.call('createSink', { body: { sink: made } })).body;
    const patch = (more: object) =>
      api.call('updateSink', {
        body: { sink: { id, config: { ...config, password: SET, ...more } } },
        headers: { 'if-match': '*' },
      });
    const message =
      /changed to kafka-1\.example:9092, kafka-2\.example:9092: enter the password again, since it was given for kafka-1\.example:9092/;
    await expectRefusal(api, () => patch({ brokers: [...config.brokers, 'kafka-2.example:9092'] }), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'sink.config.password',
      message,
    });
    const moved = { brokers: ['evil.example:9092'] };
    expect((await patch({ ...moved, sasl: 'none' })).status).toBe(200);
    expect((await patch(moved)).status).toBe(400);
    const row = await api.store.nodes.find(id);
    expect(api.service.services.sealer.open(JSON.parse(row?.config ?? '{}')).password).toBeUndefined();
  });

  test('the client secret of a provider is not kept for another issuer', async () => {
    const { sso } = (await api.call('getSso')).body;
    const { hasFallback, fixed, inForce, redirectUri, acsUrl, entityId, logout, revision, ...settings } = sso;
    const save = (change: object) => api.call('updateSso', { body: { sso: { ...settings, ...change } } });
    const first = { metadataUrl: 'https://id.example/one', clientId: 'penstock' };
    expect((await save({ ...first, clientSecret: SECRET })).status).toBe(200);
    expect((await save({ ...first, name: 'Other', clientSecret: SET })).status).toBe(200);
    const stored = async () => (await api.service.services.sso.current()).config.clientSecret;
    expect(await stored()).toBe(SECRET);
    const other = await save({ ...first, metadataUrl: 'https://id.example/two', clientSecret: SET });
    expect([other.status, other.body.details[0].field]).toEqual([400, 'sso.clientSecret']);
    const saml = { provider: 'saml', metadataUrl: 'https://saml.example/', clientSecret: SET };
    expect((await save(saml)).status).toBe(200);
    expect(await stored()).toBe('');
  });
});

describe('tests of connections are in the audit', () => {
  test('with who, what, where and what came of it', async () => {
    const config = { url: 'http://127.0.0.1:9/' };
    const sink = { siteId: api.siteId, templateId: 'http', config };
    await api.call('testSink', { body: { sink } });
    const source = { siteId: api.siteId, templateId: 'http_server', config: { port: 20_977 } };
    await api.call('testSource', { body: { source } });
    const [ofSource, ofSink] = await fetchRecords('testSink').then(async (sinks) => [
      (await fetchRecords('testSource'))[0],
      sinks[0],
    ]);
    expect(ofSink).toMatchObject({ siteId: api.siteId, userName: expect.any(String), entityName: 'HTTP' });
    expect(ofSink?.changes[0]?.after).toEqual({
      type: 'http',
      address: 'http://127.0.0.1:9',
      outcome: 'ConnectionRefused',
    });
    expect(ofSource?.changes[0]?.after).toMatchObject({ address: 'TCP port 20977, /' });
  });
});
