import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRepository } from '../../src/service/gitops/repository.ts';
import { settleRepositories } from '../../src/service/gitops/settle.ts';
import { makeKey, makeRole } from './support/access.ts';
import {
  createMortalFiles,
  createRequestBody,
  listRequests,
  type Made,
  makeManagedPipeline,
  manage,
  merge,
  raise,
  raiseId,
  readRequest,
} from './support/change-requests.ts';
import { act, createGraphBody, fetchPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let folder: string;
let made: Made;
const start = (more: Parameters<typeof startService>[0] = {}) =>
  startService({ flags: ['gitOps', 'apiKeys'], filesFolder: join(folder, 'files'), ...more });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-requests-'));
  api = await start();
  made = await makeManagedPipeline(api);
});
afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const keyWith = async (extraGrants: string[], accessTypes = ['READ', 'WRITE', 'DELETE']) => {
  const grants = ['PIPELINES', 'SOURCES', 'SINKS', 'SITES'].map((resourceType) => ({
    resourceType,
    accessTypes,
    extraGrants: resourceType === 'PIPELINES' ? extraGrants : [],
  }));
  const name = `robot ${extraGrants.join()} ${accessTypes.join()}`;
  return makeKey(api, { name, roleId: await makeRole(api, { name, grants }) });
};
const settled = () => api.service.services.lifecycle.settled();
const repository = () => api.service.services.repositories.of(api.siteId);
const readMain = async (path: string) => {
  const head = await repository().readBranch('main');
  return head === undefined ? undefined : repository().readFile(head, path);
};
const fileOf = ({ pipelineId }: Made, name = 'web') => `${name}-${pipelineId}.yaml`;

/** As an API key may, past pull requests. */
const saveDirectly = async ({ pipelineId, sourceId, sinkId }: Made) => {
  const { headers } = await keyWith([]);
  const { latestGraphVersion } = await fetchPipeline(api, pipelineId);
  const edges = { [sourceId]: { nodeIds: [sinkId] } };
  return api.call('saveGraph', {
    body: createGraphBody(pipelineId, edges),
    headers: { ...headers, 'if-match': `"${latestGraphVersion}"` },
  });
};

