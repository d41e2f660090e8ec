import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CounterJournal, type CountersReport } from './counter-journal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const report = (bootId: string, sequence: number, pipelines: string[] = ['p']): CountersReport => ({
  type: 'counters',
  bootId,
  sequence,
  at: sequence * 1000,
  pipelines: Object.fromEntries(pipelines.map((id) => [id, {}])),
});

const readPrevious = async (journal: CounterJournal) =>
  (await journal.readPrevious()).map(
    (one) => `${one.bootId}/${one.sequence}${one.isFormer ? '' : ' not previous'}`,
  );

it('the last report of ended boots is sent once, never its own', async () => {
  const orphan = new CounterJournal(folder, 'a');
  await orphan.save(report('a', 1));
  const next = new CounterJournal(folder, 'b');
  await next.save(report('b', 1));
  expect(await readPrevious(next)).toEqual(['a/1']);
  expect(await readPrevious(next)).toEqual([]);
  await orphan.save(report('a', 2, ['p', 'q']));
  expect(await readPrevious(next)).toEqual(['a/2']);
});

it('keeps the last report with a removed pipeline, besides later ones', async () => {
  const journal = new CounterJournal(folder, 'a');
  await journal.save(report('a', 1, ['p', 'q']), true);
  await journal.save(report('a', 2, ['p']));
  expect(await readPrevious(new CounterJournal(folder, 'b'))).toEqual(['a/1', 'a/2']);
});

it('tells that a removed pipeline was away before it began again', async () => {
  const journal = new CounterJournal(folder, 'a');
  await journal.save(report('a', 1, ['p', 'q']), true);
  await journal.save(report('a', 2, ['p']));
  await journal.save(report('a', 3, ['p', 'q']));
  expect(await readPrevious(new CounterJournal(folder, 'b'))).toEqual(['a/1', 'a/2', 'a/3']);
});

it('skips a truncated file, and writes none without counts', async () => {
  writeFileSync(join(folder, 'cut.json'), '[{"type":"counters","boo');
  const journal = new CounterJournal(folder, 'a');
  await journal.save(report('a', 1, []));
  expect(await readPrevious(new CounterJournal(folder, 'b'))).toEqual([]);
  expect(readdirSync(folder)).toEqual(['cut.json']);
});
