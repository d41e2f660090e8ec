import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { fileProblem } from './problems.ts';
import { fileSink } from './sink.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sink-'));
  path = join(folder, 'deep/er/out.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true }));

const openSink = (config: Record<string, unknown> = {}, probe = new SinkProbe()) =>
  fileSink.open({ path, ...config }, probe.context);
const content = (file = path) => readFileSync(file, 'utf8');

describe('the file destination', () => {
  it('makes folders, appends lines of JSON, and counts bytes without newlines', async () => {
    const sink = await openSink();
    expect(await sink.write(rawBatch('plain "text"'))).toEqual({ bytes: 28 });
    const batch = jsonBatch({ a: 1 }, { drop: true }, { b: 2 });
    batch.drop(1);
    expect(await sink.write(batch)).toEqual({ bytes: 14 });
    await sink.close();
    expect(content()).toBe('{"message":"plain \\"text\\""}\n{"a":1}\n{"b":2}\n');
    const again = await openSink();
    await again.write(jsonBatch({ c: 3 }));
    await again.close();
    expect(content()).toContain('{"b":2}\n{"c":3}\n');
  });

  it('writes text as it came', async () => {
    const sink = await openSink({ format: 'text' });
    expect(await sink.write(rawBatch('one', 'two'))).toEqual({ bytes: 6 });
    await sink.close();
    expect(content()).toBe('one\ntwo\n');
  });

  it('starts a new file when one is full and keeps so many', async () => {
    const sink = await openSink({ maxFileBytes: 1024, keepFiles: 2, format: 'text' });
    const line = (n: number) => `${n}`.padStart(99, '0');
    for (let n = 0; n < 45; n += 5) await sink.write(rawBatch(...[0, 1, 2, 3, 4].map((k) => line(n + k))));
    await sink.close();
    const files = readdirSync(join(folder, 'deep/er')).sort();
    expect(files).toEqual(['out.ndjson', 'out.ndjson.1', 'out.ndjson.2']);
    const numbers = [`${path}.2`, `${path}.1`, path].flatMap((file) =>
      content(file).trim().split('\n').map(Number),
    );
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, n) => n + 20));
    for (const file of files) expect(content(join(folder, 'deep/er', file)).length).toBeLessThanOrEqual(1024);
  });

  it('splits a batch over files; a long line gets its own', async () => {
    const sink = await openSink({ maxFileBytes: 1024, keepFiles: 9, format: 'text' });
    await sink.write(rawBatch('a'.repeat(600), 'b'.repeat(600), 'c'.repeat(3000), 'd'));
    await sink.close();
    expect([3, 2, 1].map((n) => content(`${path}.${n}`)[0])).toEqual(['a', 'b', 'c']);
    expect(content()).toBe('d\n');
  });

  it('starts a file per hour or day, after a restart too', async () => {
    const write = async (config: Record<string, unknown>, name: string) => {
      const sink = await openSink({ format: 'text', keepFiles: 5, ...config });
      await sink.write(rawBatch(name));
      await sink.close();
    };
    const age = (hours: number) => {
      const at = Date.now() / 1000 - hours * 3600;
      utimesSync(path, at, at);
    };
    await write({ rotateEvery: 'hour' }, 'a');
    age(1);
    await write({}, 'b');
    expect(readdirSync(join(folder, 'deep/er'))).toEqual(['out.ndjson']);
    age(1);
    await write({ rotateEvery: 'hour' }, 'c');
    age(24);
    await write({ rotateEvery: 'day' }, 'd');
    expect([content(`${path}.2`), content(`${path}.1`), content()]).toEqual(['a\nb\n', 'c\n', 'd\n']);
  });

  it('deletes no full file unless a number is set', async () => {
    const sink = await openSink({ maxFileBytes: 1024, format: 'text' });
    for (let n = 0; n < 15; n++) await sink.write(rawBatch(`${n}`.padStart(1000, '0')));
    await sink.close();
    const files = [...Array.from({ length: 14 }, (_, n) => `${path}.${14 - n}`), path];
    expect(files.map((file) => Number(content(file)))).toEqual(Array.from({ length: 15 }, (_, n) => n));
  });

  it('keeps no full file when none is wanted', async () => {
    const sink = await openSink({ maxFileBytes: 1024, keepFiles: 0, format: 'text' });
    await sink.write(rawBatch('a'.repeat(1000)));
    await sink.write(rawBatch('b'.repeat(1000)));
    await sink.close();
    expect(readdirSync(join(folder, 'deep/er'))).toEqual(['out.ndjson']);
  });

  it('writes on when somebody moves or deletes the file', async () => {
    const sink = await openSink();
    await sink.write(jsonBatch({ a: 1 }));
    renameSync(path, `${path}.moved`);
    await sink.write(jsonBatch({ b: 2 }));
    rmSync(join(folder, 'deep'), { recursive: true });
    await sink.write(jsonBatch({ c: 3 }));
    await sink.close();
    expect(content()).toBe('{"c":3}\n');
  });

  it('removes a half-written last line, and ends a whole one [R1]', async () => {
    mkdirSync(join(folder, 'deep/er'), { recursive: true });
    writeFileSync(path, '{"a":1}\n{"b":');
    let sink = await openSink();
    await sink.write(jsonBatch({ c: 3 }));
    await sink.close();
    expect(content()).toBe('{"a":1}\n{"c":3}\n');
    appendFileSync(path, '{"d":4}');
    sink = await openSink();
    await sink.write(jsonBatch({ e: 5 }));
    await sink.close();
    expect(content()).toBe('{"a":1}\n{"c":3}\n{"d":4}\n{"e":5}\n');
  });

  it('reserves the file under one name, whichever path leads to it', async () => {
    mkdirSync(join(folder, 'deep/er'), { recursive: true });
    symlinkSync(join(folder, 'deep'), join(folder, 'link'));
    const first = new SinkProbe();
    const second = new SinkProbe();
    await (await openSink({}, first)).close();
    await (await openSink({ path: join(folder, 'link/er/../er/out.ndjson') }, second)).close();
    expect(first.reservations).toHaveLength(1);
    expect(second.reservations).toEqual(first.reservations);
  });

  it('refuses a path that is a folder or leads through a file', async () => {
    await expect(openSink({ path: folder })).rejects.toMatchObject({
      problem: { errorName: 'PathIsFolder' },
    });
    writeFileSync(join(folder, 'file'), '');
    await expect(openSink({ path: join(folder, 'file/out') })).rejects.toMatchObject({
      problem: { errorName: 'FolderIsFile' },
    });
  });

  it.runIf(existsSync('/dev/full'))('waits for space when the disk is full [R10]', async () => {
    const probe = new SinkProbe();
    const sink = await fileSink.open({ path: '/dev/full' }, probe.context);
    const writing = sink.write(jsonBatch({ a: 1 }));
    await expect(writing).rejects.toMatchObject({
      name: 'RetryableError',
      problem: { errorName: 'DiskFull' },
    });
    await sink.close();
  });

  it('explains every failure with causes and cures', () => {
    for (const code of ['ENOSPC', 'EACCES', 'EROFS', 'EISDIR', 'ENOTDIR', 'EMFILE', 'EIO']) {
      const problem = fileProblem(Object.assign(new Error(code), { code }), '/a/b');
      expect(problem.message).toContain('/a/b');
      expect(problem.causes.length * problem.resolutions.length).toBeGreaterThan(0);
    }
  });
});
