// Slow: starts PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Store } from '../../src/service/store/index.ts';
import { eventually } from '../harness/eventually.ts';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import {
  createDescriptionBody,
  listRequests,
  makeManagedPipeline,
  merge,
  raiseId,
} from './support/change-requests.ts';
import { fetchPipeline } from './support/fixtures.ts';
import { followFrom, PIPELINE, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';
import { type Place, postgres } from './support/store-places.ts';

let place: Place;
let folder: string;
let stores: Store[];
let one: TestService;
let other: TestService;
let now: () => number;
beforeEach(async () => {
  now = Date.now;
  folder = mkdtempSync(join(tmpdir(), 'penstock-two-'));
  place = await postgres();
  stores = [await place.open(), await place.open()];
  const start = (at: number) =>
    startService({
      ...{ store: stores[at], flags: ['gitOps'], clock: () => now() },
      filesFolder: join(folder, `data-${at}`, 'files'),
    });
  one = await start(0);
  other = await start(1);
}, 120_000);
afterEach(async () => {
  await other.stop();
  await one.stop();
  for (const store of stores) await store.close();
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});
const settled = async () => {
  for (const { service } of [one, other]) await service.services.lifecycle.settled();
};

const ask = ({ call, siteId }: TestService) =>
  call('syncSite', { path: { siteId }, body: { putBack: false } });

test('two services on one PostgreSQL: a commit is applied once, a request merged once [R1-32]', async () => {
  const server: GitServer = await startGitServer(folder);
  await server.push(WHOLE);
  await followFrom(one, server);
  await sync(one);
  await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') });
  // One is told that it is followed already, or finds it done.
  const statuses = (await Promise.all([ask(one), ask(other)])).map(({ status }) => status);
  expect(statuses).toContain(200);
  await settled();
  expect((await sync(other)).state).toBe('IN_SYNC');
  const [row] = (await one.store.pipelines.list({ siteIds: [one.siteId], types: ['USER'] })).rows;
  expect(row).toMatchObject({ latest_graph_version: 2 });

  const pipelineId = row?.id ?? '';
  const body = await createDescriptionBody(one, { pipelineId, siteId: one.siteId }, 'By two');
  const raised = await one.call('createChangeset', { body });
  expect(raised.status, JSON.stringify(raised.body)).toBe(200);
  await sync(other);
  const answers = await Promise.all([merge(other, raised.body.id), merge(one, raised.body.id)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  await settled();
  await sync(one);
  expect((await listRequests(other))[0].status).toBe('MERGED');
  expect((await fetchPipeline(one, pipelineId)).description).toBe('By two');
  expect(await server.readFile('main', 'pipelines/web.yaml')).toContain('By two');
  await server.stop();
}, 120_000);

test('two services on one PostgreSQL: only who keeps the repository merges what lies in it', async () => {
  const made = await makeManagedPipeline(one);
  const id = await raiseId(one, made);
  const refused = await merge(other, id);
  expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining('another service')]);
  expect((await listRequests(other))[0]).toMatchObject({ id, status: 'OPEN' });
  const answers = await Promise.all([merge(one, id), merge(one, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await settled();
  expect((await fetchPipeline(other, made.pipelineId)).deployedGraphVersion).toBe(2);
}, 120_000);

test('two services on one PostgreSQL: a slow turn keeps its lease, a dead one loses [R1-32]', async () => {
  const server: GitServer = await startGitServer(folder);
  const push = (field: string) => server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', field) });
  const follow = async () => one.store.gitFollows.find(one.siteId);
  const version = async () =>
    (await one.store.pipelines.list({ siteIds: [one.siteId], types: ['USER'] })).rows[0]
      ?.latest_graph_version;
  await server.push(WHOLE);
  await followFrom(one, server);
  await sync(one);
  let at = Date.now() + 60_000;
  now = () => at;
  const isTaken = () =>
    eventually(async () => expect((await follow())?.leased_until).toBeGreaterThanOrEqual(at + 60_000));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await push('slow');
    const releaseSlow = server.holdNextFetch();
    const slow = ask(one);
    await isTaken();
    for (let quarters = 0; quarters < 6; quarters += 1) {
      at += 15_000;
      await vi.advanceTimersByTimeAsync(15_000);
      await isTaken();
    }
    expect((await ask(other)).status).toBe(409);
    releaseSlow();
    expect((await slow).status).toBe(200);
    await settled();
    expect(await version()).toBe(2);

    // Renewed by nothing, as when its process was killed or stopped.
    at += 1000;
    await push('older');
    const releaseDead = server.holdNextFetch();
    const dead = ask(one);
    await isTaken();
    const newest = await push('newer');
    at += 59_000;
    expect((await ask(other)).status).toBe(409);
    at += 2000;
    expect(await sync(other)).toMatchObject({ state: 'IN_SYNC' });
    expect(await version()).toBe(3);
    releaseDead();
    expect((await dead).status).toBe(409);
    await settled();
    expect(await version()).toBe(3);
    expect(await follow()).toMatchObject({ applied_commit: newest, state: 'IN_SYNC', leased_until: 0 });
  } finally {
    vi.useRealTimers();
  }
  await server.stop();
}, 120_000);
