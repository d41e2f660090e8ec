import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFollower } from '../../src/service/gitops/follow/follower.ts';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { createDescriptionBody } from './support/change-requests.ts';
import { followFrom, PIPELINE, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TURN = 5000;

let api: TestService;
let server: GitServer;
let folder: string;
let now = Date.UTC(2026, 10, 26, 8);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-away-'));
  server = await startGitServer(folder);
  const filesFolder = join(folder, 'data', 'files');
  api = await startService({ flags: ['gitOps'], filesFolder, clock: () => now });
  await server.push(WHOLE);
  await followFrom(api, server);
  expect(await sync(api)).toMatchObject({ state: 'IN_SYNC' });
});
afterEach(async () => {
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const readFollow = async () => (await api.call('getSite', { path: { siteId: api.siteId } })).body.site.follow;
const listNews = async () =>
  (await api.call('listNotifications', { query: { siteIds: [api.siteId] } })).body.notifications.filter(
    (one: { subCategory: string }) => one.subCategory === 'GIT_FAILED',
  );
const countLooks = (from: number) =>
  server.requests.slice(from).filter((one) => one.startsWith('GET') && one.includes('upload-pack')).length;

test('a repository away for a day: asked less often, told once, and nothing is lost [R1-31, R1-32]', async () => {
  const follower = createFollower(api.service.services);
  const pass = async (ms: number, step = MINUTE) => {
    for (let passed = 0; passed < ms; passed += step) {
      now += step;
      await follower.turn();
    }
  };
  const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
  const applied = (await readFollow()).appliedCommit;
  const wentAway = now;
  server.answerWith({ status: 503 });
  await pass(10 * MINUTE, TURN);
  const away = await readFollow();
  expect(away).toMatchObject({
    state: 'AWAY',
    reason: expect.stringContaining('answered 503'),
    appliedCommit: applied,
  });
  const since = Date.parse(away.since);
  expect(since - wentAway).toBeLessThanOrEqual(MINUTE + TURN);
  expect(await listNews()).toEqual([]);

  const begin = server.requests.length;
  await pass(24 * HOUR - 10 * MINUTE);
  // Once in five minutes.
  expect(countLooks(begin)).toBeGreaterThan(24 * 11);
  expect(countLooks(begin)).toBeLessThan(24 * 13);
  const [news, ...more] = await listNews();
  expect(more).toEqual([]);
  expect(news).toMatchObject({
    subCategory: 'GIT_FAILED',
    state: 'ACTIVE',
    message: expect.stringContaining('does not answer'),
  });
  expect(await readFollow()).toMatchObject({ state: 'AWAY', since: away.since, appliedCommit: applied });
  expect((await api.store.pipelines.find(row?.id ?? ''))?.status).toBe('DEPLOYED');
  // What is asked for meanwhile is refused with the reason, and nothing of it is left.
  const asked = { pipelineId: row?.id ?? '', siteId: api.siteId };
  const raised = await api.call('createChangeset', {
    body: await createDescriptionBody(api, asked, 'Meanwhile'),
  });
  expect([raised.status, raised.body.message]).toEqual([409, expect.stringContaining('answered 503')]);
  expect((await api.call('listChangesets', { query: { siteId: api.siteId } })).body.changesets).toEqual([]);

  await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'one') });
  const head = await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'two') });
  server.answerWith(undefined);
  await pass(5 * MINUTE);
  await api.service.services.lifecycle.settled();
  await pass(MINUTE);
  expect(await readFollow()).toMatchObject({ state: 'IN_SYNC', appliedCommit: head, reason: '' });
  expect((await listNews())[0].state).toBe('RESOLVED');
  expect((await api.store.pipelines.find(row?.id ?? ''))?.deployed_graph_version).toBe(2);
  await follower.stop();
});

test('a server that lets one site wait holds up no other [R1-31]', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  for (const name of ['Lyon', 'Nice'])
    await api.call('createSite', {
      body: {
        site: {
          name,
          engine: 'remote',
          ...{ managedByGit: true, gitFollowed: true, gitBranch: 'main' },
          gitRepo: `http://127.0.0.1:${port}/x.git`,
        },
      },
    });
  const head = await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'one') });
  const follower = createFollower(api.service.services);
  now += MINUTE;
  const turn = follower.turn();
  await expect.poll(async () => (await readFollow()).appliedCommit).toBe(head);
  silent.closeAllConnections();
  await turn;
  silent.close();
  await follower.stop();
});
