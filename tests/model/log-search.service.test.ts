import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createActor, SimulatedClock } from 'xstate';
import { ASK_AFTER_MS, type LogSearchEvent, logSearchMachine } from '../../machines/log-search/index.ts';
import { logSearchModel } from '../../machines/log-search/log-search.model.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { parseLogQuery } from '../../src/contract/log-query/index.ts';
import { buildArchivalBody, makeFileSink } from '../api/support/archives.ts';
import { makeConnections } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { makeWalks } from '../harness/walks.ts';

const START = Date.UTC(2026, 10, 21, 20) / 1000;
const LINES = ['error of the disk', 'all is well'];

let api: TestService;
beforeAll(async () => {
  api = await startService();
  const { sourceId } = await makeConnections(api);
  const root = makeTempFolder();
  const sinkId = await makeFileSink(api, undefined, { path: join(root, 'any.ndjson') });
  await api.call('enableArchival', buildArchivalBody(api, sourceId, sinkId));
  const folder = join(root, `source=${sourceId}-web/year=2026/month=11/day=21/hour=20`);
  mkdirSync(folder, { recursive: true });
  const lines = LINES.map(
    (message) =>
      `{"received":"2026-11-21T20:00:00.000000Z","source":"web","sourceId":"${sourceId}","message":"${message}"}\n`,
  );
  writeFileSync(join(folder, '20261121T205959000Z-000001-0123456789abcdef.ndjson'), lines.join(''));
});
afterAll(() => api.stop());

/** What the address asks is asked of the service; following asks the same again. */
const model = defineModel({
  ...logSearchModel,
  name: 'Log Search over HTTP',
  vocabulary: logSearchModel.vocabulary.filter(({ type }) => !/^(time|live)\./.test(type)),
});

type World = { actor: Actor<typeof logSearchMachine>; clock: SimulatedClock };
type Answer = { status: number; texts: string[]; counted: number };

const ofEvent = async ({ actor }: World, event: LogSearchEvent) => actor.send(event);
const drivers: Drivers<LogSearchEvent | SystemEvent, World> = {
  'query.typed': ofEvent,
  'address.changed': ofEvent,
  'xstate.after.debounce.logSearch.line.waiting': ({ clock }) => clock.increment(ASK_AFTER_MS),
};

const answers = new Map<string, Answer>();
/** Asked once for each query: the answer depends on nothing else. */
async function ask(query: string): Promise<Answer> {
  const known = answers.get(query);
  if (known) return known;
  const timeRange = { startUnixTimeSeconds: START, endUnixTimeSeconds: START + 3600 };
  const body = { siteId: api.siteId, query, timeRange };
  const found = await api.call('searchLogs', { body });
  let counted = await api.call('startLogCount', { body });
  expect(counted.status).toBe(found.status);
  while (counted.body.count?.state === 'RUNNING') {
    // Calls within the process let no answer of another one in.
    await setImmediate();
    counted = await api.call('getLogCount', {
      path: { siteId: api.siteId, countId: counted.body.count.id },
    });
  }
  const texts = (found.body.rows ?? []).map(({ text }: { text: string }) => text).sort();
  const answer = { status: found.status, texts, counted: Number(counted.body.count?.matchCount ?? 0) };
  answers.set(query, answer);
  return answer;
}

const expectedOf = (query: string): Answer => {
  if (parseLogQuery(query).error) return { status: 400, texts: [], counted: 0 };
  const texts = LINES.filter((line) => line.includes(query)).sort();
  return { status: 200, texts, counted: texts.length };
};

test('what each state asks is answered by rows and a count, or refused', async () => {
  await driveAll(makeWalks(model), {
    drives: Object.keys(drivers),
    create: () => {
      const clock = new SimulatedClock();
      const actor = createActor(logSearchMachine, { clock, input: { query: '', endsNow: true } }).start();
      return {
        world: { actor, clock },
        send: (event: LogSearchEvent | SystemEvent) => sendBy(drivers, { actor, clock }, event),
        read: () => ask(actor.getSnapshot().context.asked),
        dispose: () => void actor.stop(),
      };
    },
    project: ({ context }) => expectedOf(context.asked),
  });
  expect([...answers.keys()].sort()).toEqual(['', '"error', 'error'].sort());
});
