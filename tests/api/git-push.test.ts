// Slow: each test has a repository of its own, and Git runs as a process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { listRequests, type Made, merge, raise, raiseId, readRequest } from './support/change-requests.ts';
import { fetchPipeline } from './support/fixtures.ts';
import { followFrom, PIPELINE, SINK, SOURCE, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let server: GitServer;
let folder: string;
let made: Omit<Made, 'edges' | 'port'>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-push-'));
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
  (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;

/** A site that runs what is on the branch. */
const follow = async (files = WHOLE, more: Record<string, unknown> = {}) => {
  await server.push(files);
  await followFrom(api, server, more);
  expect((await sync(api)).state).toBe('IN_SYNC');
  const [row] = await listPipelines();
  const pipelineId = row?.id ?? '';
  const [{ rows: sources }, { rows: sinks }] = [
    await api.store.nodes.list({ kind: 'SOURCE', siteIds: [api.siteId] }),
    await api.store.nodes.list({ kind: 'SINK', siteIds: [api.siteId] }),
  ];
  const path = { pipelineId, graphVersion: '1' };
  const nodes: { id: string; nodeType: string }[] = Object.values(
    (await api.call('getGraph', { path })).body.graph.nodes,
  );
  made = {
    pipelineId,
    sourceId: sources[0]?.id ?? '',
    sinkId: sinks[0]?.id ?? '',
    transformId: nodes.find(({ nodeType }) => nodeType === 'TRANSFORM')?.id ?? '',
  };
};
const raiseMade = (more: Parameters<typeof raise>[2] = {}) => raiseId(api, made as Made, more);
const branchOf = (id: string) => `change-requests/${id}`;
const getOne = async (id: string) => (await listRequests(api)).find((one: { id: string }) => one.id === id);
const rebase = (pullRequestId: string, choices: object[] = []) =>
  api.call('rebaseChangeset', { path: { pullRequestId }, body: { choices } });
const withdraw = async (pullRequestId: string) => {
  await api.call('deleteChangeset', { path: { pullRequestId } });
  await sync(api);
};
const collector = {
  kind: 'SINK',
  id: 'new-1',
  revision: 0,
  name: 'collector',
  templateId: 'splunk_hec',
  config: { url: 'http://127.0.0.1:8088', token: 'hush-hush-token' },
};
const send = (connections: object[], more: object = {}) =>
  api.call('createChangeset', {
    body: { changeSet: { siteId: api.siteId, description: '' }, connections, ...more },
  });

describe('raising on a site that follows a repository [R1-32, R6-48, R7-62]', () => {
  test('pushes a branch by the person, and nothing else changes', async () => {
    await follow();
    const main = await server.readBranch('main');
    const id = await raiseMade({ comment: 'Rename the message' });
    expect(await server.listBranches()).toEqual([branchOf(id), 'main']);
    expect(await server.readBranch('main')).toBe(main);
    expect(await server.readCommit(branchOf(id))).toEqual({
      message: `Rename the message\n\nPull-Request: ${id}\n`,
      author: 'local@localhost',
      parents: [main],
    });
    expect(await server.readFile(branchOf(id), 'pipelines/web.yaml')).toContain('transform: Rename');
    expect(await server.readFile(branchOf(id), 'README.md')).toBe('Read me');
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(1);
    expect(await getOne(id)).toMatchObject({ status: 'OPEN', hasConflict: false, reason: '' });
    const { files } = await readRequest(api, id);
    expect([files[0].path, files[0].before]).toEqual(['web.yaml', PIPELINE()]);
    expect((await sync(api)).state).toBe('IN_SYNC');
  });

  test('a folder of the repository is changed alone', async () => {
    const inside = Object.fromEntries(
      Object.entries(WHOLE).map(([path, text]) => [`sites/paris/${path}`, text]),
    );
    await follow(
      { ...inside, 'sites/rome/pipelines/web.yaml': PIPELINE(), LICENSE: 'free' },
      {
        gitRepoPath: 'sites/paris',
      },
    );
    const id = await raiseMade();
    expect(await server.readFile(branchOf(id), 'sites/paris/pipelines/web.yaml')).toContain('Rename');
    expect(await server.readFile(branchOf(id), 'sites/rome/pipelines/web.yaml')).toBe(PIPELINE());
    expect(await server.readFile(branchOf(id), 'LICENSE')).toBe('free');
    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
    expect(await server.readFile('main', 'sites/paris/pipelines/web.yaml')).toContain('Rename');
  });

  test('without a token that may write, nothing is raised', async () => {
    await follow();
    server.answerWith({ status: 403 });
    const answer = await raise(api, made as Made);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringMatching(/answered 403.*Give an access token that may write to the repository/),
    ]);
    server.answerWith(undefined);
    expect(await listRequests(api)).toEqual([]);
    expect(await server.listBranches()).toEqual(['main']);
  });

  test('a branch that is refused is named, and pushed once it is taken', async () => {
    await follow();
    server.refusePush('protected branch');
    const id = await raiseMade();
    expect((await getOne(id)).reason).toMatch(/not in the repository yet: .*protected branch/);
    server.refusePush(undefined);
    await sync(api);
    expect(await getOne(id)).toMatchObject({ status: 'OPEN', reason: '' });
    expect(await server.listBranches()).toContain(branchOf(id));
  });

  test('waits for a commit that cannot be applied', async () => {
    await follow();
    await server.push({ ...WHOLE, 'pipelines/web.yaml': 'nonsense' });
    expect((await sync(api)).state).toBe('FAILED');
    const answer = await raise(api, made as Made);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringMatching(/not at the newest commit of its branch: 'pipelines\/web.yaml'/),
    ]);
  });

  test('what the branch does not have is not changed by it', async () => {
    await follow();
    await api.store.gitFollows.update(api.siteId, { entities: '[]' });
    const answer = await raise(api, made as Made);
    expect(answer.body.message).toMatch(/'web' is not on the branch that the site follows/);
  });
});

