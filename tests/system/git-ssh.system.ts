import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDescriptionBody } from '../api/support/change-requests.ts';
import { followFrom, sync, WHOLE } from '../api/support/followed.ts';
import { startService, type TestService } from '../api/support/service.ts';

const SSHD = ['/usr/sbin/sshd', '/usr/bin/sshd'].find((path) => spawnSync(path, ['-V']).error === undefined);

let folder: string;
let server: ReturnType<typeof spawn> | undefined;
let api: TestService;
let port = 0;
const git = (at: string, ...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...parameters], {
    cwd: join(folder, at),
    encoding: 'utf8',
  }).trim();

const findPort = (): Promise<number> =>
  new Promise((done) => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const address = socket.address();
      socket.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

const start = async (): Promise<void> => {
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    `PidFile ${join(folder, 'pid')}`,
    ...['PasswordAuthentication no', 'StrictModes no', 'UsePAM no', 'PermitRootLogin prohibit-password'],
  ];
  writeFileSync(join(folder, 'sshd_config'), lines.join('\n'));
  mkdirSync('/run/sshd', { recursive: true });
  server = spawn(SSHD ?? '', ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: 'ignore' });
};
const tryIt = async () =>
  (await api.call('testSiteRepository', { path: { siteId: api.siteId }, body: {} })).body;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-git-ssh-'));
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(folder, 'served.git')]);
  execFileSync('git', ['clone', '-q', join(folder, 'served.git'), join(folder, 'work')], { stdio: 'ignore' });
  for (const [path, text] of Object.entries(WHOLE)) {
    mkdirSync(join(folder, 'work', dirname(path)), { recursive: true });
    writeFileSync(join(folder, 'work', path), String(text));
  }
  git('work', 'add', '-A');
  git('work', 'commit', '-qm', 'Begin');
  git('work', 'push', '-q', 'origin', 'HEAD:main');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'host')]);
  port = await findPort();
  if (SSHD) await start();
  api = await startService({ flags: ['gitOps'], filesFolder: join(folder, 'data', 'files') });
});
afterAll(async () => {
  await api.stop();
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!SSHD)('a real SSH server is confirmed, followed and pushed to [R1-31, R1-32]', async () => {
  const url = `ssh://${userInfo().username}@127.0.0.1:${port}${join(folder, 'served.git')}`;
  await followFrom(api, { url });
  await expect.poll(async () => (await tryIt()).hostKey?.fingerprint, { timeout: 20_000 }).toBeDefined();
  const { hostKey } = await tryIt();
  const printed = execFileSync('ssh-keygen', ['-l', '-f', join(folder, 'host')], { encoding: 'utf8' });
  expect(printed).toContain(hostKey.fingerprint);
  await followFrom(api, { url }, { gitHostKey: hostKey.key });
  expect((await tryIt()).message).toContain('does not take the SSH key');

  const { publicKey } = (await api.call('getSite', { path: { siteId: api.siteId } })).body.site.git;
  writeFileSync(join(folder, 'authorized'), `${publicKey}\n`);
  expect(await tryIt()).toMatchObject({ isReached: true });
  await expect.poll(async () => (await sync(api)).state, { timeout: 20_000 }).toBe('IN_SYNC');
  const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
  const asked = { pipelineId: row?.id ?? '', siteId: api.siteId };
  const raised = await api.call('createChangeset', {
    body: await createDescriptionBody(api, asked, 'By SSH'),
  });
  expect(git('served.git', 'branch', '--format=%(refname:short)')).toBe(
    `change-requests/${raised.body.id}\nmain`,
  );
  await api.call('mergeChangeset', { path: { pullRequestId: raised.body.id } });
  expect(git('served.git', 'show', 'main:pipelines/web.yaml')).toContain('By SSH');
  expect(git('served.git', 'fsck', '--strict', '--no-dangling')).toBe('');

  execFileSync('rm', [join(folder, 'host'), join(folder, 'host.pub')]);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'host')]);
  server?.kill();
  await new Promise((done) => server?.once('exit', done));
  await start();
  await expect
    .poll(async () => (await tryIt()).message, { timeout: 20_000 })
    .toContain('shows another host key than the one that was confirmed');
});

test.skipIf(!SSHD)('a name without repository is told from one that is away [R1-31]', async () => {
  await followFrom(api, { url: `ssh://nobody@127.0.0.1:9${join(folder, 'served.git')}` }, {});
  const { hostKey } = await tryIt();
  expect(hostKey).toBeUndefined();
  expect((await tryIt()).message).toContain('refused the connection');
});
