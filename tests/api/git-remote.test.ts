import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requireSoundPack } from '../../src/service/gitops/follow/pack.ts';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { makeKey, makeRole } from './support/access.ts';
import { followFrom, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

const TOKEN = 'glpat-very-secret-token';

let api: TestService;
let server: GitServer;
let folder: string;
const logged: string[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-remote-'));
  server = await startGitServer(folder);
  api = await startService({
    flags: ['gitOps', 'apiKeys'],
    filesFolder: join(folder, 'data', 'files'),
    logTo: (line) => logged.push(line),
  });
  await server.push(WHOLE);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const tryIt = async () =>
  (await api.call('testSiteRepository', { path: { siteId: api.siteId }, body: {} })).body;

describe('the connection to a repository [R1-31]', () => {
  test('is tried, and changes nothing', async () => {
    await followFrom(api, server);
    expect(await tryIt()).toMatchObject({ isReached: true, message: expect.stringContaining("'main'") });
    expect((await api.store.pipelines.list({ siteIds: [api.siteId] })).rows).toEqual([]);
  });

  test.each([
    ['another branch', { gitBranch: 'none' }, undefined, /no branch 'none'/],
    ['a refused token', {}, { status: 401 }, /answered 401/],
    ['no repository', {}, { status: 404 }, /answered 404.*token may not read it/],
    ['a redirect', {}, { status: 302 }, /answered 302: the repository has moved/],
    ['a page in place of Git', {}, { status: 200, body: Buffer.from('<html>') }, /reached|Branch/],
  ] as const)('says what is wrong with %s', async (what, more, answer, message) => {
    await followFrom(api, server, more);
    server.answerWith(answer);
    const body = await tryIt();
    expect(body.message).toMatch(message);
    if (what !== 'a page in place of Git') expect(body).toMatchObject({ isReached: false, commit: '' });
  });

  test('says that nothing answers', async () => {
    await followFrom(api, { url: 'http://127.0.0.1:9/x.git' });
    expect(await tryIt()).toMatchObject({
      isReached: false,
      message: '127.0.0.1:9 refused the connection',
      advice: expect.stringContaining('Start the Git server'),
    });
  });

  test('respects which addresses the network allows', async () => {
    await followFrom(api, server);
    vi.stubEnv('PENSTOCK_ALLOW_TARGETS', '10.0.0.0/8');
    expect((await tryIt()).message).toContain('127.0.0.1 is refused');
    expect((await sync(api)).reason).toContain('PENSTOCK_ALLOW_TARGETS');
  });
});

test('the service stops while a repository lets it wait, and nothing is told', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  await followFrom(api, { url: `http://127.0.0.1:${port}/x.git` });
  const { store } = api;
  await api.service.stop();
  const again = await startService({ store, flags: ['gitOps'], filesFolder: join(folder, 'data', 'files') });
  await expect.poll(() => sockets.size, { timeout: 30_000 }).toBeGreaterThan(0);
  await again.service.stop();
  const row = await store.gitFollows.find(api.siteId);
  expect([row?.state, row?.leased_until]).toEqual(['WAITING', 0]);
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => silent.close(done));
});

describe('the access token [R1-31]', () => {
  test('opens the repository, and is in no answer, audit record or log', async () => {
    server.requireToken(TOKEN);
    await followFrom(api, server);
    expect((await tryIt()).message).toContain('requests without an access token');
    await followFrom(api, server, { gitToken: TOKEN });
    expect((await sync(api)).state).toBe('IN_SYNC');
    const site = (await api.call('getSite', { path: { siteId: api.siteId } })).body;
    expect(site.site.git).toMatchObject({ isFollowed: true, isTokenSet: true });
    const audit = (await api.call('listAuditRecords', { query: {} })).body;
    const row = await api.store.sites.find(api.siteId);
    for (const text of [JSON.stringify(site), JSON.stringify(audit), row?.git ?? '', ...logged])
      expect(text).not.toContain(TOKEN);
  });

  test('is not sent to another server', async () => {
    await followFrom(api, server, { gitToken: TOKEN });
    const other = await followFrom(api, { url: 'http://127.0.0.1:9/x.git' });
    expect([other.status, other.body.details]).toEqual([
      400,
      [expect.objectContaining({ field: 'site.gitToken', rule: 'secret_bound' })],
    ]);
    expect((await followFrom(api, { url: 'http://127.0.0.1:9/x.git' }, { gitToken: '' })).status).toBe(200);
  });
});

