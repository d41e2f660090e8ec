import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeDataFolder } from '../data-folder.ts';
import { openSqliteStore, type Store } from '../store/index.ts';
import { backup } from './backup.ts';
import { MANIFEST } from './manifest.ts';
import { restore } from './restore.ts';
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts';

const NOW = Date.UTC(2026, 10, 22, 2);
const SITE = '400000000000000001';
let base: string;
let data: string;
let store: Store;

const put = (path: string, content: string | Buffer) => {
  mkdirSync(join(data, path, '..'), { recursive: true });
  writeFileSync(join(data, path), content);
};
const role = (id: string, name: string) => ({
  id,
  name,
  description: '',
  grants: '[]',
  site_ids: '[]',
  revision: 1,
  created_at: 1,
  updated_at: 1,
});

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'penstock-backup-'));
  data = join(base, 'data');
  mkdirSync(data);
  store = await openSqliteStore(join(data, 'penstock.db'));
  await store.roles.insert(role('role-1', 'Before'));
  put('secret.key', 'the key');
  put(`files/${'a'.repeat(64)}`, 'a table');
  put('files/incoming/half', 'half of a file');
  put(`engine/${SITE}/checkpoints/source`, '{"offset":5}');
  put(`engine/${SITE}/buffers/p/s/segment-000000000001`, randomBytes(100_000));
  put(`engine/${SITE}/buffers/p/s/position`, 'position');
  put(`engine/${SITE}/cache/code`, 'made anew');
  put('archive-index/ab/file.index', 'made anew');
  put('query-temp/penstock-query-abc/spill', 'of a query');
  put('output/delivered.ndjson', 'delivered');
});
afterEach(async () => {
  await store.close();
  rmSync(base, { recursive: true, force: true });
});

const file = () => join(base, 'kept.tar.gz');
const write = () => backup({ folder: data, file: file(), version: '0.1.0', now: NOW });
const restored = () => join(base, 'restored');
const read = (more: { folder?: string; isForced?: boolean } = {}) =>
  restore({ file: file(), folder: restored(), isForced: false, now: NOW, ...more });
const namesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const readRoles = async (folder: string): Promise<string[]> => {
  const opened = await openSqliteStore(join(folder, 'penstock.db'));
  const names = (await opened.roles.list()).map(({ name }) => name);
  await opened.close();
  return names;
};

describe('a backup', () => {
  test('holds everything kept, with SHA-256, nothing derived or delivered', async () => {
    const result = await write();
    await read();
    expect(namesBelow(restored()).filter((name) => !name.startsWith('penstock.db-'))).toEqual([
      `engine/${SITE}/buffers/p/s/position`,
      `engine/${SITE}/buffers/p/s/segment-000000000001`,
      `engine/${SITE}/checkpoints/source`,
      `files/${'a'.repeat(64)}`,
      'penstock.db',
      'secret.key',
    ]);
    const segment = `engine/${SITE}/buffers/p/s/segment-000000000001`;
    expect(readFileSync(join(restored(), segment))).toEqual(readFileSync(join(data, segment)));
    expect(result.sha256).toBe(createHash('sha256').update(readFileSync(file())).digest('hex'));
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(namesBelow(data).filter((name) => name.startsWith('.backup-'))).toEqual([]);
  });

  test('is of one moment while the database is written to', async () => {
    let isWriting = true;
    let written = 0;
    const writer = (async () => {
      for (; isWriting; written++) {
        await store.transaction(async (tx) => {
          await tx.roles.insert(role(`role-a${written}`, `A ${written}`));
          await tx.roles.insert(role(`role-b${written}`, `B ${written}`));
        });
        // Writes alone would starve the backup.
        await setImmediate();
      }
    })();
    await write();
    isWriting = false;
    await writer;
    await read();
    const names = await readRoles(restored());
    expect(names).toContain('Before');
    const of = (letter: string) => names.filter((name) => name.startsWith(`${letter} `)).length;
    expect(of('A')).toBe(of('B'));
  });

  test('replaces no file, and needs data', async () => {
    await write();
    await expect(write()).rejects.toThrow('already exists');
    await expect(backup({ folder: base, file: join(base, 'x'), version: '0', now: NOW })).rejects.toThrow(
      'There is no Penstock data',
    );
    await expect(
      backup({ folder: data, file: join(base, 'nowhere/x'), version: '0', now: NOW }),
    ).rejects.toThrow('cannot be written');
    expect(namesBelow(base).some((name) => name.endsWith('.part'))).toBe(false);
  });
});

