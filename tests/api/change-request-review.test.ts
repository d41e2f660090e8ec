import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settleRepositories } from '../../src/service/gitops/settle.ts';
import { makeKey, makePerson, makeSite } from './support/access.ts';
import {
  createMortalFiles,
  createRequestBody,
  listRequests,
  type Made,
  makeManagedPipeline,
  merge,
  raise,
  raiseId,
  readRequest,
} from './support/change-requests.ts';
import { createChain, createGraphBody, fetchPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let folder: string;
let made: Made;
let ada: { authorization: string };
const files = createMortalFiles();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-review-'));
  files.dieAfter(Number.POSITIVE_INFINITY);
  api = await startService({
    flags: ['gitOps', 'apiKeys'],
    filesFolder: join(folder, 'files'),
    gitFiles: files,
  });
  made = await makeManagedPipeline(api);
  ada = await makePerson(api, 'Ada');
});
afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const askForTwo = (needsApproval = true) =>
  api.call('updateSite', { body: { site: { id: api.siteId, needsApproval } }, headers: { 'if-match': '*' } });
const getCommit = async (id: string) => (await readRequest(api, id)).commit as string;
const approve = async (id: string, headers = {}, commit?: string) =>
  api.call('approveChangeset', {
    path: { pullRequestId: id },
    body: { commit: commit ?? (await getCommit(id)) },
    headers,
  });
const rebase = (id: string, choices: object[] = [], headers = {}) =>
  api.call('rebaseChangeset', { path: { pullRequestId: id }, body: { choices }, headers });
const repository = () => api.service.services.repositories.of(api.siteId);
const pick = (answer: Awaited<ReturnType<typeof rebase>>) => [answer.status, answer.body.message];

describe('approving [R1-32]', () => {
  test('is taken back by whoever approved, and by nobody else', async () => {
    await askForTwo();
    const id = await raiseId(api, made);
    const takeBack = (headers = {}) => api.call('withdrawApproval', { path: { pullRequestId: id }, headers });
    expect(pick(await takeBack(ada))).toEqual([409, expect.stringContaining('Nobody has approved')]);
    expect((await approve(id, ada)).body.changeset).toMatchObject({ isApprover: true });
    expect((await listRequests(api))[0]).toMatchObject({ isApprover: false });
    expect(pick(await takeBack())).toEqual([409, 'Only ada@example.org can take this approval back']);
    expect((await takeBack(ada)).body.changeset).toMatchObject({ approvedBy: '', isApprover: false });
    expect((await merge(api, id)).status).toBe(409);
    expect((await approve(id, ada)).status).toBe(200);
    expect((await merge(api, id)).status).toBe(200);
    expect((await takeBack(ada)).status).toBe(409);
  });

  test('is kept with who and when, and in the audit', async () => {
    const id = await raiseId(api, made);
    const { status, body } = await approve(id, ada);
    expect([status, body.changeset.status, body.changeset.approvedBy]).toEqual([
      200,
      'OPEN',
      'ada@example.org',
    ]);
    expect(Date.parse(body.changeset.approvedAt)).toBeGreaterThan(0);
    const [record] = (await api.call('listAuditRecords')).body.auditRecords;
    expect(record.action).toBe('Approve pull request');
    expect(pick(await approve(id))).toEqual([409, expect.stringContaining('approved already, by ada@')]);
    expect((await merge(api, id)).status).toBe(200);
    expect(pick(await approve(id))).toEqual([409, expect.stringContaining('merged already')]);
  });

  test('a site that asks for two merges nothing unapproved, and no own', async () => {
    await askForTwo();
    const id = await raiseId(api, made);
    expect((await listRequests(api))[0]).toMatchObject({ needsApproval: true, approvedBy: '', isOwn: true });
    expect((await merge(api, id)).body.message).toContain('someone else has to approve');
    expect((await merge(api, id, ada)).body.message).toContain('someone else has to approve');
    expect(pick(await approve(id))).toEqual([409, expect.stringContaining('nobody approves their own')]);
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(1);
    expect((await approve(id, ada)).status).toBe(200);
    expect((await merge(api, id)).status).toBe(200);
  });

  test('a key of the author is the author', async () => {
    await askForTwo();
    const body = await createRequestBody(api, made);
    const { id } = (await api.call('createChangeset', { body, headers: ada })).body;
    const [row] = (await api.store.apiKeys.list()).filter(({ name }) => name === 'of Ada');
    const second = await makeKey(api, { name: 'other', roleId: 'admin' });
    const other = await api.store.apiKeys.find(second.id);
    if (other && row) await api.store.apiKeys.update({ ...other, created_by: row.created_by });
    expect(pick(await approve(id, second.headers))).toEqual([409, expect.stringContaining('their own')]);
    expect((await approve(id)).status).toBe(200);
  });

  test('an own approval does not count once two are asked for', async () => {
    const id = await raiseId(api, made);
    expect((await approve(id)).status).toBe(200);
    await askForTwo();
    expect((await merge(api, id)).status).toBe(409);
    expect((await approve(id, ada)).status).toBe(200);
    expect((await merge(api, id)).status).toBe(200);
  });

  test('what was read is approved, and nothing newer', async () => {
    const id = await raiseId(api, made);
    const answer = await approve(id, ada, '0'.repeat(40));
    expect([answer.status, answer.body.code]).toEqual([412, 'STALE_VERSION']);
    expect((await listRequests(api))[0].approvedBy).toBe('');
  });
});

