import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Files, type GitServer, startGitServer } from '../harness/git-server.ts';
import { makeSite } from './support/access.ts';
import { readRequest } from './support/change-requests.ts';
import { followFrom, PIPELINE, SOURCE, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

const HOSTS = 'host,owner\nweb-1,Ann\n';
const LATER = 'host,owner\nweb-1,Bo\n';
const TABLE = (content = HOSTS, name = 'hosts.csv') =>
  `format: penstock/v2\nlookups:\n  - name: ${name}\n    content: |\n${content.replaceAll(/^(?=.)/gm, '      ')}`;
const USER = PIPELINE().replace(
  '      - transform: Parse\n        type: parse_json\n        config:\n          field: message\n',
  '      - transform: Parse\n        type: lookup\n        config:\n          file: hosts.csv\n          keys:\n            - field: host\n              column: host\n',
);
const WITH_TABLE: Files = { ...WHOLE, 'pipelines/web.yaml': USER, 'lookups/any-name.yaml': TABLE() };

const { 'lookups/any-name.yaml': _, ...WITHOUT_TABLE } = WITH_TABLE;

let api: TestService;
let server: GitServer;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-follow-'));
  server = await startGitServer(folder);
  api = await startService({ flags: ['gitOps', 'apiKeys'], filesFolder: join(folder, 'data', 'files') });
});
afterEach(async () => {
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stored = (name = 'hosts.csv') => api.store.assets.findByName(name);
const read = async () =>
  readFile(api.service.services.content.pathOf((await stored())?.sha256 ?? ''), 'utf8');
const begin = async () => {
  await server.push(WITH_TABLE);
  await followFrom(api, server);
  expect(await sync(api)).toMatchObject({ state: 'IN_SYNC' });
};
/** Past the branch, as the database is changed by hand. */
const changeByHand = async (content: string) => {
  const row = await stored();
  const { content: contents } = api.service.services;
  const received = await contents.receive(
    (async function* () {
      yield Buffer.from(content);
    })(),
    1000,
  );
  const { sha256, sizeBytes: size_bytes } = received;
  const revision = (row?.revision ?? 0) + 1;
  const save = async () => row && api.store.assets.update({ ...row, sha256, size_bytes, revision });
  await contents.keep(received, save, async () => true);
};

describe('lookup tables of a branch that a site follows [R1-32]', () => {
  test('come with what uses them, change at once, and go when nothing does', async () => {
    await begin();
    expect(await read()).toBe(HOSTS);
    expect(JSON.parse((await stored())?.site_ids ?? '')).toEqual([api.siteId]);
    await server.push({ ...WITH_TABLE, 'lookups/any-name.yaml': TABLE(LATER) });
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC' });
    expect([await read(), (await stored())?.revision]).toEqual([LATER, 2]);

    await server.push(WITHOUT_TABLE);
    expect(await sync(api)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining("still names the lookup table 'hosts.csv'"),
    });
    expect(await read()).toBe(LATER);
    await server.push(WHOLE);
    await sync(api);
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC' });
    expect(await stored()).toBeUndefined();
  });

  test('tables that were changed by hand are drift, put back or adopted', async () => {
    await begin();
    await changeByHand(LATER);
    expect(await sync(api)).toMatchObject({
      state: 'DRIFTED',
      drift: ["Lookup table 'hosts.csv' was changed"],
    });
    const body = { changeSet: { siteId: api.siteId }, withDrift: true };
    const { id } = (await api.call('createChangeset', { body })).body;
    const [file] = (await readRequest(api, id)).connectionFiles;
    expect(file).toMatchObject({ kind: 'LOOKUP', path: 'lookups/any-name.yaml', change: 'update' });
    expect(file.after).toContain('web-1,Bo');
    await api.call('deleteChangeset', { path: { pullRequestId: id } });
    expect(await sync(api, true)).toMatchObject({ state: 'IN_SYNC' });
    expect(await read()).toBe(HOSTS);
  });

  test('are pushed, and applied by the merge', async () => {
    await begin();
    const row = await stored();
    const asked = { kind: 'LOOKUP', id: row?.id, revision: row?.revision, name: 'hosts.csv' };
    const connections = [{ ...asked, config: { content: LATER } }];
    const answer = await api.call('createChangeset', {
      body: { changeSet: { siteId: api.siteId }, connections },
    });
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    const merged = await api.call('mergeChangeset', { path: { pullRequestId: answer.body.id } });
    expect([merged.status, merged.body.message]).toEqual([200, undefined]);
    expect(merged.body.changeset.status).toBe('MERGED');
    expect(await read()).toBe(LATER);
    expect(await server.readFile('main', 'lookups/any-name.yaml')).toContain('web-1,Bo');
  });

  test.each([
    [
      'has a line with too few cells',
      TABLE('host,owner\nweb-1\n', 'b.csv'),
      /lookups\/other\.yaml\.content: Line 2 has 1 cell/,
    ],
    ['is over 512 KB', TABLE(`host,owner\n${'x'.repeat(530_000)},y\n`, 'b.csv'), /at most 512 KB/],
    ['has a name that leads elsewhere', TABLE(HOSTS, '../../etc/passwd'), /must not contain \//],
    ['has an invisible name', TABLE(HOSTS, '"a\\u202eb.csv"'), /turn the direction of text/],
    ['is no text', TABLE().replace(/content: [\s\S]*/, 'content: 5\n'), /content/],
    [
      'has zero bytes',
      TABLE(HOSTS, 'b.csv').replace(/content: [\s\S]*/, 'content: "a,b\\n\\0,1\\n"\n'),
      /zero bytes/,
    ],
    ['is two', `${TABLE()}  - name: b.csv\n    content: "a\\n1\\n"\n`, /one lookup table and nothing else/],
    ['is of another kind', SOURCE('other', 20_901), /one lookup table and nothing else/],
  ])('one that %s is refused by its path, and nothing changes', async (_what, text, reason) => {
    await begin();
    await server.push({ ...WITH_TABLE, 'lookups/other.yaml': text });
    const { state, reason: said } = await sync(api);
    expect([state, said]).toEqual(['FAILED', expect.stringMatching(reason)]);
    expect(await read()).toBe(HOSTS);
    expect((await api.store.assets.total()).count).toBe(1);
  });

  test('one that sites share is in no repository', async () => {
    await makeSite(api);
    const form = new FormData();
    form.append('name', 'hosts.csv');
    form.append('assetType', 'LOOK_UP_DATA');
    form.append('file', new File([HOSTS], 'hosts.csv'));
    const init = { method: 'POST', body: form };
    expect((await api.service.app.request('http://127.0.0.1:4600/v1/asset', init)).status).toBe(200);
    await server.push(WITH_TABLE);
    await followFrom(api, server);
    expect(await sync(api)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('no lookup table of this site alone'),
    });
    await server.push(WITHOUT_TABLE);
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', drift: [] });
  });
});
