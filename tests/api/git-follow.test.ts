import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { act, makeDeployedPipeline } from './support/fixtures.ts';
import { followFrom, PIPELINE, SINK, SOURCE, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let server: GitServer;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-follow-'));
  server = await startGitServer(folder);
  api = await startService({ flags: ['gitOps'], filesFolder: join(folder, 'data', 'files') });
});
afterEach(async () => {
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const settled = () => api.service.services.lifecycle.settled();
const listPipelines = async () =>
  (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows
    .map((row) => `${row.name} v${row.deployed_graph_version}/${row.latest_graph_version} ${row.status}`)
    .sort();
const listNodes = async (kind: 'SOURCE' | 'SINK') =>
  (await api.store.nodes.list({ kind, siteIds: [api.siteId] })).rows.map(({ name }) => name).sort();
const follow = async (more: Record<string, unknown> = {}) => {
  const answer = await followFrom(api, server, more);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
};
const readFollow = async () => (await api.call('getSite', { path: { siteId: api.siteId } })).body.site.follow;
const listAudit = async () => (await api.call('listAuditRecords', { query: {} })).body.auditRecords;
const listNews = async () =>
  (await api.call('listNotifications', { query: { siteIds: [api.siteId] } })).body.notifications;

describe('a site that follows a branch [R1-31, R1-32]', () => {
  test('gets what is on it, running, with the commit in the audit', async () => {
    const commit = await server.push(WHOLE, { message: 'Begin\n\nwith web' });
    await follow();
    expect(await sync(api)).toMatchObject({
      state: 'IN_SYNC',
      appliedCommit: commit,
      headCommit: commit,
      author: 'Ann',
      subject: 'Begin',
      drift: [],
    });
    expect(await listPipelines()).toEqual(['web v1/1 DEPLOYED']);
    expect([await listNodes('SOURCE'), await listNodes('SINK')]).toEqual([['web source'], ['web sink']]);
    const records = await listAudit();
    const applied = records.find((one: { call: string }) => one.call === 'applyCommit');
    expect(applied).toMatchObject({
      source: 'git',
      action: 'Apply commit',
      reason: `Commit ${commit.slice(0, 8)} by Ann: Begin`,
    });
    expect(await readFollow()).toMatchObject({ state: 'IN_SYNC', appliedCommit: commit });
  });

  test('takes over a later commit, and asks for nothing while there is none', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    const asked = server.requests.filter((one) => one.startsWith('POST')).length;
    await sync(api);
    expect(server.requests.filter((one) => one.startsWith('POST'))).toHaveLength(asked);
    const commit = await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') });
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', appliedCommit: commit });
    expect(await listPipelines()).toEqual(['web v2/2 DEPLOYED']);
  });

  test('keeps a paused pipeline paused', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
    await act(api, row?.id ?? '', 'PAUSE');
    await settled();
    await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') });
    expect((await sync(api)).state).toBe('IN_SYNC');
    expect(await listPipelines()).toEqual(['web v1/2 PAUSED']);
  });

  test('deletes what a commit took away, sources once nothing uses them', async () => {
    await server.push({ ...WHOLE, 'destinations/kept.yaml': SINK('kept') });
    await follow();
    await sync(api);
    await server.push({ 'destinations/kept.yaml': SINK('kept') });
    expect((await sync(api)).state).toBe('IN_SYNC');
    expect(await listPipelines()).toEqual([]);
    expect([await listNodes('SOURCE'), await listNodes('SINK')]).toEqual([[], ['kept']]);
  });

  test('renames in place what has a new name in the same file', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    const [before] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
    await server.push({
      ...WHOLE,
      'sources/web.yaml': SOURCE('front'),
      'pipelines/web.yaml': PIPELINE('site', 'message', 'front'),
    });
    expect((await sync(api)).state).toBe('IN_SYNC');
    const [after] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
    expect([after?.id, after?.name]).toEqual([before?.id, 'site']);
    expect(await listNodes('SOURCE')).toEqual(['front']);
  });

  test('takes names like options, CRLF, and files renamed in letter case alone', async () => {
    const { 'pipelines/web.yaml': whole = '', ...others } = WHOLE;
    const odd = { ...others, 'pipelines/--upload-pack=id.yaml': PIPELINE('--upload-pack=id') };
    await server.push({ ...odd, 'pipelines/web.yaml': whole });
    await follow();
    await sync(api);
    const ids = async () =>
      (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows.map(({ id }) => id);
    const before = await ids();
    const crlf = `\uFEFF${PIPELINE().replaceAll('\n', '\r\n')}`;
    await server.push({ ...odd, 'pipelines/Web.YAML': crlf });
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', drift: [] });
    expect(await listPipelines()).toEqual(['--upload-pack=id v1/1 DEPLOYED', 'web v1/1 DEPLOYED']);
    expect(await ids()).toEqual(before);
  });

  test('deletes nothing of what it had before it followed', async () => {
    await makeDeployedPipeline(api, 'old');
    await server.push(WHOLE);
    await follow();
    const answer = await sync(api);
    expect(answer).toMatchObject({ state: 'DRIFTED', driftCount: 3 });
    expect(answer.drift).toContain("Pipeline 'old' is not in the repository");
    expect(await listPipelines()).toEqual(['old v1/1 DEPLOYED', 'web v1/1 DEPLOYED']);
  });

  test('reads below its path alone', async () => {
    const inside = Object.fromEntries(Object.entries(WHOLE).map(([path, text]) => [`sites/a/${path}`, text]));
    await server.push({ ...inside, 'pipelines/other.yaml': 'no definition' });
    await follow({ gitRepoPath: 'sites/a' });
    expect((await sync(api)).state).toBe('IN_SYNC');
    expect(await listPipelines()).toEqual(['web v1/1 DEPLOYED']);
  });
});

describe('a commit that fails [R1-32]', () => {
  test.each([
    ['is no definition', { 'pipelines/web.yaml': 'a: [' }, /'pipelines\/web.yaml'.*line 1/],
    [
      'names what is nowhere',
      { 'pipelines/web.yaml': PIPELINE('web', 'message', 'nowhere') },
      /imported\. pipelines\/web\.yaml\.graph\.0: There is no source 'nowhere'/,
    ],
    [
      'holds two things',
      { 'sources/web.yaml': SOURCE() + SINK().split('\n').slice(1).join('\n') },
      /nothing else/,
    ],
    ['gives one name twice', { 'sources/more.yaml': SOURCE() }, /both hold 'web source'/],
    ['is a link', { 'pipelines/more.yaml': { mode: '120000', text: '/etc/passwd' } }, /symbolic link/],
    ['is a submodule', { 'pipelines/more.yaml': { mode: '160000' } }, /submodule/],
    ['has control characters', { 'pipelines/a\u001b[31m\nb.yaml': '' }, /^A file in 'pipelines' has a name/],
    ['is no folder', { lookups: '' }, /^'lookups' is a file and no folder/],
    ['lies deeper', { 'pipelines/team/more.yaml': PIPELINE('more') }, /^'pipelines\/team' holds definitions/],
    ['is too long', { 'pipelines/more.yaml': '#'.repeat(1024 * 1024 + 1) }, /over 1 MiB/],
    ['unfolds', { 'pipelines/more.yaml': `a: &a [x]\n${'b: [*a,*a]\n'.repeat(3)}` }, /more.yaml/],
  ] as const)('because a file %s leaves what runs and says so', async (_what, files, reason) => {
    const first = await server.push(WHOLE);
    await follow();
    await sync(api);
    const head = await server.push({ ...WHOLE, ...files });
    const answer = await sync(api);
    expect(answer).toMatchObject({ state: 'FAILED', appliedCommit: first, headCommit: head });
    expect(answer.reason).toMatch(reason);
    expect(await listPipelines()).toEqual(['web v1/1 DEPLOYED']);
    const [news] = await listNews();
    expect(news).toMatchObject({ subCategory: 'GIT_FAILED', state: 'ACTIVE', reason: answer.reason });

    await server.push(WHOLE);
    expect((await sync(api)).state).toBe('IN_SYNC');
    expect((await listNews()).every((one: { state: string }) => one.state === 'RESOLVED')).toBe(true);
  });

  test('because a source it deletes is still named changes nothing', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    const { 'sources/web.yaml': _gone, ...rest } = WHOLE;
    await server.push(rest);
    const answer = await sync(api);
    expect(answer.reason).toContain("the pipeline 'web' still names the source 'web source'");
    expect(await listNodes('SOURCE')).toEqual(['web source']);
  });

  test('because the engine refuses leaves the version before, until it runs', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    api.engine.failNext('no');
    await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') });
    expect(await sync(api)).toMatchObject({ state: 'FAILED', reason: expect.stringContaining("'web' v2") });
    const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
    expect(row?.deployed_graph_version).toBe(1);
    await act(api, row?.id ?? '', 'DEPLOY', 2);
    await settled();
    expect((await sync(api)).state).toBe('IN_SYNC');
  });

  test('because the branch was emptied deletes nothing', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    await server.push({ 'README.md': 'nothing here' });
    expect(await sync(api)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('no definitions'),
    });
    expect(await listPipelines()).toEqual(['web v1/1 DEPLOYED']);
  });
});

