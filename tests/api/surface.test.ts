import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import { openConsole } from '../../src/service/http/static.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

describe('who may ask', () => {
  const get = (headers: Record<string, string>) => api.request('/v1/sites', { headers });

  test.each<Record<string, string>>([
    { host: 'evil.example:4600' },
    { host: '127.0.0.1.evil.example' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:4601' },
    { origin: 'https://127.0.0.1:4600.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ])('a foreign request is refused: %j', async (headers) => {
    const answer = await get(headers);
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  test.each<Record<string, string>>([
    { host: 'localhost:9999' },
    { host: '[::1]:4600' },
    { host: '127.0.0.1:4600', origin: 'http://127.0.0.1:4600' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('our own request is answered: %j', async (headers) => {
    expect((await get(headers)).status).toBe(200);
  });

  test('a foreign page cannot write with a plain form either', async () => {
    const answer = await api.request('/v1/pipeline', {
      method: 'POST',
      headers: { origin: 'http://evil.example', 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
  });
});

test('API answers are uncached, with security headers', async () => {
  const { headers } = await api.request('/v1/sites');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

describe('the description of the calls', () => {
  test('is OpenAPI 3.1 with every call, its parameters and schemas', async () => {
    const { body, status } = await api.request('/v1/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    const operations = Object.entries<
      Record<string, { operationId: string; parameters: { name: string }[] }>
    >(body.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual([...CALL_IDS].sort());
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const given = operation.parameters.map((one) => one.name);
      expect(given, path).toEqual(expect.arrayContaining(named));
    }
    const save = body.paths['/v1/pipeline-graph'].put;
    expect(save.parameters.map((one: { name: string }) => one.name)).toEqual(['If-Match', 'Idempotency-Key']);
    expect(save.requestBody.content['application/json'].schema.required).toContain('edges');
  });

  test('every path parameter of the table has a schema', () => {
    for (const id of CALL_IDS) {
      const call = callDefinition(id);
      const named = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(call.pathParameters?.shape ?? {}), id).toEqual(named);
    }
  });
});

describe('probes', () => {
  test('/livez says the process answers, /readyz the state of store and engine', async () => {
    expect((await api.request('/livez')).body).toEqual({ live: true });
    expect(await api.request('/readyz')).toMatchObject({ status: 200, body: { ready: true } });
    api.engine.state = 'restarting';
    expect(await api.request('/readyz')).toMatchObject({
      status: 503,
      body: { ready: false, store: 'ok', engine: 'restarting' },
    });
  });

  test('/metrics holds requests, the engine and what components counted', async () => {
    const { pipelineId, sourceId } = await makeDeployedPipeline(api);
    const counts = { eventsIn: 7, eventsOut: 7, eventsDropped: 0, eventsCreated: 0, eventsMerged: 0 };
    const more = {
      eventsDeadLetter: 0,
      eventsBuffered: 2,
      bytesIn: 70,
      bytesOut: 70,
      bytesDropped: 0,
      bytesDeadLetter: 0,
      bytesBuffered: 0,
      rawBytes: 70,
      errors: 0,
      objectsWritten: 0,
    };
    api.engine.report({
      type: 'counters',
      bootId: 'a',
      at: Date.now(),
      pipelines: { [pipelineId]: { [sourceId]: { ...counts, ...more, lastEventAt: 1 } } },
    });
    const { body } = await api.request('/metrics');
    const labels = `{pipeline="${pipelineId}",component="${sourceId}"}`;
    expect(body).toContain(`penstock_component_events_in_total${labels} 7\n`);
    expect(body).toContain(`penstock_component_events_buffered${labels} 2\n`);
    expect(body).toContain(
      'penstock_http_requests_total{call="createPipeline",method="POST",status="200"} 1\n',
    );
    expect(body).toContain('penstock_engine_running 1\n');
  });
});

describe('secrets', () => {
  test('are never answered, kept as {set: true}, sealed, clear for engines', async () => {
    const secret = 'token';
    const config = { url: 'http://127.0.0.1:9/x', auth: 'bearer', [secret]: 'hunter2' };
    const sink = { name: 's', siteId: api.siteId, templateId: 'http', config };
    const created = await api.call('createSink', { body: { sink } });
    expect(created, JSON.stringify(created.body)).toMatchObject({ status: 200 });
    const { id } = created.body;
    const read = async () => (await api.call('getSink', { path: { id } })).body.sink.config;
    expect((await read())[secret]).toEqual({ set: true });
    const stored = await api.store.nodes.find(id);
    expect(stored?.config).not.toContain('hunter2');
    const { sealer } = api.service.services;
    const kept = await api.call('updateSink', { body: { sink: { id, config: await read() } } });
    expect(kept.status).toBe(200);
    const after = await api.store.nodes.find(id);
    expect(sealer.open(JSON.parse(after?.config ?? '{}'))[secret]).toBe('hunter2');
  });
});

describe('the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-console-'));
  const STYLE = 'body { margin: 0 }';

  beforeEach(async () => {
    await api.stop();
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><style>${STYLE}</style><title>Penstock</title>`,
    );
    writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {}');
    writeFileSync(join(folder, 'assets', 'main-1a2b.js.br'), 'compressed');
    api = await startService({ console: openConsole(folder) });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('pages are the index, uncached; assets are cached and compressed', async () => {
    for (const path of ['/', '/pipelines/317952296948890267', '/dashboard']) {
      const page = await api.request(path);
      expect(page.body, path).toContain('<title>Penstock</title>');
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
    const asset = await api.request('/assets/main-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.headers.get('content-type')).toContain('text/javascript');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    writeFileSync(join(folder, 'assets', 'other-1a2b.js'), 'export {}');
    writeFileSync(join(folder, 'assets', 'other-1a2b.js.zst'), 'compressed');
    const again = await startService({ console: openConsole(folder) });
    const other = await again.request('/assets/other-1a2b.js', {
      headers: { 'accept-encoding': 'zstd, gzip' },
    });
    expect(other.headers.get('content-encoding')).toBe('zstd');
    await again.stop();
  });

  test('an unknown file is 404, also under ../', async () => {
    for (const path of ['/assets/other.js', '/assets/..%2f..%2fetc/passwd.txt', '/.env.txt']) {
      expect((await api.request(path)).status, path).toBe(404);
    }
    expect((await api.request('/dashboard', { method: 'POST' })).status).toBe(404);
  });

  test('a rebuilt console is served at once', async () => {
    expect((await api.request('/assets/main-1a2b.js')).status).toBe(200);
    rmSync(folder, { recursive: true });
    expect((await api.request('/dashboard')).status).toBe(503);
    expect((await api.request('/assets/main-1a2b.js')).status).toBe(404);
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Penstock, newer</title>');
    writeFileSync(join(folder, 'assets', 'main-3c4d.js'), 'export {}');
    expect((await api.request('/dashboard')).body).toContain('newer');
    expect((await api.request('/assets/main-3c4d.js')).status).toBe(200);
    expect((await api.request('/assets/main-1a2b.js')).status).toBe(404);
  });

  test('the inline style of the page is allowed by its hash alone', async () => {
    const hash = createHash('sha256').update(STYLE).digest('base64');
    const policy = (await api.request('/')).headers.get('content-security-policy');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
  });

  test('links from other sites reach pages, not the API', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await api.request('/dashboard', { headers })).status).toBe(200);
    expect((await api.request('/v1/sites', { headers })).status).toBe(403);
  });
});
