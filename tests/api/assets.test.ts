import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ASSET_MAX_BYTES } from '../../src/contract/entities/asset.ts';
import { startService, type TestService } from './support/service.ts';
import { HOSTS_CSV, replace, upload, uploadTable } from './support/upload.ts';

let api: TestService;
let filesFolder: string;
beforeEach(async () => {
  filesFolder = mkdtempSync(join(tmpdir(), 'penstock-files-'));
  api = await startService({ filesFolder });
});
afterEach(async () => {
  await api.stop();
  rmSync(filesFolder, { recursive: true, force: true });
});

const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const listContents = () => readdirSync(filesFolder).filter((name) => name !== 'incoming');
const listLeftOver = () => readdirSync(join(filesFolder, 'incoming'));
const fetchAssets = async () => (await api.call('listAssets')).body.assets;

describe('files (row 71 of the calls) [R2.1-61, R2.1-62]', () => {
  test('a lookup table is stored with columns, size and SHA-256 [R3-93]', async () => {
    const id = await uploadTable(api);
    const { asset } = (await api.call('getAsset', { path: { id } })).body;
    expect(asset).toMatchObject({
      name: 'hosts.csv',
      assetType: 'LOOK_UP_DATA',
      siteIds: [],
      sizeBytes: HOSTS_CSV.length,
      checksum: computeSha256(HOSTS_CSV),
      content: 'ready',
      usedBy: [],
      revision: 1,
      updatedBy: 'Local administrator',
      summary: {
        kind: 'csv',
        delimiter: ',',
        rowCount: 3,
        columns: [
          { name: 'host', type: 'text' },
          { name: 'owner', type: 'text' },
          { name: 'port', type: 'integer' },
        ],
      },
    });
    expect(listContents()).toEqual([computeSha256(HOSTS_CSV)]);
    expect(listLeftOver()).toEqual([]);
  });

  test('shows its first rows, and downloads with its digest', async () => {
    const id = await uploadTable(api, 'höst "1".csv');
    const { body } = await api.call('previewAsset', { path: { id } });
    expect(body.rows).toEqual([
      ['web-1', 'Ann', '80'],
      ['web-2', 'Bob, Ben', '443'],
      ['db-1', '', '5432'],
    ]);
    const answer = await api.call('downloadAsset', { path: { id } });
    expect(answer.body).toBe(HOSTS_CSV);
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''h%C3%B6st%20%221%22.csv",
    );
    const digest = Buffer.from(computeSha256(HOSTS_CSV), 'hex').toString('base64');
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  });

  test('lists by type and site, newest change first', async () => {
    await uploadTable(api, 'a.csv');
    const there = { name: 'lines.log', assetType: 'LOG_SAMPLE', siteIds: api.siteId };
    const log = await upload(api, there, 'one\ntwo');
    expect(log.status).toBe(200);
    expect((await fetchAssets()).map(({ name }: { name: string }) => name)).toEqual(['lines.log', 'a.csv']);
    const only = async (query: Record<string, string>) =>
      (await api.call('listAssets', { query })).body.assets.map(({ name }: { name: string }) => name);
    expect(await only({ assetTypes: 'LOOK_UP_DATA' })).toEqual(['a.csv']);
    expect(await only({ siteIds: api.siteId })).toEqual(['lines.log', 'a.csv']);
    expect(await only({ siteIds: '400000000000000001' })).toEqual(['a.csv']);
    expect((await api.call('previewAsset', { path: { id: log.body.id } })).body.lines).toEqual([
      'one',
      'two',
    ]);
  });

  test('a replaced content has a new revision, and the former one goes', async () => {
    const id = await uploadTable(api);
    const next = 'host,owner\nweb-1,Eve\n';
    const stale = await replace(api, { id }, next, { ifMatch: '"7"' });
    expect(stale).toMatchObject({ status: 412, body: { current: { name: 'hosts.csv' } } });
    expect(await replace(api, { id }, next, { ifMatch: '"1"' })).toMatchObject({
      status: 200,
      body: { revision: 2 },
    });
    expect((await fetchAssets())[0]).toMatchObject({
      checksum: computeSha256(next),
      summary: { rowCount: 1 },
    });
    await expect.poll(listContents).toEqual([computeSha256(next)]);
  });

  test('equal files share their content until the last one goes', async () => {
    const [one, other] = [await uploadTable(api, 'a'), await uploadTable(api, 'b')];
    expect(listContents()).toHaveLength(1);
    await api.call('deleteAsset', { path: { id: one } });
    expect((await api.call('downloadAsset', { path: { id: other } })).body).toBe(HOSTS_CSV);
    await api.call('deleteAsset', { path: { id: other } });
    await expect.poll(listContents).toEqual([]);
  });

  test('a secret cannot be uploaded: it is given where it is used [R3-93]', async () => {
    const { status, body } = await upload(api, { name: 'key.pem', assetType: 'SECRET' }, 'canary-5d0c2a');
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ field: 'assetType' }]);
    expect(body.details[0].message).toContain('a secret is given in the form that uses it');
    expect(listContents()).toEqual([]);
  });

  test('a secret that an earlier version stored can only be deleted [R3-93]', async () => {
    const id = await uploadTable(api);
    const path = { id };
    const row = await api.store.assets.find(id);
    await api.store.assets.remove(id);
    await api.store.assets.insert({ ...row!, asset_type: 'SECRET', summary: '{"kind":"secret"}' });
    const { asset } = (await api.call('getAsset', { path })).body;
    expect(asset).toMatchObject({ sizeBytes: 0, checksum: '', summary: { kind: 'secret' } });
    expect((await api.call('downloadAsset', { path })).status).toBe(403);
    expect((await api.call('previewAsset', { path })).body).toMatchObject({ rows: [], lines: [] });
    const replaced = await replace(api, { id }, 'other');
    expect([replaced.status, replaced.body.message]).toEqual([409, expect.stringContaining('delete it')]);
    expect((await api.call('deleteAsset', { path })).status).toBe(200);
  });

  test('lost content is reported, and restored by an upload', async () => {
    const id = await uploadTable(api);
    rmSync(join(filesFolder, computeSha256(HOSTS_CSV)));
    expect((await fetchAssets())[0].content).toBe('missing');
    expect((await api.call('downloadAsset', { path: { id } })).status).toBe(409);
    await replace(api, { id }, HOSTS_CSV);
    expect((await fetchAssets())[0].content).toBe('ready');
  });

  test('a start removes interrupted uploads, and keeps files in use', async () => {
    const kept = await uploadTable(api);
    await api.stop();
    mkdirSync(join(filesFolder, 'incoming'), { recursive: true });
    writeFileSync(join(filesFolder, 'incoming', 'half'), 'x');
    writeFileSync(join(filesFolder, 'f'.repeat(64)), 'never stored');
    writeFileSync(join(filesFolder, 'README'), 'not ours');
    api = await startService({ filesFolder, store: api.store });
    expect(listContents().sort()).toEqual(['README', computeSha256(HOSTS_CSV)].sort());
    expect(listLeftOver()).toEqual([]);
    expect((await api.call('getAsset', { path: { id: kept } })).body.asset.content).toBe('ready');
  });
});

