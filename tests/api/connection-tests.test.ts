import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let folder: string;
const servers: Server[] = [];
beforeEach(async () => {
  api = await startService();
  folder = mkdtempSync(join(tmpdir(), 'penstock-tested-'));
});
afterEach(async () => {
  await api.stop();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(folder, { recursive: true, force: true });
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function startReceiver(status: number, text: string) {
  const got: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      got.push(body);
      response.writeHead(status).end(text);
    });
  });
  return { got, url: `http://127.0.0.1:${await listen(server)}/in` };
}

const callTestSink = (templateId: string, config: object, more: object = {}) =>
  api.call('testSink', { body: { sink: { siteId: api.siteId, templateId, config }, ...more } });
const callTestSource = (templateId: string, config: object, id?: string) =>
  api.call('testSource', { body: { source: { siteId: api.siteId, templateId, config, ...(id && { id }) } } });

describe('Test of a destination (screens 2.5)', () => {
  test('sends one marked event and shows what was answered', async () => {
    const { got, url } = await startReceiver(202, 'queued');
    const { status, body } = await callTestSink('http', { url });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      problem: null,
      answers: [{ request: `POST ${url}`, status: '202', body: 'queued' }],
    });
    expect(got).toHaveLength(1);
    expect(JSON.parse(got[0] ?? '')).toMatchObject({ penstock_test: true });
    expect(body.events.map((text: string) => JSON.parse(text).penstock_test)).toEqual([true]);
  });

  test('sends the events that were picked; text becomes the message', async () => {
    const { got, url } = await startReceiver(200, '');
    await callTestSink('http', { url, encoding: 'ndjson' }, { events: ['{"a":1}', 'a line'] });
    expect(
      got[0]
        ?.trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { a: 1, penstock_test: true },
      { message: 'a line', penstock_test: true },
    ]);
  });

  test('a refusal comes with cause, resolution and the answer', async () => {
    const { url } = await startReceiver(401, 'no token');
    const { result } = (await callTestSink('http', { url })).body;
    expect(result.problem).toMatchObject({ errorName: 'CredentialsRefused' });
    expect(result.problem.causes).not.toEqual([]);
    expect(result.problem.resolutions).not.toEqual([]);
    expect(result.answers).toMatchObject([{ status: '401', body: 'no token' }]);
  });

  test('a connection nobody answers is reported as such', async () => {
    const { result } = (await callTestSink('http', { url: 'http://127.0.0.1:9/' })).body;
    expect(result.problem.errorName).toBe('ConnectionRefused');
  });

  test.each(['http://169.254.169.254/latest', 'http://[::ffff:169.254.169.254]/'])(
    'never reaches addresses of the cloud’s own: %s',
    async (url) => {
      const { status, body } = await callTestSink('http', { url });
      expect(status === 400 || body.result.problem.errorName === 'TargetRefused').toBe(true);
    },
  );

  test('a setting that is wrong is named by its field', async () => {
    const { status, body } = await callTestSink('http', { url: 'not a url' });
    expect(status).toBe(400);
    expect(body.details.map(({ field }: { field: string }) => field)).toContain('sink.config.url');
  });

  test('a file test writes beside the real one, and leaves nothing', async () => {
    const path = join(folder, 'a', 'b', 'out.ndjson');
    const { result } = (await callTestSink('file', { path })).body;
    expect(result).toMatchObject({ problem: null });
    expect(JSON.stringify(result.findings)).toContain('Nothing');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file that is a folder is reported as such', async () => {
    const { result } = (await callTestSink('file', { path: folder })).body;
    expect(result.problem.errorName).toBe('PathIsFolder');
  });

  test('a stored secret is used without being sent again', async () => {
    const { url } = await startReceiver(200, '');
    const config = { url, auth: 'bearer', token: 'hush' };
    const sink = { name: 'Out', siteId: api.siteId, templateId: 'http', config };
    const { id } = (await api.call('createSink', { body: { sink } })).body;
    const subject = {
      siteId: api.siteId,
      templateId: 'http',
      id,
      config: { ...config, token: { set: true } },
    };
    const { status, body } = await api.call('testSink', { body: { sink: subject } });
    expect([status, body.result?.problem]).toEqual([200, null]);
    expect(JSON.stringify(body)).not.toContain('hush');
  });
});

describe('Test of a source (screens 2.3)', () => {
  test('a port that can be opened is reported, and is free again', async () => {
    const port = await listen(createTcpServer());
    await new Promise((resolve) => servers.pop()?.close(resolve));
    for (const _ of [1, 2]) {
      const { result } = (await callTestSource('http_server', { port })).body;
      expect(result).toMatchObject({ problem: null, findings: [{ label: `TCP port ${port}` }] });
    }
  });

  test('a port of another program is reported with cause and resolution', async () => {
    const port = await listen(createTcpServer());
    const { result } = (await callTestSource('tcp', { port })).body;
    expect(result.problem.errorName).toBe('PortInUse');
  });

  test('a port in use names the source that has it', async () => {
    const source = { name: 'Edge', siteId: api.siteId, templateId: 'tcp', config: { port: 20911 } };
    await api.call('createSource', { body: { source } });
    const { result } = (await callTestSource('http_server', { port: 20911 })).body;
    expect(result.problem.message).toContain("'Edge'");
  });

  test('matching files are counted, with their size in fitting units', async () => {
    for (const name of ['a.log', 'b.log', 'c.txt']) writeFileSync(join(folder, name), 'line\n');
    writeFileSync(join(folder, 'b.log'), 'x'.repeat(446_719));
    const found = (await callTestSource('file_tail', { path: join(folder, '*.log') })).body.result;
    expect(found).toMatchObject({ problem: null, findings: [{ value: '2 match, 446.72 KB' }, {}] });
    const none = (await callTestSource('file_tail', { path: join(folder, '*.gz') })).body.result;
    expect(none.findings[0].value).toMatch(/^None match/);
  });
});

test('a taken port refuses a save as a test would, before anything is touched', async () => {
  const { sourceId } = await makeDeployedPipeline(api);
  const port = await listen(createTcpServer());
  const source = (await api.call('getSource', { path: { id: sourceId } })).body.source;
  const config = { ...source.config, port };
  const { problem } = (await callTestSource(source.templateId, config, sourceId)).body.result;
  expect(problem.errorName).toBe('PortInUse');
  const orders = api.engine.deployed.length;
  const { status, body } = await api.call('updateSource', { body: { source: { id: sourceId, config } } });
  expect({ status, code: body.code, details: body.details }).toEqual({
    status: 409,
    code: 'PORT_IN_USE',
    details: [{ field: 'source.config.port', rule: 'unique', message: problem.message }],
  });
  expect(api.engine.deployed).toHaveLength(orders);
  expect((await api.call('getSource', { path: { id: sourceId } })).body.source.config.port).toBe(
    source.config.port,
  );
});