test.each([
  ['gitRepo', 'git@example.org:-a/b.git'],
  ['gitRepo', 'http://example.org/a.git'],
  ['gitRepo', 'https://ann:secret@example.org/a.git'],
  ['gitRepo', 'ext::sh -c id'],
  ['gitRepo', '--upload-pack=id'],
  ['gitBranch', '-x'],
  ['gitBranch', 'a..b'],
  ['gitBranch', 'a b'],
  ['gitRepoPath', '../x'],
  ['gitRepoPath', '/etc'],
  ['gitRepoPath', '-x'],
])('a followed repository is refused with %s %s [R1-31]', async (field, value) => {
  const { status, body } = await followFrom(api, server, { [field]: value });
  expect([status, body.details]).toEqual([
    400,
    [expect.objectContaining({ field: `site.${field}`, rule: 'followed' })],
  ]);
});

test('whoever may change sites alone follows no repository [R8-01]', async () => {
  const grants = [{ resourceType: 'SITES', accessTypes: ['READ', 'WRITE'], extraGrants: [] }];
  const { headers } = await makeKey(api, { roleId: await makeRole(api, { name: 'Sites', grants }) });
  const site = {
    id: api.siteId,
    managedByGit: true,
    gitFollowed: true,
    gitRepo: server.url,
    gitBranch: 'main',
  };
  const { status, body } = await api.call('updateSite', {
    body: { site },
    headers: { ...headers, 'if-match': '*' },
  });
  expect([status, body.message]).toEqual([403, expect.stringContaining('To follow a repository')]);
});

describe('a pack', () => {
  const header = (type: number, size: number): Buffer => {
    const bytes: number[] = [];
    let rest = Math.floor(size / 16);
    bytes.push((type << 4) | (size & 15) | (rest > 0 ? 0x80 : 0));
    while (rest > 0) {
      bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
      rest = Math.floor(rest / 128);
    }
    return Buffer.from(bytes);
  };
  const pack = (...objects: Buffer[]): Buffer => {
    const head = Buffer.alloc(12);
    head.write('PACK');
    head.writeUInt32BE(2, 4);
    head.writeUInt32BE(objects.length, 8);
    return Buffer.concat([head, ...objects, Buffer.alloc(20)]);
  };
  const blob = (content: Buffer, size = content.length) =>
    Buffer.concat([header(3, size), deflateSync(content)]);

  test('of small objects is sound', () => {
    expect(() => requireSoundPack(pack(blob(Buffer.from('a')), blob(Buffer.alloc(0))))).not.toThrow();
  });
  test.each([
    ['says a large object', pack(blob(Buffer.alloc(9 * 1024 * 1024))), /over 8 MiB/],
    ['inflates to more than it says', pack(blob(Buffer.alloc(1024 * 1024), 10)), /damaged/],
    [
      'has a delta that makes more',
      // From 1 byte to 2^34.
      pack(
        Buffer.concat([
          header(7, 7),
          Buffer.alloc(20),
          deflateSync(Buffer.from([1, 0x80, 0x80, 0x80, 0x80, 0x40, 0])),
        ]),
      ),
      /over 8 MiB/,
    ],
    ['is cut off', pack(blob(Buffer.from('abc'))).subarray(0, 34), /damaged/],
  ])('that %s is refused before it is unpacked', (_what, bytes, message) => {
    expect(() => requireSoundPack(bytes)).toThrow(message);
  });
});