describe('merging on a site that follows a repository [R1-32, R3-59]', () => {
  test('pushes the branch, and then it runs', async () => {
    await follow();
    const [main, id] = [await server.readBranch('main'), await raiseMade()];
    const head = await server.readBranch(branchOf(id));
    expect((await merge(api, id)).body.changeset).toMatchObject({
      status: 'MERGED',
      endedBy: 'local@localhost',
    });
    await settled();
    expect(await server.readCommit('main')).toEqual({
      message: `Merge: Change 'web'\n\nPull-Request: ${id}\n`,
      author: 'local@localhost',
      parents: [main, head],
    });
    expect((await sync(api)).state).toBe('IN_SYNC');
    expect(await listPipelines()).toMatchObject([{ deployed_graph_version: 2, latest_graph_version: 2 }]);
    expect(await server.listBranches()).toEqual(['main']);
    expect((await readRequest(api, id)).files[0].graphVersion).toBe(2);
    const { auditRecords } = (await api.call('listAuditRecords', { query: {} })).body;
    const calls = auditRecords.map((one: { call: string }) => one.call);
    expect(calls.slice(1, 4)).toEqual(['mergeChangeset', 'applyCommit', 'createChangeset']);
  });

  test('squashed, it is one commit of whoever raised it', async () => {
    await follow();
    const [main, id] = [await server.readBranch('main'), await raiseMade({ comment: 'Rename' })];
    const path = { pullRequestId: id };
    const answer = await api.call('mergeChangeset', { path, body: { squash: true } });
    expect(answer.body.changeset).toMatchObject({ status: 'MERGED', endedBy: 'local@localhost' });
    const commit = await server.readCommit('main');
    expect(commit).toMatchObject({ parents: [main], author: 'local@localhost' });
    expect(commit.message).toMatch(/^Rename\n/);
    expect(await server.listBranches()).toEqual(['main']);
  });

  test('over commits of others that touch something else', async () => {
    await follow();
    const id = await raiseMade();
    await server.push({ ...WHOLE, 'destinations/more.yaml': SINK('more') });
    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
    expect(await server.readFile('main', 'destinations/more.yaml')).toBe(SINK('more'));
    expect(await server.readFile('main', 'pipelines/web.yaml')).toContain('Rename');
  });

  test('of what others changed as well is a conflict, rebased field by field', async () => {
    await follow();
    const id = await raiseMade();
    const pushed = await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') });
    expect((await merge(api, id)).body.message).toMatch(/base has moved/);
    expect((await getOne(id)).hasConflict).toBe(true);
    const { conflicts } = await readRequest(api, id);
    const choices = conflicts.map((one: { key: string; seen: number }) => ({
      ...{ pipelineId: made.pipelineId, key: one.key, seen: one.seen, take: 'theirs' },
    }));
    expect(await rebase(id, choices)).toMatchObject({ status: 200 });
    expect((await server.readCommit(branchOf(id))).parents).toEqual([pushed]);
    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
    const text = await server.readFile('main', 'pipelines/web.yaml');
    expect(text).toContain('field: body');
    expect(text).toContain('transform: Rename');
  });

  test.each([false, true])(
    'of another name writes it into what uses it, and moves no request',
    async (squash) => {
      await follow();
      const waiting = await raiseMade();
      const { name: _, ...source } = (await api.call('getSource', { path: { id: made.sourceId } })).body
        .source;
      const asked = { kind: 'SOURCE', id: made.sourceId, revision: source.revision, name: 'edge' };
      const { id } = (await send([asked])).body;
      const answer = await api.call('mergeChangeset', { path: { pullRequestId: id }, body: { squash } });
      expect(answer.body.changeset, JSON.stringify(answer.body)).toMatchObject({ status: 'MERGED' });
      await settled();
      expect(await server.readFile('main', 'sources/web.yaml')).toContain('name: edge');
      expect(await server.readFile('main', 'pipelines/web.yaml')).toContain('source: edge');
      expect(await api.store.nodes.find(made.sourceId)).toMatchObject({ name: 'edge', status: 'ACTIVE' });
      expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', drift: [] });
      expect(await getOne(waiting)).toMatchObject({ status: 'OPEN', hasConflict: false });
      const merged = await api.call('mergeChangeset', { path: { pullRequestId: waiting }, body: { squash } });
      expect(merged.body.changeset, JSON.stringify(merged.body)).toMatchObject({ status: 'MERGED' });
      const text = await server.readFile('main', 'pipelines/web.yaml');
      expect(text).toContain('source: edge');
      expect(text).toContain('transform: Rename');
      await settled();
      expect((await sync(api)).state).toBe('IN_SYNC');
    },
  );

  test('refused by the server leaves it open, with the reason', async () => {
    await follow();
    const id = await raiseMade();
    server.refusePush('protected branch hook declined');
    const answer = await merge(api, id);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringMatching(/refused the branch 'main': protected branch hook declined/),
    ]);
    expect((await getOne(id)).status).toBe('OPEN');
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(1);
  });

  test('makes and deletes, with typed secrets that no file has', async () => {
    await follow();
    const added = await send([collector]);
    expect(added, JSON.stringify(added.body)).toMatchObject({ status: 200 });
    const { id } = added.body;
    const text = await server.readFile(branchOf(id), 'destinations/collector.yaml');
    expect(text).toContain('name: collector');
    expect(text).not.toContain('hush-hush');
    const merged = await merge(api, id);
    expect(merged.body.changeset, JSON.stringify(merged.body)).toMatchObject({ status: 'MERGED' });
    const found = await api.store.nodes.findByName('SINK', api.siteId, 'collector');
    const node = await api.store.nodes.find(found?.id ?? '');
    expect(api.service.services.sealer.open(JSON.parse(node?.config ?? '{}'))).toMatchObject({
      token: 'hush-hush-token',
    });
    expect((await getOne(id)).connections).toMatchObject([{ id: node?.id, name: 'collector' }]);

    const pipelines = [
      {
        pipeline: { id: made.pipelineId, name: 'web', isDeleted: true },
        graph: { version: 1, edges: {} },
      },
    ];
    const deletion = await send([], { pipelines });
    expect(deletion, JSON.stringify(deletion.body)).toMatchObject({ status: 200 });
    expect((await merge(api, deletion.body.id)).body.changeset).toMatchObject({ status: 'MERGED' });
    await settled();
    expect(await server.readFile('main', 'pipelines/web.yaml')).toBeUndefined();
    expect(await listPipelines()).toEqual([]);
  });
});