describe('a branch that does not go on [R1-32]', () => {
  test('rewritten: what is on it now runs, and that is said', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    const commit = await server.push(
      { ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') },
      { parent: null },
    );
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', appliedCommit: commit, wasRewritten: true });
  });

  test('deleted: what was applied runs on', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    await server.push(WHOLE, { branch: 'other' });
    await server.deleteBranch('main');
    expect(await sync(api)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining("no branch 'main'"),
    });
    expect(await listPipelines()).toEqual(['web v1/1 DEPLOYED']);
  });

  test('away: what was applied runs on, and its return is seen', async () => {
    const commit = await server.push(WHOLE);
    await follow();
    await sync(api);
    server.answerWith({ status: 503 });
    expect(await sync(api)).toMatchObject({ state: 'AWAY', appliedCommit: commit });
    server.answerWith(undefined);
    expect((await sync(api)).state).toBe('IN_SYNC');
  });

  test('another one is followed from the start, and deletes nothing', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    await server.push({ 'destinations/kept.yaml': SINK('kept') }, { branch: 'other', parent: null });
    await follow({ gitBranch: 'other' });
    expect(await sync(api)).toMatchObject({ state: 'DRIFTED', driftCount: 3 });
    expect(await listPipelines()).toEqual(['web v1/1 DEPLOYED']);
  });
});

