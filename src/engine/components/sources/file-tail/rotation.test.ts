import { appendFileSync, copyFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../testing/contexts.ts';
import { TailTrial } from '../../testing/tail.ts';

let tail: TailTrial;
beforeEach(() => {
  tail = new TailTrial();
});
afterEach(() => tail.end());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const lines = (generation: number) =>
  Array.from({ length: 20 }, (_, n) => `generation ${generation} line ${n}`);
const place = (name: string) => join(tail.folder, name);
const write = (generation: number) =>
  writeFileSync(
    tail.path,
    lines(generation)
      .map((line) => `${line}\n`)
      .join(''),
  );

describe('a file named by its path', () => {
  it('loses no line when it is renamed faster than it is looked at', async () => {
    await tail.start();
    for (let generation = 0; generation < 100; generation++) {
      write(generation);
      renameSync(tail.path, place(`app.log.${generation}`));
      if (generation % 10 === 9) await pause(30);
    }
    const wanted = Array.from({ length: 100 }, (_, generation) => lines(generation)).flat();
    await until(() => expect(tail.probe.events.toSorted()).toEqual(wanted.toSorted()), 45_000);
  });

  it('is read through generations that came while the source was stopped', async () => {
    write(0);
    await tail.start();
    await tail.seen(...lines(0));
    await tail.stop();
    for (let generation = 1; generation < 4; generation++) {
      await pause(5);
      renameSync(tail.path, place(`app-${generation}.log`));
      write(generation);
    }
    await tail.start();
    const wanted = [0, 1, 2, 3].flatMap(lines);
    await until(() => expect(tail.probe.events.toSorted()).toEqual(wanted.toSorted()));
  });

  it('takes neither files of before, nor copies, nor what only looks alike', async () => {
    writeFileSync(place('app.log.1'), 'of before\n');
    writeFileSync(tail.path, 'one\n');
    await tail.start();
    await tail.seen('one');
    copyFileSync(tail.path, place('app.log.2'));
    writeFileSync(place('app.log.3.gz'), 'compressed\n');
    writeFileSync(place('app-errors.log'), 'another log\n');
    writeFileSync(place('app.log.lock'), 'no log\n');
    await pause(700);
    truncateSync(tail.path);
    await until(() => expect(tail.probe.errorNames).toContain('FileReplaced'));
    appendFileSync(tail.path, 'two\n');
    await tail.seen('one', 'two');
    await pause(700);
    await tail.seen('one', 'two');
  });
});

describe('a last line without newline', () => {
  it('is said, and waited for', async () => {
    writeFileSync(tail.path, 'one\nunfin');
    await tail.start();
    await until(() => expect(tail.probe.errorNames).toEqual(['LineUnfinished']));
    appendFileSync(tail.path, 'ished\n');
    await tail.seen('one', 'unfinished');
    expect(tail.probe.errorNames).toEqual(['LineUnfinished']);
  });

  it('is taken after the quiet time that was set, once', async () => {
    writeFileSync(tail.path, 'one\nlast');
    await tail.start({ lastLineWaitMs: 200 });
    await tail.seen('one', 'last');
    appendFileSync(tail.path, '\ntwo\n');
    await tail.seen('one', 'last', 'two');
    await tail.stop();
    await tail.start({ lastLineWaitMs: 200 });
    appendFileSync(tail.path, 'three');
    await tail.seen('one', 'last', 'two', 'three');
    expect(tail.probe.errorNames).toEqual([]);
  });
});