describe('raising a pull request [R1-31, R1-32, R6-47, R6-48, R7-61, R7-62, R7-64, R3-57, R3-58]', () => {
  test('commits the pipeline on a branch and changes nothing that is stored or runs [R3-60]', async () => {
    const before = await fetchPipeline(api, made.pipelineId);
    const id = await raiseId(api, made, { comment: 'Rename the message\n\nfor the archive' });
    expect(await fetchPipeline(api, made.pipelineId)).toEqual(before);
    const row = await api.store.changesets.find(id);
    const commit = await repository().readCommit(row?.head_commit ?? '');
    expect(commit).toMatchObject({
      parents: [row?.base_commit],
      message: `Rename the message\n\nfor the archive\n\nPull-Request: ${id}`,
    });
    const text = await repository().readFile(row?.head_commit ?? '', fileOf(made));
    expect(text).toContain('- transform: Rename');
    expect(await readMain(fileOf(made))).not.toContain('Rename');
    expect(await repository().listRequestBranches()).toEqual([id]);
  });

  test('is listed and shown with both texts', async () => {
    const id = await raiseId(api, made, { comment: 'Why' });
    const [listed] = await listRequests(api);
    expect(listed).toMatchObject({
      id,
      siteId: api.siteId,
      description: 'Why',
      status: 'OPEN',
      hasConflict: false,
      pipelines: [{ id: made.pipelineId, name: 'web', change: 'update' }],
    });
    const { files, branch } = await readRequest(api, id);
    expect([branch, files.length]).toEqual([`change-requests/${id}`, 1]);
    expect(files[0].before).not.toContain('Rename');
    expect(files[0].afterPipeline.nodes.map(({ name }: { name: string }) => name)).toContain('Rename');
    expect(await listRequests(api, { statuses: 'MERGED' })).toEqual([]);
    expect(await listRequests(api, { pullRequestIds: id })).toHaveLength(1);
  });

  test('a comment is optional, and a title of its own is given [R5-43]', async () => {
    const id = await raiseId(api, made);
    const row = await api.store.changesets.find(id);
    expect((await repository().readCommit(row?.head_commit ?? ''))?.message).toMatch(/^Change 'web'\n/);
  });

  test('bad requests say why, and leave no branch and no record', async () => {
    const body = await createRequestBody(api, made);
    const send = async (change: object) => {
      const { status, body: answer } = await api.call('createChangeset', { body: { ...body, ...change } });
      return [status, answer.message];
    };
    const [pipeline] = body.pipelines;
    const unchanged = {
      ...pipeline,
      graph: { ...pipeline?.graph, edges: made.edges },
    };
    expect(await send({ pipelines: [unchanged] })).toEqual([409, expect.stringContaining('has not changed')]);
    expect(await send({ pipelines: [pipeline, pipeline] })).toEqual([
      400,
      expect.stringContaining('each pipeline once'),
    ]);
    expect(await send({ nodes: body.nodes.slice(1) })).toEqual([
      400,
      expect.stringContaining('not among the nodes'),
    ]);
    const stale = { ...pipeline, graph: { ...pipeline?.graph, version: 0 } };
    expect(await send({ pipelines: [stale] })).toEqual([412, expect.stringContaining('saved version 1')]);
    const broken = { ...body.nodes[2], templateId: 'nothing' };
    expect((await send({ nodes: [...body.nodes.slice(0, 2), broken, body.nodes[3]] }))[0]).toBe(400);
    expect(await listRequests(api)).toEqual([]);
    expect(await repository().exists()).toBe(false);
  });

  test('sent twice it is one request', async () => {
    await raiseId(api, made);
    const again = await raise(api, made);
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('requested already')]);
    expect(await listRequests(api)).toHaveLength(1);
  });

  test('hostile names forge neither paths nor commit headers', async () => {
    const name = '../../etc <x>';
    const id = await raiseId(api, made, { name, comment: 'a\n\ntree 0000\nparent 0000' });
    const { files } = await readRequest(api, id);
    expect(files[0].path).toBe(`etc-x-${made.pipelineId}.yaml`);
    const row = await api.store.changesets.find(id);
    expect((await repository().readCommit(row?.head_commit ?? ''))?.parents).toEqual([row?.base_commit]);
  });

  test('a site without Git, or with a repository elsewhere, takes none', async () => {
    await manage(api, false);
    expect((await raise(api, made)).body.message).toContain('not managed by Git');
    const git = { managedByGit: true, gitRepo: 'git@example.org:acme/pipes.git', gitBranch: 'main' };
    await api.call('updateSite', {
      body: { site: { id: api.siteId, ...git } },
      headers: { 'if-match': '*' },
    });
    const answer = await raise(api, made);
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('acme/pipes.git')]);
  });
});