describe('what happens to a pull request in the repository [R3-59]', () => {
  test.each([false, true])('merged there, squashed %s: it is merged here too', async (isSquashed) => {
    await follow();
    const added = await send([collector]);
    const id = await raiseMade();
    await server.merge(branchOf(id), isSquashed);
    expect((await sync(api)).state).toBe('IN_SYNC');
    expect(await getOne(id)).toMatchObject({ status: 'MERGED', endedBy: 'ann@example.org' });
    expect(await getOne(added.body.id)).toMatchObject({ status: 'OPEN' });
    expect(await listPipelines()).toMatchObject([{ deployed_graph_version: 2 }]);
    expect(await server.listBranches()).toEqual([branchOf(added.body.id), 'main']);
  });

  test('a secret goes nowhere when its file was changed on the way', async () => {
    await follow();
    const { id } = (await send([collector])).body;
    const text = (await server.readFile(branchOf(id), 'destinations/collector.yaml')) ?? '';
    await server.merge(branchOf(id));
    await server.push({ ...WHOLE, 'destinations/collector.yaml': text.replace('8088', '9999') });
    expect(await sync(api)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringMatching(/secret|token/i),
    });
    expect(await api.store.nodes.findByName('SINK', api.siteId, 'collector')).toBeUndefined();
  });

  test('withdrawn: its branch goes, unless others pushed to it', async () => {
    await follow();
    const id = await raiseMade();
    await withdraw(id);
    expect(await server.listBranches()).toEqual(['main']);
    const other = await raiseMade();
    await server.push({ ...WHOLE, NOTE: 'mine' }, { branch: branchOf(other) });
    await withdraw(other);
    expect(await server.listBranches()).toEqual([branchOf(other), 'main']);
    expect((await getOne(other)).status).toBe('CLOSED');
  });

  test('changed there: a rebase leaves what others pushed, and says so', async () => {
    await follow();
    const id = await raiseMade();
    const theirs = await server.push({ ...WHOLE, NOTE: 'mine' }, { branch: branchOf(id) });
    await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') });
    await sync(api);
    const { conflicts } = await readRequest(api, id);
    const choices = conflicts.map((one: { key: string; seen: number }) => ({
      ...{ pipelineId: made.pipelineId, key: one.key, seen: one.seen, take: 'mine' },
    }));
    expect(await rebase(id, choices)).toMatchObject({ status: 200 });
    expect(await server.readBranch(branchOf(id))).toBe(theirs);
    expect((await getOne(id)).reason).toMatch(/Someone else pushed to its branch/);
  });

  test('reverted: a new request undoes it', async () => {
    await follow();
    const id = await raiseMade();
    await merge(api, id);
    await settled();
    await sync(api);
    const answer = await api.call('revertChangeset', { path: { pullRequestId: id } });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    const merged = await merge(api, answer.body.id);
    expect(merged.body.changeset, JSON.stringify(merged.body)).toMatchObject({ status: 'MERGED' });
    expect(await server.readFile('main', 'pipelines/web.yaml')).not.toContain('Rename');
  });

  test('the copy here is lost: it is fetched again', async () => {
    await follow();
    const id = await raiseMade();
    rmSync(api.service.services.repositories.copyOf(api.siteId).gitdir, { recursive: true });
    await sync(api);
    expect((await readRequest(api, id)).files[0].after).toContain('Rename');
    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
  });

  test('the site follows another branch: it can only be withdrawn', async () => {
    await follow();
    const id = await raiseMade();
    await server.push({ 'sources/web.yaml': SOURCE(), ...WHOLE }, { branch: 'next' });
    await followFrom(api, server, { gitBranch: 'next' });
    await sync(api);
    expect((await merge(api, id)).body.message).toMatch(/repository that the site had before: withdraw it/);
    await withdraw(id);
    expect((await getOne(id)).status).toBe('CLOSED');
  });
});

