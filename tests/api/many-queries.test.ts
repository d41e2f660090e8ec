// Slow: runs queries in processes of their own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/service/auth/permissions.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { buildArchivalBody, makeFileSink } from './support/archives.ts';
import { makeConnections } from './support/fixtures.ts';
import { type Answer, startService, type TestService } from './support/service.ts';

const START = Date.UTC(2026, 10, 21, 20) / 1000;
const RANGE = { startUnixTimeSeconds: START, endUnixTimeSeconds: START + 3600 };
const AT_ONCE = 200;
const PEOPLE = 20;
/** What runs and waits at most (src/service/apart/apart.ts). */
const QUERIES_TAKEN = 34;
const SEARCHES_TAKEN = 19;

let api: TestService;
let asked = 0;
/** Each call is of the next person. */
const nextPerson = (): Principal => ({
  user: {
    id: `5000000000000000${String(10 + (asked++ % PEOPLE))}`,
    name: 'Mara',
    email: 'mara@example.org',
    picture: '',
    userType: 'SSO',
    roles: [{ id: 'a', type: 'SYSTEM', name: 'Admin' }],
  },
  grants: [],
});

beforeAll(async () => {
  api = await startService({ authenticate: async () => nextPerson() });
  const { sourceId } = await makeConnections(api);
  const root = makeTempFolder();
  const sinkId = await makeFileSink(api, undefined, { path: join(root, 'any.ndjson') });
  await api.call('enableArchival', buildArchivalBody(api, sourceId, sinkId));
  const folder = join(root, `source=${sourceId}-web/year=2026/month=11/day=21/hour=20`);
  mkdirSync(folder, { recursive: true });
  const received = `${new Date(START * 1000).toISOString().slice(0, 19)}.000000Z`;
  const record = { received, source: 'web', sourceId, message: 'GET /a 500' };
  writeFileSync(
    join(folder, '20261121T205959000Z-000001-0123456789abcdef.ndjson'),
    `${JSON.stringify(record)}\n`,
  );
}, 60_000);
afterAll(() => api.stop());

/** Answers of calls at once; while they run, health and a list are asked for again and again. */
async function ask(call: () => Promise<Answer>): Promise<{ answers: Answer[]; rounds: number }> {
  let isOver = false;
  const answered = Promise.all(Array.from({ length: AT_ONCE }, call)).finally(() => {
    isOver = true;
  });
  let rounds = 0;
  while (!isOver || rounds === 0) {
    const beside = await Promise.all([
      api.request('/livez'),
      api.request('/readyz'),
      api.call('listSources', { query: { siteIds: api.siteId } }),
    ]);
    expect(beside.map(({ status }) => status)).toEqual([200, 200, 200]);
    rounds++;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { answers: await answered, rounds };
}

const refusedOf = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status !== 200);

test.each([
  [
    'queries',
    QUERIES_TAKEN,
    () => api.call('runQuery', { body: { siteId: api.siteId, query: 'select 42 as n', timeRange: RANGE } }),
    (body: Answer['body']) => expect(body.result?.rows ?? body.rows).toEqual([[42]]),
  ],
  [
    'searches',
    SEARCHES_TAKEN,
    () => api.call('searchLogs', { body: { siteId: api.siteId, query: '500', timeRange: RANGE } }),
    (body: Answer['body']) => expect(body.rows).toHaveLength(1),
  ],
] as const)(
  'two hundred %s at once: answered or refused; the rest goes on',
  async (_, taken, call, check) => {
    const { answers, rounds } = await ask(call);
    const refused = refusedOf(answers);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(taken);
    for (const { status, body } of answers) if (status === 200) check(body);
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429);
      expect(body.message).toMatch(/(waiting|running); try again in 5 s$/);
      expect(headers.get('retry-after')).toBe('5');
    }
    expect(refused.length).toBeGreaterThan(0);
    // They do not wait until all are answered.
    expect(rounds).toBeGreaterThan(2);
    expect(refusedOf([await call()])).toEqual([]);
  },
  120_000,
);
