import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder } from '../../../../../tests/harness/temp-folder.ts';
import { compileQuery } from '../../../archive-search/compile-query.ts';
import {
  ArchiveFiles,
  encode,
  HOUR,
  type Made,
  SOURCE,
  START,
} from '../../../archive-search/testing/archive-files.ts';
import type { ReplayProgress } from '../../../types/replay.ts';
import { SourceProbe, until } from '../../testing/contexts.ts';
import { Replay } from './replay.ts';

const archive = new ArchiveFiles(makeTempFolder());
let probe: SourceProbe;
let running: Replay | null = null;
beforeEach(() => {
  probe = new SourceProbe();
});
afterEach(async () => {
  await stop();
  archive.clear();
  expect(probe.incomplete).toEqual([]);
});

const stop = async () => {
  await running?.stop();
  running = null;
};
const progress = (): ReplayProgress => running!.progress;
const done = () => until(() => expect(progress().isDone).toBe(true));

const AT_ONCE = 4;
const startPaged = async (attempt = 1) => {
  const folders = [{ root: archive.root, sourceId: SOURCE }];
  const config = { folders, from: START, to: START + HOUR, query: '', attempt };
  const saved = await probe.context.checkpoint.load();
  running = new Replay(config, compileQuery(''), probe.context, saved, AT_ONCE);
};
const onDelivery = (number: number, call: () => void) => {
  let count = 0;
  probe.answer = async () => {
    if (++count === number) call();
    return 'accepted';
  };
};
const writeFiles = (count: number) => {
  const made: Made[] = Array.from({ length: count }, (_, n) => ({
    micros: START + n * 1000,
    event: `line ${n}`,
  }));
  // Unsorted, as read from a disk.
  for (const one of made.toSorted((a, b) => Math.sin(a.micros) - Math.sin(b.micros))) {
    const path = archive.pathOf(one.micros, 'ndjson');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, encode('ndjson', [one]));
  }
  return made;
};

it('an hour of many files is listed in parts, each event sent once [E16]', async () => {
  const made = writeFiles(26);
  await startPaged();
  await done();
  expect(probe.events).toEqual(made.map(({ event }) => event));
  expect(progress()).toMatchObject({ events: 26, filesDone: 26, filesTotal: 26, unreadCount: 0 });
});

it('an hour of many files goes on after a stop, without repeats [E16]', async () => {
  const made = writeFiles(26);
  onDelivery(10, () => void stop());
  await startPaged();
  await until(() => expect(running).toBeNull());
  expect(probe.events.length).toBeLessThan(made.length);
  await startPaged();
  await done();
  expect(probe.events).toEqual(made.map(({ event }) => event));
});

it('a folder that cannot be listed for a while is read after a retry, once [E16]', async () => {
  const made = writeFiles(26);
  const folder = dirname(archive.pathOf(START, 'ndjson'));
  const away = `${folder}-away`;
  onDelivery(AT_ONCE * 2, () => renameSync(folder, away));
  await startPaged();
  await done();
  renameSync(away, folder);
  expect(progress().unreadCount).toBeGreaterThan(0);
  await stop();
  await startPaged(2);
  await done();
  expect(probe.events.toSorted()).toEqual(made.map(({ event }) => event).toSorted());
  expect(progress()).toMatchObject({ events: 26, unreadCount: 0 });
});
