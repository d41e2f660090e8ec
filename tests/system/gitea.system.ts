import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDescriptionBody } from '../api/support/change-requests.ts';
import { followFrom, PIPELINE, sync as syncOnce, WHOLE } from '../api/support/followed.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { findProgram } from '../harness/programs.ts';
import { buildGitea, GITEA, Gitea } from './gitea.ts';

const MISSING = ['go', 'git'].filter((name) => findProgram(name) === null);
const MINUTE = 60_000;
const SECRET = 'a secret of the webhook';

let folder: string;
let gitea: Gitea;
let api: TestService;
let token = '';
let pipelineId = '';
let now = Date.now();

const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...parameters], {
    cwd: join(folder, 'work'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** What people push to the branch, past Penstock. */
function push(files: Readonly<Record<string, unknown>>, message: string): string {
  git('pull', '-q', gitea.pushUrl, 'main');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, 'work', path), String(text));
  git('add', '-A');
  git('commit', '-qm', message);
  git('push', '-q', gitea.pushUrl, 'HEAD:main');
  return git('rev-parse', 'HEAD');
}
const sync = () => {
  now += MINUTE;
  return syncOnce(api);
};
let raised = 0;
const raise = async (): Promise<{ id: string; number: number; text: string }> => {
  raised += 1;
  const text = `Reads it otherwise ${raised}`;
  const body = await createDescriptionBody(api, { pipelineId, siteId: api.siteId }, text);
  const answer = await api.call('createChangeset', { body });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  const { reason, atProvider } = await readOne(answer.body.id);
  expect([reason, atProvider]).toEqual([
    '',
    { provider: 'GITEA', number: expect.any(Number), state: 'open', comments: 0 },
  ]);
  return { id: answer.body.id, number: atProvider.number, text };
};
const readOne = async (id: string) =>
  (await api.call('listChangesets', { query: { siteId: api.siteId, pullRequestIds: [id] } })).body
    .changesets[0];
const readPull = (number: number) => gitea.askRepository('GET', `/pulls/${number}`);
const readDescription = async () => (await api.store.pipelines.find(pipelineId))?.description;
const listBranches = async () =>
  (await gitea.askRepository('GET', '/branches')).map(({ name }: { name: string }) => name).sort();
/** Gitea looks whether a pull request can be merged a moment after it was opened. */
const mergeThere = async (number: number, way: 'merge' | 'squash' | 'rebase') => {
  await expect.poll(async () => (await readPull(number)).mergeable, { timeout: 60_000 }).toBe(true);
  const merge = () => gitea.askRepository('POST', `/pulls/${number}/merge`, { Do: way });
  await expect.poll(() => merge().then(() => 'merged', String), { timeout: 60_000 }).toBe('merged');
};
const testConnection = async () =>
  (await api.call('testSiteRepository', { path: { siteId: api.siteId }, body: {} })).body;
const followWith = (more: Record<string, unknown>) =>
  followFrom(api, { url: `${gitea.url}/ann/pipelines.git` }, { gitProvider: 'GITEA', ...more });

beforeAll(async () => {
  if (MISSING.length > 0) return;
  buildGitea();
  folder = mkdtempSync(join(tmpdir(), 'penstock-gitea-'));
  gitea = new Gitea(join(folder, 'gitea'));
  await gitea.start();
  gitea.addPerson('penstock');
  await gitea.askRepository('PUT', '/collaborators/penstock', { permission: 'write' });
  token = gitea.makeToken('penstock', 'write:repository,write:issue');
  execFileSync('git', ['init', '-q', '-b', 'main', join(folder, 'work')]);
  for (const [path, text] of Object.entries(WHOLE)) {
    mkdirSync(join(folder, 'work', dirname(path)), { recursive: true });
    writeFileSync(join(folder, 'work', path), String(text));
  }
  git('add', '-A');
  git('commit', '-qm', 'Begin');
  git('push', '-q', gitea.pushUrl, 'HEAD:main');
  const filesFolder = join(folder, 'data', 'files');
  api = await startService({ flags: ['gitOps', 'apiKeys'], filesFolder, clock: () => now });
  await followWith({ gitToken: token });
  // A clock that moves on now would end the lease of the turn that begins with the site.
  expect(await syncOnce(api)).toMatchObject({
    ...{ state: 'IN_SYNC', reason: '' },
    ...{ subject: 'Begin', author: 'Ann' },
  });
  const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
  pipelineId = row?.id ?? '';
}, 3_600_000);
afterAll(async () => {
  await api?.stop();
  await gitea?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});
beforeEach((context) => {
  if (MISSING.length > 0) context.skip(`${MISSING.join(' and ')} is missing, so Gitea cannot be built`);
});