describe('merging [R1-32]', () => {
  test('saves the version, deploys it, and moves the branch', async () => {
    const id = await raiseId(api, made, { comment: 'Why' });
    const answer = await merge(api, id);
    expect([answer.status, answer.body.changeset.status]).toEqual([200, 'MERGED']);
    await settled();
    expect(await fetchPipeline(api, made.pipelineId)).toMatchObject({
      status: 'DEPLOYED',
      deployedGraphVersion: 2,
      latestGraphVersion: 2,
    });
    expect(await readMain(fileOf(made))).toContain('Rename');
    const row = await api.store.changesets.find(id);
    expect(await repository().readBranch('main')).toBe(row?.merge_commit);
    expect((await repository().readCommit(row?.merge_commit ?? ''))?.parents[1]).toBe(row?.head_commit);
    expect(await repository().listRequestBranches()).toEqual([]);
    const { auditRecords } = (await api.call('listAuditRecords')).body;
    expect(auditRecords.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'Merge pull request',
      'Raise pull request',
    ]);
    const again = await merge(api, id);
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('merged already')]);
  });

  test('a renamed pipeline takes its file along', async () => {
    const id = await raiseId(api, made, { name: 'Web logs' });
    expect((await merge(api, id)).status).toBe(200);
    expect((await fetchPipeline(api, made.pipelineId)).name).toBe('Web logs');
    expect(await readMain(fileOf(made))).toBeUndefined();
    expect(await readMain(fileOf(made, 'web-logs'))).toContain('name: Web logs');
  });

  test('a base that moved is a conflict, which says why', async () => {
    const id = await raiseId(api, made);
    expect((await saveDirectly(made)).status).toBe(200);
    const [listed] = await listRequests(api);
    expect([listed.status, listed.hasConflict]).toEqual(['OPEN', true]);
    const answer = await merge(api, id);
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('base has moved')]);
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(2);
  });

  test('of two requests for one pipeline the second is a conflict', async () => {
    const first = await raiseId(api, made);
    const second = await raiseId(api, made, { node: { name: 'Other' } });
    await merge(api, first);
    expect((await merge(api, second)).status).toBe(409);
    expect(await readMain(fileOf(made))).not.toContain('Other');
  });

  test('two merges at once make one version', async () => {
    const id = await raiseId(api, made);
    const answers = await Promise.all([merge(api, id), merge(api, id), merge(api, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(2);
  });

  test('a deployment that fails leaves the old version running and says so [R3-59]', async () => {
    const id = await raiseId(api, made);
    api.engine.failNext('Port 514 is taken');
    expect((await merge(api, id)).status).toBe(200);
    await settled();
    expect(await fetchPipeline(api, made.pipelineId)).toMatchObject({
      deployedGraphVersion: 1,
      latestGraphVersion: 2,
    });
    const [failed] = await listRequests(api);
    expect([failed.status, failed.reason]).toEqual([
      'FAILED',
      expect.stringMatching(/'web' v2 does not run: .*v1 keeps running/),
    ]);
    await act(api, made.pipelineId, 'DEPLOY', 2);
    await settled();
    expect((await listRequests(api))[0]).toMatchObject({ status: 'MERGED', reason: '' });
  });

  test('a paused pipeline gets the version and stays paused', async () => {
    await act(api, made.pipelineId, 'PAUSE');
    await settled();
    expect((await merge(api, await raiseId(api, made))).status).toBe(200);
    await settled();
    expect(await fetchPipeline(api, made.pipelineId)).toMatchObject({
      status: 'PAUSED',
      latestGraphVersion: 2,
    });
  });

  test('a pipeline under way is not merged into', async () => {
    const id = await raiseId(api, made);
    const release = api.engine.hold();
    await act(api, made.pipelineId, 'DEPLOY', 1, true);
    const answer = await merge(api, id);
    release();
    await settled();
    expect([answer.status, answer.body.code]).toEqual([409, 'ACTION_REFUSED']);
    expect((await listRequests(api))[0].status).toBe('OPEN');
  });
});

describe('rights', () => {
  test('raising needs WRITE, merging DEPLOY besides', async () => {
    const writer = await keyWith([]);
    const body = await createRequestBody(api, made);
    const raised = await api.call('createChangeset', { body, headers: writer.headers });
    expect(raised.status).toBe(200);
    const refused = await merge(api, raised.body.id, writer.headers);
    expect([refused.status, refused.body.message]).toEqual([403, 'You need DEPLOY on Pipelines']);
    const reader = await keyWith([], ['READ']);
    expect((await api.call('createChangeset', { body, headers: reader.headers })).status).toBe(403);
    expect(
      (
        await api.call('deleteChangeset', {
          path: { pullRequestId: raised.body.id },
          headers: reader.headers,
        })
      ).status,
    ).toBe(403);
    expect((await merge(api, raised.body.id, (await keyWith(['DEPLOY'])).headers)).status).toBe(200);
  });
});

describe('withdrawing [R7-63]', () => {
  test('closes an open request and removes its branch; it can be raised again', async () => {
    const id = await raiseId(api, made);
    const withdraw = () => api.call('deleteChangeset', { path: { pullRequestId: id } });
    expect((await withdraw()).status).toBe(200);
    expect((await listRequests(api))[0].status).toBe('CLOSED');
    expect((await withdraw()).body.message).toBe('This pull request is closed');
    expect((await merge(api, id)).status).toBe(409);
    await expect.poll(() => repository().listRequestBranches()).toEqual([]);
    expect((await raise(api, made)).status).toBe(200);
    expect((await readRequest(api, id)).files).toHaveLength(1);
  });
});

describe('a process killed at any write of the repository', () => {
  const files = createMortalFiles();
  const open = async () =>
    (await listRequests(api, { statuses: 'OPEN' })).map(({ id }: { id: string }) => id);
  /** Begins anew on what the killed process left. */
  const restart = async () => {
    files.dieAfter(Number.POSITIVE_INFINITY);
    await settleRepositories(api.service.services);
  };
  const withdraw = async (pullRequestId: string) => {
    await api.call('deleteChangeset', { path: { pullRequestId } });
    await api.service.services.repositories.inTurn(async () => undefined);
  };
  beforeEach(async () => {
    const { store } = api;
    await api.service.stop();
    api = await start({ store, gitFiles: files });
  });

  test('a new repository is whole or not there', async () => {
    const path = join(folder, 'new.git');
    for (let at = 0; ; at++) {
      files.dieAfter(at);
      const isMade = await openRepository(path, files)
        .create()
        .then(
          () => true,
          () => false,
        );
      files.dieAfter(Number.POSITIVE_INFINITY);
      expect(await openRepository(path, files).exists()).toBe(isMade);
      if (isMade) break;
    }
    expect(await openRepository(path, files).listRequestBranches()).toEqual([]);
  });

  test('raising leaves a whole request or none', async () => {
    await withdraw(await raiseId(api, made));
    for (let at = 0; ; at++) {
      const more = { node: { name: `Rename ${at}` } };
      files.dieAfter(at);
      const { status } = await raise(api, made, more);
      await restart();
      const left = await open();
      expect(left).toHaveLength(status === 200 ? 1 : 0);
      expect(await repository().listRequestBranches()).toEqual(left);
      if (status !== 200) continue;
      expect(at).toBeGreaterThan(4);
      expect((await readRequest(api, left[0])).files[0].after).toContain(`Rename ${at}`);
      break;
    }
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(1);
  });

  test.each([false, true])('a merge is whole or none, and deployed; squashed: %s', async (squash) => {
    const id = await raiseId(api, made);
    for (let at = 0; ; at++) {
      files.dieAfter(at);
      const { status } = await api.call('mergeChangeset', { path: { pullRequestId: id }, body: { squash } });
      await restart();
      const { latestGraphVersion } = await fetchPipeline(api, made.pipelineId);
      const isMerged = status === 200;
      expect([latestGraphVersion, await open()]).toEqual(isMerged ? [2, []] : [1, [id]]);
      expect(await repository().listRequestBranches()).toEqual(isMerged ? [] : [id]);
      expect((await readMain(fileOf(made)))?.includes('Rename')).toBe(isMerged);
      if (isMerged) break;
    }
    await settled();
    expect(await fetchPipeline(api, made.pipelineId)).toMatchObject({
      status: 'DEPLOYED',
      deployedGraphVersion: 2,
    });
    expect((await listRequests(api))[0].status).toBe('MERGED');
    const head = (await repository().readBranch('main')) ?? '';
    expect((await repository().readCommit(head))?.parents).toHaveLength(squash ? 1 : 2);
  });

  test('a revert is a whole request or none, and the merged one stays', async () => {
    const id = await raiseId(api, made);
    await merge(api, id);
    await settled();
    const main = await readMain(fileOf(made));
    for (let at = 0; ; at++) {
      files.dieAfter(at);
      // Within one second the commit would be the one that a killed attempt left, and not written again.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + at * 1000 });
      const { status, body } = await api.call('revertChangeset', { path: { pullRequestId: id } });
      vi.useRealTimers();
      await restart();
      const left = await open();
      expect(left).toEqual(status === 200 ? [body.id] : []);
      expect(await repository().listRequestBranches()).toEqual(left);
      expect((await listRequests(api)).find((one: { id: string }) => one.id === id).status).toBe('MERGED');
      expect(await readMain(fileOf(made))).toBe(main);
      if (status !== 200) continue;
      // The commit and its branch; the commit's folder of objects, named by its hash, may be there already.
      expect(at).toBeGreaterThanOrEqual(2);
      expect((await merge(api, body.id)).status).toBe(200);
      await settled();
      expect(await readMain(fileOf(made))).not.toContain('Rename');
      expect((await fetchPipeline(api, made.pipelineId)).deployedGraphVersion).toBe(3);
      break;
    }
  });
});