/** As an API key may, past pull requests: Parse gets other settings. */
async function saveDirectly(config: object) {
  const { pipelineId, sourceId, sinkId } = made;
  const { latestGraphVersion } = await fetchPipeline(api, pipelineId);
  const transform = { pipelineId, name: 'Parse', templateId: 'parse_json', config };
  const { body } = await api.call('createTransforms', { body: { transforms: [transform] }, headers: ada });
  return api.call('saveGraph', {
    body: createGraphBody(pipelineId, createChain(sourceId, body.transformIds[0], sinkId)),
    headers: { ...ada, 'if-match': `"${latestGraphVersion}"` },
  });
}

test('an earlier version is requested, and becomes the newest when merged [R1-32]', async () => {
  const { pipelineId } = made;
  await saveDirectly({ target: 'body' });
  const path = { pipelineId, graphVersion: '1' };
  const { nodes, edges, metaInfo } = (await api.call('getGraph', { path })).body.graph;
  const answer = await api.call('createChangeset', {
    body: {
      changeSet: { siteId: api.siteId, description: 'Restored v1' },
      pipelines: [{ pipeline: { id: pipelineId, name: 'web' }, graph: { version: 2, edges, metaInfo } }],
      nodes: Object.values(nodes as Record<string, Record<string, unknown>>).map(
        ({ id, nodeType, name, templateId, config }) => ({
          ...{ id, nodeType, name, templateId },
          config: nodeType === 'TRANSFORM' ? config : {},
        }),
      ),
    },
  });
  expect(answer.status).toBe(200);
  expect((await readRequest(api, answer.body.id)).files[0].after).not.toContain('target: body');
  expect((await merge(api, answer.body.id)).status).toBe(200);
  expect((await fetchPipeline(api, pipelineId)).latestGraphVersion).toBe(3);
});

describe('rebasing [R1-32]', () => {
  test('what fits together is brought onto the new base, field by field', async () => {
    await askForTwo();
    const id = await raiseId(api, made);
    const former = await getCommit(id);
    await approve(id, ada);
    expect((await saveDirectly({ target: 'body' })).status).toBe(200);
    expect((await merge(api, id)).body.message).toContain('Rebase it');
    expect((await readRequest(api, id)).conflicts).toEqual([]);
    const { status, body } = await rebase(id);
    expect([status, body.changeset]).toEqual([
      200,
      expect.objectContaining({ hasConflict: false, approvedBy: '', reason: '' }),
    ]);
    const { files: changed, commit } = await readRequest(api, id);
    expect(commit).not.toBe(former);
    expect(await repository().readBranch(`change-requests/${id}`)).toBe(commit);
    expect(changed[0].before).toContain('target: body');
    expect(changed[0].after).toMatch(/target: body[\s\S]*Rename|Rename[\s\S]*target: body/);
    expect((await approve(id, ada)).status).toBe(200);
    expect((await merge(api, id)).status).toBe(200);
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(3);
  });

  test('what both changed is chosen field by field, each choice of what was seen', async () => {
    await askForTwo();
    const body = await createRequestBody(api, made);
    const nodes = body.nodes.map((node) =>
      node.id === made.transformId ? { ...node, config: { target: 'mine' } } : node,
    );
    const id = (await api.call('createChangeset', { body: { ...body, nodes } })).body.id;
    await saveDirectly({ target: 'theirs' });
    const { conflicts } = await readRequest(api, id);
    expect(conflicts).toEqual([
      expect.objectContaining({ node: 'Parse', field: 'config.target', mine: 'mine', theirs: 'theirs' }),
    ]);
    expect(pick(await rebase(id))).toEqual([
      409,
      expect.stringContaining("Both changed 'Parse' (config.target)"),
    ]);
    const [{ pipelineId, key, seen }] = conflicts;
    await saveDirectly({ target: 'newer' });
    expect(pick(await rebase(id, [{ pipelineId, key, seen, take: 'mine' }]))).toEqual([
      409,
      expect.stringContaining('changed again in the meantime'),
    ]);
    const [now] = (await readRequest(api, id)).conflicts;
    const choice = { pipelineId, key, seen: now.seen, take: 'mine' };
    expect((await rebase(id, [choice], ada)).status).toBe(200);
    expect((await readRequest(api, id)).files[0].after).toContain('target: mine');
    // Whoever chose took part in making it.
    expect(pick(await approve(id, ada))).toEqual([409, expect.stringContaining('their own')]);
  });

  test('is refused where nothing moved, nothing remains, or nothing works', async () => {
    const id = await raiseId(api, made);
    expect(pick(await rebase(id))).toEqual([409, expect.stringContaining('has not moved')]);
    const second = await raiseId(api, made, { node: { name: 'Other' } });
    expect((await merge(api, id)).status).toBe(200);
    const both = await rebase(second);
    expect([both.status, (await readRequest(api, second)).files[0].after]).toEqual([
      200,
      expect.stringContaining('Rename'),
    ]);
  });

  test('a pipeline deleted under an open request leaves only its withdrawal', async () => {
    const id = await raiseId(api, made);
    const body = { pipelineId: made.pipelineId, action: 'DELETE', graphVersion: 0, forceDeploy: false };
    expect((await api.call('runPipelineAction', { body, headers: ada })).status).toBe(200);
    await api.service.services.lifecycle.settled();
    const [listed] = await listRequests(api);
    expect([listed.hasConflict, listed.reason]).toEqual([true, expect.stringContaining('was deleted since')]);
    expect((await readRequest(api, id)).conflicts).toEqual([]);
    expect(pick(await rebase(id))).toEqual([409, expect.stringContaining('was deleted')]);
    expect((await merge(api, id)).status).toBe(409);
    expect((await api.call('deleteChangeset', { path: { pullRequestId: id } })).status).toBe(200);
  });

  test('of two at once one rebases', async () => {
    const id = await raiseId(api, made);
    await saveDirectly({ target: 'body' });
    const answers = await Promise.all([rebase(id), rebase(id), merge(api, id)]);
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 409]);
    expect((await listRequests(api))[0].status).toMatch(/OPEN|MERGED/);
  });

  test('killed at any write it is done or not begun', async () => {
    const id = await raiseId(api, made);
    await saveDirectly({ target: 'body' });
    const former = await getCommit(id);
    for (let at = 0; ; at++) {
      files.dieAfter(at);
      const { status } = await rebase(id);
      files.dieAfter(Number.POSITIVE_INFINITY);
      await settleRepositories(api.service.services);
      const { commit, hasConflict } = await readRequest(api, id);
      expect([hasConflict, commit === former]).toEqual(status === 200 ? [false, false] : [true, true]);
      expect(await repository().readBranch(`change-requests/${id}`)).toBe(commit);
      if (status === 200) break;
    }
    expect((await merge(api, id)).status).toBe(200);
  });
});

