import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeSshKey } from '../../src/service/gitops/follow/ssh-key.ts';
import { type FakeSsh, HOST_KEY, hasGit, startFakeSsh } from '../harness/fake-ssh.ts';
import { makeKey, makeRole } from './support/access.ts';
import { createDescriptionBody } from './support/change-requests.ts';
import { followFrom, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

const FILES = WHOLE as Readonly<Record<string, string>>;

let api: TestService;
let server: FakeSsh;
let folder: string;
const logged: string[] = [];
const key = makeSshKey();

// The server's side is Git itself; the real sshd is tried in tests/system.
describe.skipIf(!hasGit())('a repository that is reached by SSH (needs git) [R1-31]', () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'penstock-ssh-'));
    server = startFakeSsh(folder);
    vi.stubEnv('PATH', server.path);
    api = await startService({
      flags: ['gitOps', 'apiKeys'],
      filesFolder: join(folder, 'data', 'files'),
      logTo: (line) => logged.push(line),
    });
    server.push(FILES, 'Begin');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const tryIt = async () =>
    (await api.call('testSiteRepository', { path: { siteId: api.siteId }, body: {} })).body;
  const readGit = async () => (await api.call('getSite', { path: { siteId: api.siteId } })).body.site.git;
  const followWithKeys = async () => {
    server.allow(key.privateKey);
    return followFrom(api, server, { gitSshKey: key.privateKey, gitHostKey: HOST_KEY });
  };

  test('gets a key pair, and its host key is confirmed by a person', async () => {
    await followFrom(api, server);
    const { publicKey } = await readGit();
    expect(publicKey).toMatch(/^ssh-ed25519 [\w+/]+=* penstock$/);
    const asked = await tryIt();
    expect(asked).toMatchObject({
      isReached: false,
      message: expect.stringMatching(/not confirmed yet: it is SHA256:/),
      hostKey: { key: HOST_KEY, fingerprint: expect.stringMatching(/^SHA256:/) },
    });
    expect((await sync(api)).reason).toContain('is not confirmed yet');
    await followFrom(api, server, { gitHostKey: asked.hostKey.key });
    expect(await readGit()).toMatchObject({ publicKey, hostKey: asked.hostKey.fingerprint });
    expect(await tryIt()).toMatchObject({
      isReached: false,
      message: '127.0.0.1 does not take the SSH key',
      advice: expect.stringContaining('deploy key'),
    });
  });

  test('is followed, and pull requests are pushed to it [R1-32]', async () => {
    await followWithKeys();
    expect(await tryIt()).toMatchObject({ isReached: true });
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', subject: 'Begin' });
    const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
    const body = await createDescriptionBody(
      api,
      { pipelineId: row?.id ?? '', siteId: api.siteId },
      'By SSH',
    );
    const { id } = (await api.call('createChangeset', { body })).body;
    expect(server.git('branch', '--format=%(refname:short)')).toBe(`change-requests/${id}\nmain`);
    const merged = await api.call('mergeChangeset', { path: { pullRequestId: id } });
    expect(merged.body.changeset).toMatchObject({ status: 'MERGED' });
    expect(server.git('show', 'main:pipelines/web.yaml')).toContain('By SSH');
    expect(server.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  test('shows its key to the confirmed host alone', async () => {
    await followWithKeys();
    const other = makeSshKey().publicKey.split(' ').slice(0, 2).join(' ');
    server.showHostKey(other);
    expect(await sync(api)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('another host key'),
    });
    expect(await tryIt()).toMatchObject({
      message: expect.stringContaining('shows another host key than the one that was confirmed'),
      hostKey: { key: other },
    });
  });

  test('forgets the host key with the server, and keeps its own', async () => {
    await followWithKeys();
    await followFrom(api, { url: 'git@127.0.0.2:team/pipelines.git' });
    expect(await readGit()).toMatchObject({ hostKey: '', publicKey: key.publicKey });
    await followFrom(api, { url: 'git@127.0.0.2:team/pipelines.git' }, { gitSshKey: '' });
    expect((await readGit()).publicKey).toMatch(/^ssh-ed25519 /);
    expect((await readGit()).publicKey).not.toBe(key.publicKey);
  });

  test('is asked in a closed environment, and leaves no key behind', async () => {
    vi.stubEnv('SSH_AUTH_SOCK', '/tmp/agent');
    vi.stubEnv('GIT_SSH_COMMAND', 'false');
    await followWithKeys();
    expect((await sync(api)).state).toBe('IN_SYNC');
    const asked = server.readAsked();
    for (const option of [
      '-F none',
      'IdentityAgent=none',
      'IdentitiesOnly=yes',
      'StrictHostKeyChecking=yes',
      'GlobalKnownHostsFile=/dev/null',
      'ProxyCommand=none',
      'ClearAllForwardings=yes',
      "-- penstock git-upload-pack 'team/pipelines.git'",
    ])
      expect(asked).toContain(option);
    for (const secret of ['SSH_AUTH_SOCK', 'GIT_SSH_COMMAND', 'PRIVATE KEY', 'PENSTOCK'])
      expect(asked).not.toContain(secret);
    expect(readdirSync(join(folder, 'data', 'git')).filter((name) => name.startsWith('ssh-'))).toEqual([]);
  });

  test('has its private key in no answer, audit record or log', async () => {
    await followWithKeys();
    await sync(api);
    const site = (await api.call('getSite', { path: { siteId: api.siteId } })).body;
    const audit = (await api.call('listAuditRecords', { query: {} })).body;
    const row = await api.store.sites.find(api.siteId);
    const secret = key.privateKey.split('\n')[2] ?? '';
    for (const text of [JSON.stringify(site), JSON.stringify(audit), row?.git ?? '', ...logged]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('PRIVATE KEY');
    }
  });

  test.each([
    ['ssh: connect to host 127.0.0.1 port 22: Connection refused', 'AWAY', 'refused the connection'],
    ['ssh: connect to host 127.0.0.1 port 22: Connection timed out', 'AWAY', 'did not answer in 15 s'],
    ['Connection closed by 127.0.0.1 port 22', 'AWAY', 'closed the connection'],
    ['ERROR: Repository not found.', 'FAILED', 'has no such repository'],
    ['fatal: \u001b[31mdisk\u0007 is full', 'AWAY', 'could not be read: fatal:  [31mdisk  is full'],
  ])('says what is wrong: %j', async (says, state, reason) => {
    await followWithKeys();
    server.fail(says);
    expect(await sync(api)).toMatchObject({ state, reason: expect.stringContaining(reason) });
  });

  test('says where the program is missing', async () => {
    await followWithKeys();
    vi.stubEnv('PATH', join(folder, 'nothing'));
    expect(await tryIt()).toMatchObject({
      isReached: false,
      message: "The program 'ssh' is not installed on the machine of the service",
      advice: expect.stringContaining('over HTTPS'),
    });
    expect(await sync(api)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining("The program 'ssh' is not installed"),
    });
  });

  test('respects which addresses the network allows', async () => {
    await followWithKeys();
    vi.stubEnv('PENSTOCK_ALLOW_TARGETS', '10.0.0.0/8');
    expect((await tryIt()).message).toContain('127.0.0.1 is refused');
  });

  test.each([
    ['gitSshKey', 'ssh-rsa AAAA', 'ssh_key'],
    ['gitHostKey', 'example.org ssh-ed25519 AAAA', 'host_key'],
    ['gitRepo', 'git@-oProxyCommand=id:a.git', 'followed'],
    ['gitRepo', "git@example.org:a'b.git", 'followed'],
  ])('is refused with %s %s', async (field, value, rule) => {
    const { status, body } = await followFrom(api, server, { [field]: value });
    expect([status, body.details]).toEqual([
      400,
      [expect.objectContaining({ field: `site.${field}`, rule })],
    ]);
  });

  test('lets no one confirm a host key who may change sites alone [R8-01]', async () => {
    await followWithKeys();
    const grants = [{ resourceType: 'SITES', accessTypes: ['READ', 'WRITE'], extraGrants: [] }];
    const { headers } = await makeKey(api, { roleId: await makeRole(api, { name: 'Sites', grants }) });
    const gitHostKey = makeSshKey().publicKey.split(' ').slice(0, 2).join(' ');
    const { status } = await api.call('updateSite', {
      body: { site: { id: api.siteId, gitHostKey } },
      headers: { ...headers, 'if-match': '*' },
    });
    expect(status).toBe(403);
  });
});
