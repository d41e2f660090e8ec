import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findApi, readProviderAddress } from '../../src/service/gitops/providers/open.ts';
import { type FakeProvider, startProvider } from '../harness/git-provider.ts';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { createDescriptionBody } from './support/change-requests.ts';
import { followFrom, PIPELINE, sync as syncOnce, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

const TOKEN = 'a-secret-token-of-the-provider';
const MINUTE = 60_000;

let api: TestService;
let server: GitServer;
let provider: FakeProvider;
let folder: string;
let now = Date.now();
const logged: string[] = [];

/** The service may be following it just now. */
const sync = async () => {
  for (;;) {
    const done = await syncOnce(api).catch((error: Error) => error);
    if (!(done instanceof Error)) return done;
    if (!done.message.includes('being synchronized already')) throw done;
  }
};
const raise = async (description = 'Reads the text\n\nIt is in another field.') => {
  const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
  const asked = { pipelineId: row?.id ?? '', siteId: api.siteId };
  const answer = await api.call('createChangeset', {
    body: await createDescriptionBody(api, asked, description),
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.id as string;
};
const readOne = async (id: string) => {
  const query = { siteId: api.siteId, pullRequestIds: [id] };
  return (await api.call('listChangesets', { query })).body.changesets[0];
};

describe.each(['GITHUB', 'GITLAB', 'GITEA'] as const)('a site with pull requests at %s', (kind) => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'penstock-provider-'));
    server = await startGitServer(folder);
    provider = await startProvider(kind, TOKEN);
    api = await startService({
      ...{ flags: ['gitOps', 'apiKeys'], filesFolder: join(folder, 'data', 'files'), clock: () => now },
      logTo: (line) => logged.push(line),
    });
    await server.push(WHOLE);
    await followFrom(api, server, { gitProvider: kind, gitApi: provider.url, gitToken: TOKEN });
    expect(await sync()).toMatchObject({ state: 'IN_SYNC' });
  });
  afterEach(async () => {
    await api.stop();
    await server.stop();
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('opens one there once, and links to it [R1-32, R3-59]', async () => {
    const id = await raise();
    expect(provider.pulls).toEqual([
      expect.objectContaining({
        ...{ branch: `change-requests/${id}`, base: 'main', title: 'Reads the text', state: 'open' },
        text: expect.stringContaining('It is in another field.'),
      }),
    ]);
    expect(await readOne(id)).toMatchObject({
      url: expect.stringMatching(/^https:\/\/.*\/1$/),
      atProvider: { provider: kind, number: 1, state: 'open' },
    });
    // As when the service was killed before it noted the number.
    await api.store.changesets.update(id, { provider_request: '' });
    now += MINUTE;
    await sync();
    expect(provider.pulls).toHaveLength(1);
    expect((await readOne(id)).atProvider.number).toBe(1);
  });

  test('takes none of a fork or into another branch for its own [R1-32]', async () => {
    const id = await raise();
    const [own] = provider.pulls;
    if (!own) throw new Error('none was opened');
    provider.pulls.unshift({ ...own, number: 8, isForked: true }, { ...own, number: 9, base: 'other' });
    await api.store.changesets.update(id, { provider_request: '' });
    now += MINUTE;
    await sync();
    expect(provider.pulls).toHaveLength(3);
    expect((await readOne(id)).atProvider.number).toBe(own.number);
  });

  test('opens one whose title is longer than the provider allows [R1-32]', async () => {
    const line = 'x'.repeat(300);
    const id = await raise(`${line}\n\nMore`);
    expect(await readOne(id)).toMatchObject({ reason: '', atProvider: { number: 1 } });
    expect(provider.pulls).toEqual([
      expect.objectContaining({
        title: `${'x'.repeat(254)}…`,
        text: expect.stringContaining(`${line}\n\nMore`),
      }),
    ]);
  });

  test('sees comments, and a merge that was made there [R1-32]', async () => {
    const id = await raise();
    const [pull] = provider.pulls;
    if (pull) pull.comments = 3;
    now += MINUTE;
    await sync();
    expect((await readOne(id)).atProvider.comments).toBe(kind === 'GITHUB' ? 4 : 3);
    await server.merge(`change-requests/${id}`);
    if (pull) pull.state = 'merged';
    now += MINUTE;
    await sync();
    expect(await readOne(id)).toMatchObject({ status: 'MERGED', atProvider: { state: 'merged' } });
  });

  test('one that was closed there is withdrawn here [R1-32]', async () => {
    const id = await raise();
    const [pull] = provider.pulls;
    if (pull) pull.state = 'closed';
    now += MINUTE;
    await sync();
    expect(await readOne(id)).toMatchObject({ status: 'CLOSED', atProvider: { state: 'closed' } });
    now += MINUTE;
    await sync();
    expect(await server.listBranches()).toEqual(['main']);
  });

  test('one that was withdrawn here is closed there [R1-32]', async () => {
    const id = await raise();
    await api.call('deleteChangeset', { path: { pullRequestId: id } });
    await sync();
    expect(provider.pulls.map(({ state }) => state)).toEqual(['closed']);
    expect((await readOne(id)).atProvider.state).toBe('closed');
  });

  test.each([false, true])('one that was merged here ends there, squashed: %s [R1-32]', async (squash) => {
    const id = await raise();
    const [pull] = provider.pulls;
    const path = { pullRequestId: id };
    const answer = await api.call('mergeChangeset', { path, body: { squash } });
    expect(answer.body.changeset, JSON.stringify(answer.body)).toMatchObject({ status: 'MERGED' });
    // What a push merges these see by themselves; nothing is closed before they had time to.
    if (kind !== 'GITEA') expect(pull?.state).toBe('open');
    if (kind !== 'GITEA' && !squash && pull) pull.state = 'merged';
    now += 2 * MINUTE;
    await sync();
    const ended = kind === 'GITEA' || !squash ? 'merged' : 'closed';
    expect(pull?.state).toBe(ended);
    expect(await readOne(id)).toMatchObject({ status: 'MERGED', atProvider: { state: ended } });
    expect(provider.pulls).toHaveLength(1);
  });

  test('commits that run and that fail get a status, each once [R1-31]', async () => {
    const head = (await server.readBranch('main')) ?? '';
    expect(provider.statuses).toEqual([
      { commit: head, state: 'success', context: 'penstock/Local', text: "Runs on site 'Local'" },
    ]);
    const broken = await server.push({ ...WHOLE, 'pipelines/web.yaml': 'nothing' });
    await sync();
    await sync();
    expect(provider.statuses.slice(1)).toEqual([
      expect.objectContaining({
        ...{ commit: broken, state: kind === 'GITLAB' ? 'failed' : 'failure' },
        text: expect.stringContaining('pipelines/web.yaml'),
      }),
    ]);
    const next = await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'text') });
    await sync();
    expect(provider.statuses.slice(2)).toEqual([expect.objectContaining({ commit: next, state: 'success' })]);
  });

  test('a branch that it learns of late is asked for again [R1-32]', async () => {
    provider.late.opens = 2;
    expect(await readOne(await raise())).toMatchObject({ reason: '', atProvider: { number: 1 } });
    expect(provider.pulls).toHaveLength(1);
  });

  test('a branch that it never knows stands on the request [R1-32]', async () => {
    provider.late.opens = 50;
    expect((await readOne(await raise())).reason).toMatch(
      /answered 4\d\d: .*It is asked again within a minute; if this stays, give an access token that may open pull requests/,
    );
  });

  test('a commit status that it refuses stands on the site until it is taken [R1-31]', async () => {
    provider.access.reports = false;
    const commit = await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'text') });
    const statusProblem = expect.stringMatching(/403: insufficient_scope\. Give an access token that may/);
    expect(await sync()).toMatchObject({ state: 'IN_SYNC', appliedCommit: commit, statusProblem });
    expect(await sync()).toMatchObject({ statusProblem });
    const { site } = (await api.call('getSite', { path: { siteId: api.siteId } })).body;
    expect(site.follow).toMatchObject({ state: 'IN_SYNC', statusProblem });
    provider.access.reports = true;
    expect(await sync()).toMatchObject({ state: 'IN_SYNC', statusProblem: '' });
    expect(provider.statuses.at(-1)).toMatchObject({ commit, state: 'success' });
  });

  test('what it refuses stands on the request, and is tried again', async () => {
    provider.answerWith({ status: 403, body: { message: 'Resource not accessible by token' } });
    const id = await raise();
    expect(await readOne(id)).toMatchObject({
      status: 'OPEN',
      reason: expect.stringMatching(/403: Resource not accessible by token.*may open pull requests/),
    });
    provider.answerWith({ status: 200, body: { unexpected: true } });
    now += MINUTE;
    await sync();
    expect((await readOne(id)).reason).toContain('something else than its API describes');
    provider.answerWith(undefined);
    now += MINUTE;
    await sync();
    expect(await readOne(id)).toMatchObject({ reason: '', atProvider: { number: 1 } });
  });

  test('is asked by a test of the connection for what pull requests lack [R1-31]', async () => {
    const path = { siteId: api.siteId };
    const tryIt = async () => (await api.call('testSiteRepository', { path, body: {} })).body;
    expect(await tryIt()).toMatchObject({ isReached: true, missing: [] });
    expect([provider.pulls, provider.statuses.length]).toEqual([[], 1]);
    Object.assign(provider.access, { push: false, opens: false, reports: false, isArchived: true });
    provider.access.hasRequests = kind === 'GITHUB';
    const { isReached, missing } = await tryIt();
    expect(isReached).toBe(true);
    expect(missing.map(({ message }: { message: string }) => message)).toEqual([
      'team/pipelines is archived: nothing can be changed in it',
      ...(kind === 'GITHUB' ? [] : ['Pull requests are switched off for team/pipelines']),
      'Whoever the access token is of may not write to team/pipelines',
      expect.stringMatching(/^The access token may not open pull requests at team\/pipelines \(.*403/),
      expect.stringMatching(/^The access token may not set commit statuses at team\/pipelines \(.*403/),
    ]);
    provider.answerWith({ status: 404, body: { message: 'Not Found' } });
    expect((await tryIt()).missing).toEqual([
      {
        message: expect.stringMatching(/answered 404: Not Found$/),
        advice: 'Give an access token that may read the repository, or correct its URL',
      },
    ]);
    expect(JSON.stringify(await tryIt())).not.toContain(TOKEN);
  });

  test('its token goes to no other server, and is in no answer or log', async () => {
    const other = await followFrom(api, server, { gitApi: 'https://other.example.org/api' });
    expect([other.status, other.body.details?.[0]?.rule]).toEqual([400, 'secret_bound']);
    const site = (await api.call('getSite', { path: { siteId: api.siteId } })).body;
    for (const text of [JSON.stringify(site), ...logged]) expect(text).not.toContain(TOKEN);
  });
});