describe('what an upload refuses names field and rule, and leaves nothing', () => {
  const refused = async (fields: Record<string, string>, content: BlobPart) => {
    const answer = await upload(api, { name: 'x', assetType: 'LOOK_UP_DATA', ...fields }, content);
    const [detail] = answer.body.details ?? [];
    expect(await fetchAssets()).toEqual([]);
    if (existsSync(filesFolder)) expect(listContents()).toEqual([]);
    if (existsSync(join(filesFolder, 'incoming'))) expect(listLeftOver()).toEqual([]);
    return [answer.status, detail?.field, detail?.rule];
  };

  test.each<[string, string, BlobPart]>([
    ['empty', 'LOOK_UP_DATA', ''],
    ['empty', 'LOOK_UP_DATA', 'a,b\n'],
    ['cells', 'LOOK_UP_DATA', 'a,b\n1,2\n3\n'],
    ['header', 'LOOK_UP_DATA', 'a,a\n1,2\n'],
    ['header', 'LOOK_UP_DATA', 'a,,c\n1,2,3\n'],
    ['quotes', 'LOOK_UP_DATA', 'a,b\n"x,2\n'],
    ['quotes', 'LOOK_UP_DATA', 'a,b\n"x"y,2\n'],
    ['utf8', 'LOOK_UP_DATA', new Uint8Array([97, 44, 98, 10, 0xff, 0xfe, 44, 49, 10])],
    ['text', 'LOOK_UP_DATA', 'a,b\n1,\0\n'],
    ['mmdb', 'GEO_IP', 'a,b\n1,2\n'],
    ['mmdb', 'GEO_IP', '\xab\xcd\xefMaxMind.com'],
    ['utf8', 'LOG_SAMPLE', new Uint8Array([0xff, 0xff])],
    ['empty', 'LOG_SAMPLE', ''],
    ['max_bytes', 'LOG_SAMPLE', new Uint8Array(ASSET_MAX_BYTES.LOG_SAMPLE + 1)],
  ])('%s of %s', async (rule, assetType, content) => {
    const status = rule === 'max_bytes' ? 413 : 400;
    expect(await refused({ assetType }, content)).toEqual([status, 'file', rule]);
  });

  test('a wrong digest, an unknown type, and one that nothing refreshes', async () => {
    expect(await refused({ checksum: '0'.repeat(64) }, HOSTS_CSV)).toEqual([400, 'checksum', 'checksum']);
    expect((await refused({ assetType: 'DYNAMIC_LOOK_UP' }, HOSTS_CSV)).slice(0, 2)).toEqual([
      400,
      'assetType',
    ]);
    expect((await refused({ siteIds: '400000000000000001' }, HOSTS_CSV))[0]).toBe(404);
  });

  test('a name that another file has', async () => {
    await uploadTable(api, 'x');
    const answer = await upload(api, { name: 'x', assetType: 'DATA' }, 'other');
    expect(answer).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
    expect(listContents()).toHaveLength(1);
  });

  const hostile = [
    '../x',
    '..',
    '.',
    '/etc/passwd',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u202eb',
    'C:\\x',
    ' ',
    'x'.repeat(129),
  ];
  test.each(hostile)('the name %j', async (name) => {
    expect((await refused({ name }, HOSTS_CSV)).slice(0, 2)).toEqual([400, 'name']);
  });

  test('odd names are kept as they are, and stay out of paths', async () => {
    for (const name of [
      'CON',
      'nul.csv',
      '%2e%2e%2f',
      '..%5c',
      '~',
      '-rf',
      "'; drop table assets;--",
      'ü😀',
    ]) {
      expect((await upload(api, { name, assetType: 'DATA' }, 'same')).status, name).toBe(200);
    }
    expect(listContents()).toEqual([computeSha256('same')]);
  });
});