describe('drift [R1-32]', () => {
  test('past the branch is named, and put back on demand', async () => {
    await server.push(WHOLE);
    await follow();
    await sync(api);
    const [sink] = (await api.store.nodes.list({ kind: 'SINK', siteIds: [api.siteId] })).rows;
    if (!sink) throw new Error('no destination');
    await api.store.nodes.update({ ...sink, description: 'Changed by hand', revision: sink.revision + 1 });
    expect(await sync(api)).toMatchObject({
      state: 'DRIFTED',
      drift: ["Destination 'web sink' was changed"],
    });
    expect(await sync(api, true)).toMatchObject({ state: 'IN_SYNC', drift: [] });
    expect((await api.store.nodes.find(sink.id))?.description).toBe('');
  });
});

test('kill -9 at any step of a synchronization loses and halves nothing', async () => {
  await server.push(WHOLE);
  await follow();
  const { transaction } = api.store;
  const seen: string[] = [];
  for (let step = 1; step < 30; step += 1) {
    let left = step;
    api.store.transaction = (work) => {
      left -= 1;
      if (left < 0) throw new Error('the process was killed');
      return transaction(work);
    };
    const end = await sync(api).catch(() => undefined);
    api.store.transaction = transaction;
    // As the next start does.
    await api.service.services.lifecycle.resume(api.siteId);
    await settled();
    const row = await api.store.gitFollows.find(api.siteId);
    const pipelines = await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] });
    expect(pipelines.rows.length > 0).toBe((row?.applied_commit ?? '') !== '');
    seen.push(row?.applied_commit === '' ? 'before' : 'after');
    if (end?.state === 'IN_SYNC') break;
    // The process that held the lease is gone.
    if (row) await api.store.gitFollows.update(api.siteId, { leased_until: 0 });
  }
  expect(new Set(seen)).toEqual(new Set(['before', 'after']));
  expect((await sync(api)).state).toBe('IN_SYNC');
});

const MANY = process.env.PENSTOCK_TEST_LONG ? 1000 : 40;
test(`one commit of ${MANY} pipelines is applied whole, and runs [R1-32]`, async () => {
  const files = Object.fromEntries(
    Array.from({ length: MANY }, (_, n) => [`pipelines/web-${n}.yaml`, PIPELINE(`web ${n}`)]),
  );
  await server.push({ ...WHOLE, ...files });
  await follow();
  expect(await sync(api)).toMatchObject({ state: 'IN_SYNC' });
  const running = (await listPipelines()).filter((one) => one.endsWith(' v1/1 DEPLOYED'));
  expect(running).toHaveLength(MANY + 1);
});

test('two synchronizations at once: one is told to wait', async () => {
  await server.push(WHOLE);
  await follow();
  const path = { siteId: api.siteId };
  const answers = await Promise.all([1, 2].map(() => api.call('syncSite', { path, body: {} })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a turn whose process was killed holds the site no longer than its next start', async () => {
  await server.push(WHOLE);
  await follow();
  await sync(api);
  const { store } = api;
  await store.gitFollows.update(api.siteId, { leased_until: Date.now() + 50_000 });
  await api.service.stop();
  api = await startService({ store, flags: ['gitOps'], filesFolder: join(folder, 'data', 'files') });
  expect((await sync(api)).state).toBe('IN_SYNC');
  // By a clock that was set back far since.
  await store.gitFollows.update(api.siteId, { leased_until: Date.now() + 130_000 });
  const answer = await api.call('syncSite', { path: { siteId: api.siteId }, body: {} });
  expect(answer.status).toBe(200);
});
