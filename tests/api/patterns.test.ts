import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const tryIt = (body: Record<string, unknown>) => api.call('testPattern', { body });

describe('a pattern is tried on samples by the engine', () => {
  test('grok: fields with their values and places', async () => {
    const { body } = await tryIt({
      kind: 'grok',
      pattern: '%{IP:client} %{WORD:verb} %{NUMBER:bytes:int}',
      samples: ['10.0.0.7 GET 512', 'nothing of it'],
    });
    expect(body).toEqual({
      results: [
        {
          matched: true,
          start: 0,
          end: 16,
          groups: [
            { name: 'client', value: '10.0.0.7', start: 0, end: 8 },
            { name: 'verb', value: 'GET', start: 9, end: 12 },
            { name: 'bytes', value: '512', start: 13, end: 16 },
          ],
        },
        { matched: false, groups: [] },
      ],
    });
  });

  test('own definitions of grok are taken', async () => {
    const { body } = await tryIt({
      kind: 'grok',
      pattern: '%{PAIR:pair}',
      definitions: { PAIR: '\\w+=\\w+' },
      samples: ['a=b'],
    });
    expect(body.results).toMatchObject([{ groups: [{ name: 'pair', value: 'a=b' }] }]);
  });

  test('grok names fields by the set asked for', async () => {
    const { body } = await tryIt({
      kind: 'grok',
      pattern: '%{REDISLOG}',
      patternSet: 'ecs-v1',
      samples: ['[2257] 12 Nov 15:02:18.100 * '],
    });
    expect(body.results).toMatchObject([{ groups: [{ name: 'process.pid' }, { name: 'timestamp' }] }]);
  });

  test('pattern: named and unnamed groups; classes and escaped brackets are none', async () => {
    const { body } = await tryIt({
      kind: 'pattern',
      pattern: '\\(([a-c(]+)\\) (?<level>WARN|ERROR)(?: (x))?',
      ignoreCase: true,
      samples: ['(ab() warn'],
    });
    expect(body.results).toEqual([
      {
        matched: true,
        start: 0,
        end: 10,
        groups: [
          { name: '1', value: 'ab(', start: 1, end: 4 },
          { name: 'level', value: 'warn', start: 6, end: 10 },
        ],
      },
    ]);
  });

  test('a long sample is read too, without places of its groups', async () => {
    const { body } = await tryIt({
      kind: 'pattern',
      pattern: '(?<end>z+)$',
      samples: [`${'x'.repeat(8000)}zz`],
    });
    expect(body.results).toEqual([
      { matched: true, start: 8000, end: 8002, groups: [{ name: 'end', value: 'zz' }] },
    ]);
  });

  test.each([
    ['pattern', 'a(?=b)', /look/i],
    ['pattern', '(a', /group|closed|\)/i],
    ['grok', '%{NOSUCH:x}', /NOSUCH/],
    ['grok', '', /empty/],
  ])('%s %s: what is wrong is said, and nothing is read', async (kind, pattern, message) => {
    const { status, body } = await tryIt({ kind, pattern, samples: ['ab'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ problem: expect.stringMatching(message), results: [] });
  });

  test('a pattern made to be slow does not stop the service', async () => {
    const slow = tryIt({
      kind: 'pattern',
      pattern: '^(([a-z])+.)+[A-Z]([a-z])+$',
      samples: Array.from({ length: 20 }, () => 'a'.repeat(8192)),
    });
    const [, sites] = await Promise.all([slow, api.request('/v1/sites')]);
    expect(sites.status).toBe(200);
    const after = await tryIt({ kind: 'pattern', pattern: 'b', samples: ['abc'] });
    expect(after.body.results).toEqual([{ matched: true, start: 1, end: 2, groups: [] }]);
  });

  test.each([
    [{ samples: [] }, /samples/],
    [{ samples: ['x'.repeat(8193)] }, /samples/],
    [{ samples: Array.from({ length: 21 }, () => 'x') }, /samples/],
    [{ pattern: 'x'.repeat(4097) }, /pattern/],
    [{ kind: 'glob' }, /kind/],
  ])('a body out of its limits is refused by field: %#', async (wrong, field) => {
    const { status, body } = await tryIt({ kind: 'pattern', pattern: 'a', samples: ['a'], ...wrong });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(field);
  });
});