describe('the form of an upload', () => {
  const post = (body: BodyInit, type = 'multipart/form-data; boundary=b', duplex = {}) =>
    api.request('/v1/asset', { method: 'POST', body, headers: { 'content-type': type }, ...duplex });
  const part = (name: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const FILE = part('file', 'content', '; filename="../../etc/passwd"');
  const FIELDS = part('name', 'x') + part('assetType', 'DATA');

  test.each([
    ['no boundary', `${FIELDS}${FILE}--b--\r\n`, 'multipart/form-data'],
    ['nothing', '', undefined],
    ['no file', `${FIELDS}--b--\r\n`, undefined],
    ['an end that never comes', `${FIELDS}${FILE}`, undefined],
    ['a file before the fields', `${FILE}${FIELDS}--b--\r\n`, undefined],
    ['something behind the file', `${FIELDS}${FILE}${part('more', 'x')}--b--\r\n`, undefined],
    ['a file of another name', `${FIELDS}${part('other', 'x', '; filename="x"')}--b--\r\n`, undefined],
    ['an unknown field', `${FIELDS}${part('path', '/etc')}${FILE}--b--\r\n`, undefined],
    ['a field without end', `${FIELDS}${part('name', 'x'.repeat(9000))}${FILE}--b--\r\n`, undefined],
    ['headers without end', `--b\r\n${'x'.repeat(9000)}`, undefined],
  ])('%s is refused and leaves nothing', async (_, body, type) => {
    expect((await post(body, type)).status).toBe(400);
    expect(await fetchAssets()).toEqual([]);
    expect(existsSync(join(filesFolder, 'incoming')) ? listLeftOver() : []).toEqual([]);
  });

  test('JSON is not taken', async () => {
    expect((await api.call('createAsset', { body: { name: 'x' } })).status).toBe(415);
  });

  const streamOf = (parts: Uint8Array[]): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });

  test('comes in parts of any size', async () => {
    const text = `${FIELDS}${part('file', 'a\r\n-b\r\n--\r', '; filename="x"')}--b--\r\n`;
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 7, 64]) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      );
      const answer = await post(streamOf(parts), undefined, {
        duplex: 'half',
      });
      expect(answer.status).toBe(200);
      const path = { id: answer.body.id };
      expect((await api.call('downloadAsset', { path })).body).toBe('a\r\n-b\r\n--\r');
      await api.call('deleteAsset', { path });
    }
  });
});
