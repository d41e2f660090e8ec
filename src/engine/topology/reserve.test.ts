import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { problemOf } from './problems.ts';
import { Reserve } from './reserve.ts';
import { takeWorkNote, WorkNote } from './work-note.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-reserve-'));
const file = join(folder, 'reserve');
afterEach(() => rmSync(file, { force: true }));
const MIB = 1 << 20;
const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

it('the reserve is given up on a full disk and taken again with room [R10]', () => {
  let free = 100 * MIB;
  const reserve = new Reserve(folder, () => free);
  reserve.check();
  expect(statSync(file).size).toBe(2 * MIB);
  reserve.giveUp(new Error('of another kind'));
  expect(reserve.isFull).toBe(false);
  reserve.giveUp(new Error('outer', { cause: full }));
  expect(reserve.isFull).toBe(true);
  expect(existsSync(file)).toBe(false);
  free = 3 * MIB;
  reserve.check();
  expect(reserve.isFull).toBe(true);
  free = 10 * MIB;
  reserve.check();
  expect(reserve.isFull).toBe(false);
  expect(existsSync(file)).toBe(true);
});

it('a start on a full disk stores nothing new, with the reserve it does [R10]', () => {
  expect(new Reserve(folder, () => 0).isFull).toBe(true);
  new Reserve(folder, () => 100 * MIB).check();
  expect(new Reserve(folder, () => 0).isFull).toBe(false);
});

it('a note of work that cannot be written stops no work [R10]', () => {
  // Writing to it fails with ENOSPC.
  const note = new WorkNote('/dev/full');
  expect(note.during('1', () => 'done')).toBe('done');
  expect(takeWorkNote('/dev/full/none')).toBeNull();
  const nowhere = new WorkNote('/dev/null/work');
  expect(nowhere.during('1', () => 'done')).toBe('done');
});

it('a note of work names the pipeline at work, and is taken once', () => {
  const path = join(folder, 'work');
  const note = new WorkNote(path);
  note.during('300', () => expect(takeWorkNote(path)).toBe('300'));
  expect(takeWorkNote(path)).toBeNull();
  expect(statSync(path).size).toBe(32);
});

it('what cannot start on a full disk says to make room [R10]', () => {
  expect(problemOf(full, 'It cannot start').resolutions).toEqual([expect.stringMatching(/^Free space/)]);
  expect(problemOf(new Error('else'), 'It cannot start').resolutions).toEqual([
    expect.stringMatching(/^Check/),
  ]);
});
