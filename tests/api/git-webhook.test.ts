import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { followFrom, PIPELINE, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

const SECRET = 'a secret of the webhook';
const BODY = '{"ref":"refs/heads/main"}';
let api: TestService;
let server: GitServer;
let folder: string;
const logged: string[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-webhook-'));
  server = await startGitServer(folder);
  logged.length = 0;
  api = await startService({
    flags: ['gitOps'],
    filesFolder: join(folder, 'data', 'files'),
    logTo: (line) => logged.push(line),
  });
  await server.push(WHOLE);
  await followFrom(api, server, { gitWebhookSecret: SECRET });
  await sync(api);
});
afterEach(async () => {
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sign = (body: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('hex');
const post = async (
  headers: Record<string, string>,
  body: BodyInit = BODY,
  siteId = api.siteId,
): Promise<{ status: number; message?: string; isFetching?: boolean }> => {
  const answer = await api.service.app.fetch(
    new Request(`http://127.0.0.1/webhooks/git/${siteId}`, {
      method: 'POST',
      headers: { host: '127.0.0.1', ...headers },
      body,
      duplex: 'half',
    } as RequestInit),
  );
  return { status: answer.status, ...(await answer.json()) };
};
const readApplied = async () => (await api.store.gitFollows.find(api.siteId))?.applied_commit;

describe('the webhook of a site that follows a branch [R1-31]', () => {
  test.each([
    ['GitHub', { 'x-hub-signature-256': `sha256=${sign(BODY)}` }],
    ['Gitea', { 'x-gitea-signature': sign(BODY) }],
    ['Forgejo', { 'x-forgejo-signature': sign(BODY) }],
    ['GitLab', { 'x-gitlab-token': SECRET }],
  ])('as %s signs it, it fetches at once', async (_, headers) => {
    const commit = await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') });
    expect(await post(headers as Record<string, string>)).toEqual({ status: 202, isFetching: true });
    await expect.poll(readApplied, { timeout: 30_000 }).toBe(commit);
  });

  test.each([
    ['no signature', {}, BODY],
    ['another secret', { 'x-hub-signature-256': `sha256=${sign(BODY, 'another secret here')}` }, BODY],
    ['another body', { 'x-gitea-signature': sign('{}') }, BODY],
    ['a broken signature', { 'x-gitea-signature': 'zz' }, BODY],
    ['an empty signature', { 'x-hub-signature-256': 'sha256=' }, BODY],
    ['another token', { 'x-gitlab-token': `${SECRET}x` }, BODY],
    ['an empty token', { 'x-gitlab-token': '' }, BODY],
  ])('with %s is refused', async (_, headers, body) => {
    const asked = server.requests.length;
    const answer = await post(headers as Record<string, string>, body);
    expect([answer.status, answer.message]).toEqual([401, expect.stringContaining('webhook')]);
    expect(server.requests).toHaveLength(asked);
  });

  test('of a site without a secret, and of no site, is refused alike', async () => {
    const headers = { 'x-gitlab-token': '' };
    const unknown = await post(headers, BODY, '400000000000000009');
    const odd = await post(headers, BODY, '..%2f');
    await followFrom(api, server, { gitWebhookSecret: '' });
    const without = await post(headers);
    const empty = await post({ 'x-gitea-signature': createHmac('sha256', '').update(BODY).digest('hex') });
    const told = [unknown, odd, without, empty].map(({ status, message }) => `${status} ${message}`);
    expect(new Set(told)).toEqual(new Set([expect.stringMatching(/^401 The signature/)]));
  });

  test('of a site that no longer follows does nothing', async () => {
    await api.call('updateSite', { body: { site: { id: api.siteId, managedByGit: false } } });
    expect((await post({ 'x-gitlab-token': SECRET })).status).toBe(409);
  });

  test('of any size ends at a limit', async () => {
    const part = new Uint8Array(1024 * 1024);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        sent += 1;
        stream.enqueue(part);
      },
    });
    expect((await post({ 'x-gitea-signature': sign('') }, endless)).status).toBe(413);
    expect(sent).toBeLessThan(40);
  });

  test('is taken only so often, and several become few fetches', async () => {
    const asked = server.requests.length;
    const answers = await Promise.all(Array.from({ length: 40 }, () => post({ 'x-gitlab-token': SECRET })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    await expect.poll(async () => (await api.store.gitFollows.find(api.siteId))?.leased_until).toBe(0);
    expect(server.requests.length - asked).toBeLessThan(10);
  });

  test('has a secret that is in no answer, audit record or log', async () => {
    const site = (await api.call('getSite', { path: { siteId: api.siteId } })).body;
    expect(site.site.git).toMatchObject({ isWebhookSecretSet: true });
    const audit = (await api.call('listAuditRecords', { query: {} })).body;
    const row = await api.store.sites.find(api.siteId);
    for (const text of [JSON.stringify(site), JSON.stringify(audit), row?.git ?? '', ...logged])
      expect(text).not.toContain(SECRET);
    const short = await followFrom(api, server, { gitWebhookSecret: 'short' });
    expect([short.status, short.body.details]).toEqual([
      400,
      [expect.objectContaining({ field: 'site.gitWebhookSecret' })],
    ]);
  });
});
