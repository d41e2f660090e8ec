// Slow: each failed answer is a process that was killed, and the next one starts anew.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArchiveSearches } from '../../src/engine/port.ts';
import { buildArchivalBody, makeFileSink } from '../api/support/archives.ts';
import { makeConnections } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { makeWalks } from '../harness/walks.ts';
import { type AnswersEvent, answersModel } from './log-search-answers.ts';

const START = Date.UTC(2026, 10, 21, 20) / 1000;
const TEXT = 'error of the disk';
const FILE = '20261121T205959000Z-000001-0123456789abcdef.ndjson';

/** Apart from those for rows, so that the processes of one kind can be killed. */
const forRows = createArchiveSearches();
const forCounts = createArchiveSearches();
let api: TestService;
let damaged: string;
/** A count begins once it is let through. */
let gate = Promise.withResolvers<void>();
let isRowsKilled = false;
let isCountKilled = false;

/** Stops those that run, so that none answers before it is killed. */
function killed<T>(searches: typeof forRows, begin: () => Promise<T>): Promise<T> {
  for (const pid of searches.pids) process.kill(pid, 'SIGSTOP');
  const answer = begin();
  for (const pid of searches.pids) process.kill(pid, 'SIGKILL');
  return answer;
}

beforeAll(async () => {
  api = await startService();
  const { sourceId } = await makeConnections(api);
  const root = makeTempFolder();
  const sinkId = await makeFileSink(api, undefined, { path: join(root, 'any.ndjson') });
  await api.call('enableArchival', buildArchivalBody(api, sourceId, sinkId));
  const folder = join(root, `source=${sourceId}-web/year=2026/month=11/day=21/hour=20`);
  mkdirSync(folder, { recursive: true });
  const line = `{"received":"2026-11-21T20:00:00.000000Z","source":"web","sourceId":"${sourceId}","message":"${TEXT}"}\n`;
  writeFileSync(join(folder, FILE), line);
  damaged = join(folder, FILE.replace('000001', '000002').concat('.gz'));
  const { archiveSearches } = api.service.services;
  archiveSearches.rows = (request, control) => {
    const begin = () => forRows.rows(request, control);
    return isRowsKilled ? killed(forRows, begin) : begin();
  };
  archiveSearches.counts = async (request, control) => {
    await gate.promise;
    const begin = () => forCounts.counts(request, control);
    return isCountKilled ? killed(forCounts, begin) : begin();
  };
});
afterAll(async () => {
  await api.stop();
  forRows.stop();
  forCounts.stop();
});

type Rows = { status: number; texts: string[] } | 'not answered';
type World = { rows: Rows; countId: string; formerId: string };
type Seen = { rows: Rows; state: string; matches: string; unread: number; former: number };

const body = () => ({
  siteId: api.siteId,
  query: 'error',
  timeRange: { startUnixTimeSeconds: START, endUnixTimeSeconds: START + 3600 },
});
const getCount = (countId: string) => api.call('getLogCount', { path: { siteId: api.siteId, countId } });

async function askRows(world: World, isKilled: boolean): Promise<void> {
  isRowsKilled = isKilled;
  const { status, body: answer } = await api.call('searchLogs', { body: body() });
  world.rows = { status, texts: (answer.rows ?? []).map(({ text }: { text: string }) => text) };
}
async function ask(world: World): Promise<void> {
  isCountKilled = false;
  const former = gate;
  gate = Promise.withResolvers();
  const replaces = world.countId === '' ? {} : { replaces: world.countId };
  const asking = api.call('startLogCount', { body: { ...body(), ...replaces } });
  // One that was replaced ends, and leaves its turn.
  former.resolve();
  world.rows = 'not answered';
  world.formerId = world.countId;
  world.countId = (await asking).body.count.id;
}
async function endCount(world: World, how: 'done' | 'partly' | 'failed'): Promise<void> {
  isCountKilled = how === 'failed';
  if (how === 'partly') writeFileSync(damaged, gzipSync(`${'x'.repeat(500)}\n`).subarray(0, 20));
  gate.resolve();
  await expect
    .poll(async () => (await getCount(world.countId)).body.count.state, { timeout: 20_000 })
    .not.toBe('RUNNING');
  rmSync(damaged, { force: true });
}

const drivers: Drivers<AnswersEvent, World> = {
  'query.asked': ask,
  'rows.found': (world) => askRows(world, false),
  'rows.failed': (world) => askRows(world, true),
  'rows.retried': (world) => {
    world.rows = 'not answered';
  },
  'count.done': (world) => endCount(world, 'done'),
  'count.partly': (world) => endCount(world, 'partly'),
  'count.failed': (world) => endCount(world, 'failed'),
};

async function read({ rows, countId, formerId }: World): Promise<Seen> {
  const { count } = (await getCount(countId)).body;
  return {
    rows,
    state: count.state,
    matches: count.matchCount,
    unread: count.reading.unreadCount,
    former: formerId === '' ? 404 : (await getCount(formerId)).status,
  };
}

const ROWS: Record<string, Rows> = {
  searching: 'not answered',
  found: { status: 200, texts: [TEXT] },
  failed: { status: 422, texts: [] },
};
const COUNTS: Record<string, Omit<Seen, 'rows' | 'former'>> = {
  counting: { state: 'RUNNING', matches: '0', unread: 0 },
  done: { state: 'DONE', matches: '1', unread: 0 },
  partly: { state: 'DONE', matches: '1', unread: 1 },
  failed: { state: 'FAILED', matches: '0', unread: 0 },
};

test('every answer of rows and count over HTTP; a new question ends the former count [R9-23]', async () => {
  await driveAll(makeWalks(answersModel), {
    drives: Object.keys(drivers),
    create: async () => {
      const world: World = { rows: 'not answered', countId: '', formerId: '' };
      await ask(world);
      return {
        world,
        send: (event: AnswersEvent | { type: `xstate.${string}` }) =>
          sendBy(drivers, world, event as AnswersEvent),
        read: () => read(world),
        dispose: () => gate.resolve(),
      };
    },
    project: ({ value }) => {
      const [rows, count] = [ROWS[value.rows], COUNTS[value.count]];
      return rows && count && { rows, ...count, former: 404 };
    },
  });
});
