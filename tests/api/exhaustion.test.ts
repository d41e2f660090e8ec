import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeKey } from './support/access.ts';
import { startService, type TestService } from './support/service.ts';

const MB = 1 << 20;
let api: TestService;
let headers: { authorization: string };
beforeEach(async () => {
  api = await startService();
  ({ headers } = await makeKey(api, { roleId: 'viewer' }));
});
afterEach(() => api.stop());

const readDefinition = (definition: string) =>
  api.call('readDefinition', { query: { siteId: api.siteId }, body: { definition }, headers });
const tryPattern = (more: { authorization: string }) =>
  api.call('testPattern', { body: { kind: 'pattern', pattern: 'a', samples: ['a'] }, headers: more });

describe('a key that may only read', () => {
  test.each([
    ['many small values', `[${'1,'.repeat(1_300_000)}1]`, 'keys, values and signs'],
    ['many lines', '- 1\n'.repeat(650_000), 'keys, values and signs'],
    ['deep nesting', '['.repeat(2_600_000), 'Nested deeper than 40'],
    ['deep lines', Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth)}- `).join('\n'), ''],
  ])('exhausts nothing by definitions with %s', async (_, text, why) => {
    const before = process.memoryUsage().rss;
    let most = before;
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const answers = await Promise.all(Array.from({ length: 4 }, () => readDefinition(text)));
    clearInterval(look);
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(body.message).toContain(why);
    }
    expect((most - before) / MB).toBeLessThan(600);
  });

  test('is told to wait, and keeps nobody else waiting', async () => {
    const other = await makeKey(api, { name: 'other', roleId: 'viewer' });
    const text = `[${'1,'.repeat(40_000)}1]`;
    let pending = 20;
    const flood = Array.from({ length: pending }, () => readDefinition(text).finally(() => pending--));
    const others = await tryPattern(other.headers);
    expect([others.status, others.body.results]).toMatchObject([200, [{ matched: true }]]);
    expect(pending).toBeGreaterThan(3);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(12);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    expect(refused[0]?.body.message).toContain('of your previews, tests, reads and searches are running');
    expect((await tryPattern(headers)).status).toBe(200);
  });

  test('is not refused for trials that it gave up while typing', async () => {
    const type = (signal?: AbortSignal) =>
      api.request('/v1/pattern/test', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ kind: 'grok', pattern: '%{WORD:a}', samples: ['a'] }),
        ...(signal ? { signal } : {}),
      });
    const before = readDefinition(`[${'1,'.repeat(200_000)}1]`);
    for (let letters = 0; letters < 30; letters += 1) {
      const typed = new AbortController();
      void type(typed.signal).catch(() => {});
      // Its body is read by then.
      await new Promise((done) => setTimeout(done, 20));
      typed.abort();
    }
    expect((await type()).status).toBe(200);
    await before;
  });

  test('breaks nothing by JSON that is nested deeply', async () => {
    const send = (path: string, body: string) =>
      api.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const graph = (config: string) =>
      `{"siteId":"${api.siteId}","events":["a"],"graph":{"nodes":{"a":{"nodeType":"TRANSFORM","name":"a","templateId":"set-fields","config":{"fields":${config}}}},"edges":{}}}`;
    for (const depth of [5000, 1_000_000]) {
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      for (const [path, body] of [
        ['/v1/pipeline/preview', graph(deep)],
        ['/v1/pipeline', `{"pipeline":{"name":${deep}}}`],
        [
          '/v1/source',
          `{"source":{"name":"a","siteId":"${api.siteId}","templateId":"tcp","config":{"port":${deep}}}}`,
        ],
        [
          '/v1/source',
          `{"source":{"name":"a","siteId":"${api.siteId}","templateId":"tcp","config":${deep}}}`,
        ],
      ] as const)
        expect((await send(path, body)).status, `${path} ${depth}`).toBe(400);
    }
  });
});