test('a test of the connection says that no token is given, or may not push [R1-31]', async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-provider-'));
  server = await startGitServer(folder);
  api = await startService({ flags: ['gitOps'], filesFolder: join(folder, 'data', 'files') });
  await server.push(WHOLE);
  await followFrom(api, server, { gitProvider: 'GITEA' });
  server.refuseWriters(403);
  const answer = await api.call('testSiteRepository', { path: { siteId: api.siteId }, body: {} });
  expect(answer.body).toMatchObject({
    isReached: true,
    missing: [
      { advice: 'Give an access token that may write to the repository' },
      { message: expect.stringContaining('without an access token') },
    ],
  });
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('where the API of a provider is', () => {
  test.each([
    ['GITHUB', 'https://github.com/team/a.git', 'https://api.github.com'],
    ['GITHUB', 'git@github.com:team/a.git', 'https://api.github.com'],
    ['GITHUB', 'https://git.example.org/team/a.git', 'https://git.example.org/api/v3'],
    ['GITLAB', 'git@gitlab.com:group/sub/a.git', 'https://gitlab.com/api/v4'],
    ['GITEA', 'ssh://git@git.example.org:2222/team/a.git', 'https://git.example.org/api/v1'],
    ['GITEA', 'http://127.0.0.1:3000/team/a.git', 'http://127.0.0.1:3000/api/v1'],
  ] as const)('%s %s: %s', (kind, repo, api) => {
    expect(findApi(kind, repo)).toBe(api);
  });
  test.each([
    ['GITHUB', '', 'git@github.com:team/a.git', 'team/a'],
    ['GITLAB', '', 'https://gitlab.com/group/sub/a.git', 'group%2Fsub%2Fa'],
    ['GITEA', 'https://example.org/git/api/v1/', 'https://example.org/git/team/a.git', 'team/a'],
    ['GITHUB', '', 'https://github.com/a.git', undefined],
    ['GITHUB', '', 'https://github.com/a/b/c.git', undefined],
  ] as const)('the repository of %s %s %s is %s', (kind, api, repo, project) => {
    expect(readProviderAddress({ kind, api }, repo, 'x')?.project).toBe(project);
  });
});