describe('drift is adopted by a pull request [R1-32]', () => {
  const adopt = () =>
    api.call('createChangeset', { body: { changeSet: { siteId: api.siteId }, withDrift: true } });

  test('what was changed, made and deleted past the branch comes onto it', async () => {
    await follow({ ...WHOLE, 'destinations/spare.yaml': SINK('spare') });
    const nothing = await adopt();
    expect([nothing.status, nothing.body.message]).toEqual([409, expect.stringMatching(/nothing to adopt/)]);
    const named = await api.store.nodes.findByName('SINK', api.siteId, 'spare');
    const spare = await api.store.nodes.find(named?.id ?? '');
    if (!spare) throw new Error('no destination');
    const { id, ...rest } = spare;
    await api.store.nodes.update({ ...spare, status: 'DELETED', revision: spare.revision + 1 });
    await api.store.nodes.insert({ ...rest, id: api.service.services.ids('node'), name: 'by hand' });
    const source = await api.store.nodes.find(made.sourceId);
    if (!source) throw new Error('no source');
    await api.store.nodes.update({ ...source, description: 'By hand', revision: source.revision + 1 });
    const drift = [
      "Destination 'by hand' is not in the repository",
      "Destination 'spare' is not here",
      "Source 'web source' was changed",
    ];
    expect(await sync(api)).toMatchObject({ state: 'DRIFTED', drift });

    const answer = await adopt();
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    const { id: requestId } = answer.body;
    const request = await getOne(requestId);
    expect(request).toMatchObject({
      status: 'OPEN',
      hasConflict: false,
      description: 'Adopt what was changed past the branch',
    });
    const asked = request.connections.map(
      (one: { name: string; change: string }) => `${one.change} ${one.name}`,
    );
    expect(asked.sort()).toEqual(['create by hand', 'delete spare', 'update web source']);
    expect((await adopt()).body.message).toMatch(/requested already/);
    const path = { pullRequestId: requestId };
    const checked = await api.call('getPullRequestChecks', { path });
    expect(checked, JSON.stringify(checked.body)).toMatchObject({ status: 200 });
    const { checks } = checked.body;
    const failed = checks.filter((one: { outcome: string }) => one.outcome === 'failed');
    expect(failed).toEqual([]);
    expect((await merge(api, requestId)).body.changeset).toMatchObject({ status: 'MERGED' });
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', drift: [] });
    expect(await server.readFile('main', 'destinations/by-hand.yaml')).toContain('name: by hand');
    expect(await server.readFile('main', 'destinations/spare.yaml')).toBeUndefined();
    expect(await server.readFile('main', 'sources/web.yaml')).toContain('By hand');
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(1);
  });

  test('is refused with other changes, and where nothing is followed', async () => {
    const answer = await send([collector], { withDrift: true });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/holds nothing else/)]);
    await api.call('updateSite', { body: { site: { id: api.siteId, managedByGit: true, gitRepo: '' } } });
    expect((await adopt()).body.message).toMatch(/follows no repository/);
  });
});

