import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDefinition } from '../harness/many-pipelines.ts';
import { startService, type TestService, toRequest } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
  const answer = await api.call('importPipelines', {
    query: { siteId: api.siteId, dryRun: false },
    body: { definition: buildDefinition(60, 21_000) },
    headers: { 'if-match': '*' },
  });
  expect(answer.status).toBe(200);
});
afterEach(() => api.stop());

async function sendCall(
  id: Parameters<typeof toRequest>[0],
  parts: Parameters<typeof toRequest>[1],
  accept: string,
) {
  const { path, init } = toRequest(id, parts);
  const headers = new Headers(init.headers);
  headers.set('accept-encoding', accept);
  const response = await api.service.app.request(`http://127.0.0.1${path}`, { ...init, headers });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const list = () => ({ query: { siteIds: [api.siteId], 'pagination.limit': 1000 } });

test('a long list is compressed on request, with equal content [R7-33]', async () => {
  const whole = await sendCall('listPipelines', list(), 'identity');
  const small = await sendCall('listPipelines', list(), 'gzip, deflate, br');
  expect(whole.headers.get('content-encoding')).toBeNull();
  expect(small.headers.get('content-encoding')).toBe('gzip');
  expect(small.headers.get('vary')).toContain('Accept-Encoding');
  expect(small.bytes.length).toBeLessThan(whole.bytes.length / 4);
  expect(gunzipSync(small.bytes).equals(whole.bytes)).toBe(true);
});

test('a short answer is sent plain, and keeps its ETag', async () => {
  const short = await sendCall('listSites', {}, 'gzip');
  expect(short.headers.get('content-encoding')).toBeNull();
  const { body } = await api.call('listPipelines', list());
  const pipelineId = body.pipelines[0].id;
  const graph = await sendCall('getGraph', { path: { pipelineId, graphVersion: 1 } }, 'gzip');
  expect(graph.headers.get('etag')).toMatch(/^"\d+"$/);
});

test('site summaries omit empty pipelines, but answer named ids [R7-11]', async () => {
  const range = { 'timeRange.startUnixTimeSeconds': 1, 'timeRange.endUnixTimeSeconds': 3601 };
  const { body } = await api.call('listPipelines', list());
  const pipelineId = body.pipelines[0].id;
  const ofSite = await api.call('getPipelineSummaries', { query: { siteId: api.siteId, ...range } });
  expect(ofSite.body.pipelineSummaries).toEqual({});
  const query = { siteId: api.siteId, pipelineIds: [pipelineId], ...range };
  const named = await api.call('getPipelineSummaries', { query });
  expect(named.body.pipelineSummaries[pipelineId]).toMatchObject({
    percentDataOptimized: null,
    totalInputDataBytes: '0',
  });
});
