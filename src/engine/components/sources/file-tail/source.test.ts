import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SourceProbe, until } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { fileTailSource } from './source.ts';

let folder = '';
let path = '';
let probe = new SourceProbe();
let running: RunningSource | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tail-'));
  path = join(folder, 'app.log');
  probe = new SourceProbe();
});
afterEach(async () => {
  await stop();
  expect(probe.incomplete).toEqual([]);
  rmSync(folder, { recursive: true });
});

const start = async (config: Record<string, unknown> = {}) => {
  running = await fileTailSource.start({ path, ...config }, probe.context);
};
const stop = async () => {
  await running?.stop();
  running = null;
};
const seen = (...lines: string[]) => until(() => expect(probe.events).toEqual(lines));

describe('file_tail', () => {
  it('reads present and added lines, waiting with an unfinished one', async () => {
    writeFileSync(path, 'one\ntwo\r\n\nth');
    await start();
    await seen('one', 'two');
    appendFileSync(path, 'ree\nfour\n');
    await seen('one', 'two', 'three', 'four');
    expect(probe.intake.payloadBytes).toBe('onetwothreefour'.length);
  });

  it('takes no byte order mark for a part of the first line', async () => {
    writeFileSync(path, '\ufeff{"n":1}\n\ufefftwo\n');
    let refusals = 1;
    probe.answer = async () => (refusals-- > 0 ? 'unavailable' : 'accepted');
    await start();
    await seen('{"n":1}', '\ufefftwo');
    await stop();
    appendFileSync(path, 'three\n');
    await start();
    await seen('{"n":1}', '\ufefftwo', 'three');
  });

  it('begins at the end where asked, without taking half a line', async () => {
    writeFileSync(path, 'old\nunfin');
    await start({ readFrom: 'end' });
    appendFileSync(path, 'ished\nnew\n');
    await seen('unfinished', 'new');
    await stop();
    appendFileSync(path, 'while stopped\n');
    await start({ readFrom: 'end' });
    await seen('unfinished', 'new', 'while stopped');
  });

  it('waits for a file that is not there and says so once', async () => {
    await start();
    await until(() => expect(probe.errorNames).toEqual(['FileMissing']));
    expect(probe.reports[0]!.problem.level).toBe('INFO');
    writeFileSync(path, 'here\n');
    await seen('here');
    expect(probe.errorNames).toEqual(['FileMissing']);
  });

  it('goes on after a restart where lines were acknowledged, and no further', async () => {
    writeFileSync(path, 'one\ntwo\n');
    await start();
    await seen('one', 'two');
    const taken = Promise.withResolvers<void>();
    probe.answer = () => {
      taken.resolve();
      return new Promise(() => {});
    };
    appendFileSync(path, 'three\n');
    await taken.promise;
    await stop();
    probe.answer = async () => 'accepted';
    appendFileSync(path, 'four\n');
    await start();
    await seen('one', 'two', 'three', 'four');
  });

  it('reads lines again that nobody took', async () => {
    writeFileSync(path, 'one\n');
    let refusals = 1;
    probe.answer = async () => (refusals-- > 0 ? 'unavailable' : 'accepted');
    await start();
    await seen('one');
  });

  it('follows rotation by renaming, with lines written to the old file later', async () => {
    writeFileSync(path, 'one\n');
    await start();
    await seen('one');
    renameSync(path, `${path}.1`);
    appendFileSync(`${path}.1`, 'late\nlast without newline');
    await seen('one', 'late');
    writeFileSync(path, 'new\n');
    await seen('one', 'late', 'new', 'last without newline');
  });

  it('finds the rest of a file rotated during a stop', async () => {
    writeFileSync(path, 'one\n');
    await start();
    await seen('one');
    await stop();
    appendFileSync(path, 'rest\n');
    renameSync(path, `${path}.1`);
    writeFileSync(path, 'new\n');
    await start();
    await until(() => expect([...probe.events].sort()).toEqual(['new', 'one', 'rest']));
    expect(probe.reports).toEqual([]);
  });

  it('reads another file with the same inode from its beginning', async () => {
    writeFileSync(path, 'first file, first line\n');
    await start();
    await seen('first file, first line');
    await stop();
    writeFileSync(path, 'second file, first line\nsecond\n');
    await start();
    await seen('first file, first line', 'second file, first line', 'second');
  });

  it('follows all files of a pattern, and new ones from their beginning', async () => {
    path = join(folder, '*.log');
    writeFileSync(join(folder, 'a.log'), 'a1\n');
    writeFileSync(join(folder, 'b.txt'), 'no\n');
    await start();
    await seen('a1');
    writeFileSync(join(folder, 'c.log'), 'c1\n');
    await seen('a1', 'c1');
  });

  it('a 5 MB line is a dead letter; reading goes on behind it', async () => {
    writeFileSync(path, `before\n${'x'.repeat(5_000_000)}\nafter\n`);
    await start();
    await seen('before', 'after');
    expect(probe.deadLetters.map(({ errorName, text }) => [errorName, text.length])).toEqual([
      ['LineTooLong', 1_048_576],
    ]);
    expect(probe.intake.payloadBytes).toBe(5_000_000 + 'beforeafter'.length);
    await stop();
    await start();
    appendFileSync(path, 'end\n');
    await seen('before', 'after', 'end');
  });

  it('reads 200,000 lines in order while they are written', async () => {
    writeFileSync(path, '');
    await start();
    for (let part = 0; part < 20; part++)
      appendFileSync(path, Array.from({ length: 10_000 }, (_, n) => `line ${part * 10_000 + n}\n`).join(''));
    await until(() => expect(probe.events.length).toBe(200_000));
    expect(probe.events.every((line, n) => line === `line ${n}`)).toBe(true);
  });
});