test.each([false, true])('kill -9 at any step of raise, merge and revert: squashed %s', async (squash) => {
  await follow();
  const { transaction } = api.store;
  const outcomes = new Set<string>();
  const killAt = async (step: number, work: () => Promise<{ status: number }>) => {
    let left = step;
    api.store.transaction = (inside) => {
      left -= 1;
      if (left < 0) throw new Error('the process was killed');
      return transaction(inside);
    };
    const end = await work().catch(() => ({ status: 500 }));
    api.store.transaction = transaction;
    const row = await api.store.gitFollows.find(api.siteId);
    // The process that held the lease is gone.
    if (row) await api.store.gitFollows.update(api.siteId, { leased_until: 0 });
    await api.service.services.lifecycle.resume(api.siteId);
    await settled();
    await sync(api);
    return end.status === 200 && left >= 0;
  };
  let id = '';
  for (let step = 0; step < 10; step += 1) {
    const isWhole = await killAt(step, () => raise(api, made as Made));
    const open: { id: string; reason: string }[] = await listRequests(api, { statuses: 'OPEN' });
    expect(open.length).toBeLessThanOrEqual(1);
    const branches = open.map((one) => branchOf(one.id));
    expect(await server.listBranches()).toEqual([...branches, 'main']);
    outcomes.add(`raise ${open.length}`);
    id = open[0]?.id ?? '';
    if (isWhole) break;
    if (id !== '') await withdraw(id);
  }
  for (let step = 0; step < 30; step += 1) {
    const isWhole = await killAt(step, () =>
      api.call('mergeChangeset', { path: { pullRequestId: id }, body: { squash } }),
    );
    const { status } = await getOne(id);
    const text = (await server.readFile('main', 'pipelines/web.yaml')) ?? '';
    expect(text.includes('Rename')).toBe(status === 'MERGED');
    expect(await listPipelines()).toMatchObject([{ latest_graph_version: status === 'MERGED' ? 2 : 1 }]);
    outcomes.add(`merge ${status}`);
    if (isWhole || status === 'MERGED') break;
  }
  for (let step = 0; step < 10; step += 1) {
    const isWhole = await killAt(step, () => api.call('revertChangeset', { path: { pullRequestId: id } }));
    const open: { id: string }[] = await listRequests(api, { statuses: 'OPEN' });
    expect(open.length).toBeLessThanOrEqual(1);
    expect(await server.listBranches()).toEqual([...open.map((one) => branchOf(one.id)), 'main']);
    expect(await getOne(id)).toMatchObject({ status: 'MERGED' });
    outcomes.add(`revert ${open.length}`);
    if (isWhole) break;
    if (open[0]) await withdraw(open[0].id);
  }
  expect([...outcomes].sort()).toEqual([
    ...['merge MERGED', 'merge OPEN', 'raise 0', 'raise 1', 'revert 0', 'revert 1'],
  ]);
});