describe('a restore', () => {
  test('refuses a folder in use; forced, it keeps the former beside', async () => {
    await write();
    await store.roles.insert(role('role-2', 'After'));
    await expect(read({ folder: data })).rejects.toThrow('is not empty');
    await store.close();
    const { former } = await read({ folder: data, isForced: true });
    expect(await readRoles(data)).toEqual(['Before']);
    expect((await readRoles(former ?? '')).sort()).toEqual(['After', 'Before']);
    store = await openSqliteStore(join(data, 'penstock.db'));
  });

  test('fills an empty folder; refuses one with a running service', async () => {
    await write();
    mkdirSync(restored());
    await read();
    const held = await takeDataFolder(restored());
    await expect(read({ isForced: true })).rejects.toThrow('is used by another Penstock');
    held.release();
  });

  test('a damaged or truncated file is refused, leaving nothing behind', async () => {
    await write();
    const whole = readFileSync(file());
    const before = readdirSync(base).sort();
    for (let round = 0; round < 40; round++) {
      const at = Math.floor((whole.length * round) / 40);
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      writeFileSync(file(), round % 2 === 0 ? damaged : whole.subarray(0, at));
      // Some changed bytes of the gzip header, such as its time, leave the content unchanged.
      const outcome = await read().then(
        () => 'restored',
        (error: Error) => error.message,
      );
      if (outcome === 'restored') {
        expect(await readRoles(restored())).toEqual(['Before']);
        rmSync(restored(), { recursive: true });
      } else expect(outcome).toContain('The backup cannot be used');
      expect(readdirSync(base).sort()).toEqual(before);
    }
  });

  test.each(['../outside', '/tmp/outside', 'a/../../outside', 'a\\..\\outside', './x', 'a//b', ''])(
    'the name %j leads nowhere',
    async (name) => {
      const content = Buffer.from('x');
      const parts = [tarHeader(name, 1, 0), content, tarPadding(1), tarEnd()];
      writeFileSync(file(), gzipSync(Buffer.concat(parts)));
      await expect(read()).rejects.toThrow('is not a valid file name in it');
      expect(readdirSync(base).sort()).toEqual(['data', 'kept.tar.gz']);
    },
  );

  test('a later backup is refused, naming what is unknown', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(data, 'penstock.db'));
    database.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    database.close();
    await write();
    await expect(read()).rejects.toThrow('it was written by a later version (9999-later)');
  });

  test('a backup without its manifest is not whole', async () => {
    const parts = [tarHeader('secret.key', 1, 0), Buffer.from('x'), tarPadding(1), tarEnd()];
    writeFileSync(file(), gzipSync(Buffer.concat(parts)));
    await expect(read()).rejects.toThrow('it is not complete');
  });
});

test('a tar file returns names and contents of every size', async () => {
  const sizes = [0, 1, 511, 512, 513, 5000];
  const entries = sizes.map((size) => ({
    name: `${'folder/'.repeat(20)}${size}`,
    content: randomBytes(size),
  }));
  const bytes = Buffer.concat([
    ...entries.flatMap(({ name, content }) => [
      tarHeader(name, content.length, 1),
      content,
      tarPadding(content.length),
    ]),
    tarEnd(),
  ]);
  for (const step of [1, 100, 512, 4096]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / step) }, (_, n) =>
      bytes.subarray(n * step, (n + 1) * step),
    );
    const seen: { name: string; content: Buffer }[] = [];
    for await (const { name, content } of readTar(Readable.from(parts))) {
      const read: Uint8Array[] = [];
      for await (const part of content) read.push(part);
      seen.push({ name, content: Buffer.concat(read) });
    }
    expect(seen).toEqual(entries);
  }
  expect(MANIFEST).toBe('manifest.json');
});