describe('what nobody may [R1-32]', () => {
  test('people without the right neither approve, rebase nor read', async () => {
    const id = await raiseId(api, made);
    const reader = await makeKey(api, { name: 'reader', roleId: 'viewer' });
    expect((await approve(id, reader.headers)).status).toBe(403);
    expect((await rebase(id, [], reader.headers)).status).toBe(403);
    const siteId = await makeSite(api);
    const elsewhere = await makeKey(api, { name: 'elsewhere', roleId: 'admin', siteIds: [siteId] });
    for (const call of [
      'approveChangeset',
      'withdrawApproval',
      'revertChangeset',
      'rebaseChangeset',
      'mergeChangeset',
      'deleteChangeset',
    ] as const) {
      const body = { approveChangeset: { commit: 'x' }, rebaseChangeset: {} }[call as string];
      const answer = await api.call(call, { path: { pullRequestId: id }, body, headers: elsewhere.headers });
      expect([call, answer.status]).toEqual([
        call,
        expect.toSatisfy((status) => status === 403 || status === 404),
      ]);
    }
    const query = { siteId, pullRequestId: id };
    expect((await api.call('getPullRequestDetails', { query })).status).toBe(404);
  });

  test.each([
    ['--upload-pack=touch x'],
    ['line\nbreak'],
    ['back\\..\\slash'],
    ['NUL\u0000byte'],
    ['right\u202eleft'],
    ['.git'],
  ])('a pipeline named %j forges no path', async (name) => {
    const answer = await raise(api, made, { name });
    if (answer.status === 400) return;
    expect(answer.status).toBe(200);
    const { files: changed, commit } = await readRequest(api, answer.body.id);
    expect(changed[0].path).toMatch(/^[a-z0-9][a-z0-9-]*\.yaml$/);
    expect([...(await repository().listFiles(commit)).keys()]).toEqual([changed[0].path]);
  });

  test.each([['-m evil'], ['a\r\nparent 0\r\n\r\nb'], ['\u0007bell \u202e gnp'], ['x'.repeat(2000)]])(
    'a comment %j is text alone',
    async (comment) => {
      const id = await raiseId(api, made, { comment });
      const { commit, baseCommit } = await readRequest(api, id);
      expect(await repository().readCommit(commit)).toMatchObject({ parents: [baseCommit] });
      expect((await merge(api, id)).status).toBe(200);
    },
  );
});