describe(`a site that follows a repository at ${GITEA} [R1-31, R1-32, R3-59]`, () => {
  test.each(['merge', 'squash', 'rebase'] as const)(
    'opens a request there; a %s there is applied here',
    async (way) => {
      const { id, number, text } = await raise();
      const pull = await readPull(number);
      expect(pull).toMatchObject({
        title: text,
        state: 'open',
        head: { ref: `change-requests/${id}` },
        base: { ref: 'main' },
      });
      expect(await readOne(id)).toMatchObject({ url: pull.html_url });
      await gitea.askRepository('POST', `/issues/${number}/comments`, { body: 'Looks right' });
      await sync();
      expect((await readOne(id)).atProvider.comments).toBe(1);
      await mergeThere(number, way);
      expect(await sync()).toMatchObject({ state: 'IN_SYNC' });
      expect(await readOne(id)).toMatchObject({
        status: 'MERGED',
        reason: '',
        atProvider: { state: 'merged' },
      });
      expect(await readDescription()).toBe(text);
      expect(await listBranches()).toEqual(['main']);
    },
  );

  test.each([
    [false, true, 'merged'],
    [true, true, 'merged'],
    // As a repository begins.
    [true, false, 'closed'],
  ] as const)(
    'a merge here, squashed: %s, manual merges allowed: %s, is %s there',
    async (squash, isAllowed, state) => {
      await gitea.askRepository('PATCH', '', { has_pull_requests: true, allow_manual_merge: isAllowed });
      const { id, number, text } = await raise();
      const answer = await api.call('mergeChangeset', { path: { pullRequestId: id }, body: { squash } });
      expect(answer.body.changeset, JSON.stringify(answer.body)).toMatchObject({ status: 'MERGED' });
      await sync();
      await sync();
      expect(await readDescription()).toBe(text);
      expect(await readPull(number)).toMatchObject({ state: 'closed', merged: state === 'merged' });
      expect((await readOne(id)).atProvider).toMatchObject({ state });
      expect(await listBranches()).toEqual(['main']);
    },
  );

  test('closed there it is withdrawn here, and the other way round', async () => {
    const { id, number } = await raise();
    await gitea.askRepository('PATCH', `/pulls/${number}`, { state: 'closed' });
    await sync();
    expect(await readOne(id)).toMatchObject({ status: 'CLOSED', atProvider: { state: 'closed' } });
    const other = await raise();
    await api.call('deleteChangeset', { path: { pullRequestId: other.id } });
    await sync();
    expect(await readPull(other.number)).toMatchObject({ state: 'closed', merged: false });
    expect(await listBranches()).toEqual(['main']);
  });

  test('commits get a status there, also one that fails', async () => {
    const readStatus = async (commit: string) =>
      (await gitea.askRepository('GET', `/commits/${commit}/statuses`))[0];
    const failed = push({ 'pipelines/web.yaml': 'nothing' }, 'Break it');
    expect(await sync()).toMatchObject({ state: 'FAILED' });
    expect(await readStatus(failed)).toMatchObject({
      status: 'failure',
      context: 'penstock/Local',
      description: expect.stringContaining('web.yaml'),
    });
    const next = push({ 'pipelines/web.yaml': PIPELINE('web', 'text') }, 'Mend it');
    expect(await sync()).toMatchObject({ state: 'IN_SYNC' });
    expect(await readStatus(next)).toMatchObject({ status: 'success', description: "Runs on site 'Local'" });
  });

  test('a protected branch refuses the merge here with its reason', async () => {
    const { id } = await raise();
    await gitea.askRepository('POST', '/branch_protections', { rule_name: 'main', enable_push: false });
    const answer = await api.call('mergeChangeset', { path: { pullRequestId: id } });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining("refused the branch 'main'"),
    ]);
    await gitea.askRepository('DELETE', '/branch_protections/main');
    expect((await api.call('mergeChangeset', { path: { pullRequestId: id } })).status).toBe(200);
  });

  test('a webhook that it signs is taken, and what was pushed applied', async () => {
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { status } = await api.request(request.url ?? '/', {
        method: 'POST',
        headers,
        body: Buffer.concat(parts),
      });
      response.writeHead(status).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    await followWith({ gitWebhookSecret: SECRET });
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/webhooks/git/${api.siteId}`;
    const config = { url, content_type: 'json', secret: SECRET };
    await gitea.askRepository('POST', '/hooks', { type: 'gitea', active: true, events: ['push'], config });
    const head = push({ 'pipelines/web.yaml': PIPELINE('web', 'hooked') }, 'By hand');
    const readApplied = async () => (await api.store.gitFollows.find(api.siteId))?.applied_commit;
    await expect.poll(readApplied, { timeout: 30_000 }).toBe(head);
    server.closeAllConnections();
    server.close();
  });

  test('a test of the connection says what the token may not', async () => {
    expect(await testConnection()).toMatchObject({ isReached: true, missing: [] });
    await followWith({ gitToken: gitea.makeToken('penstock', 'read:repository') });
    const { isReached, missing } = await testConnection();
    expect([isReached, missing.map(({ message }: { message: string }) => message)]).toEqual([
      true,
      [
        expect.stringMatching(/does not take the access token$/),
        expect.stringMatching(/^The access token may not open pull requests at ann\/pipelines/),
        expect.stringMatching(/^The access token may not set commit statuses at ann\/pipelines/),
      ],
    ]);
    gitea.addPerson('reader');
    await gitea.askRepository('PUT', '/collaborators/reader', { permission: 'read' });
    await followWith({ gitToken: gitea.makeToken('reader', 'write:repository,write:issue') });
    expect((await testConnection()).missing.map(({ message }: { message: string }) => message)).toContain(
      'Whoever the access token is of may not write to ann/pipelines',
    );
    await followWith({ gitToken: 'wrong' });
    expect(await testConnection()).toMatchObject({
      isReached: false,
      message: expect.stringContaining('does not take the access token'),
    });
    expect(await sync()).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('Give another access token'),
    });
    await followWith({ gitToken: token });
    expect(await sync()).toMatchObject({ state: 'IN_SYNC' });
  });
});
