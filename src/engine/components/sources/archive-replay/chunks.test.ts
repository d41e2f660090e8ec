import { appendFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTempFolder } from '../../../../../tests/harness/temp-folder.ts';
import { buildIndex } from '../../../archive-search/build-index.ts';
import {
  ArchiveFiles,
  HOUR,
  type Made,
  SOURCE,
  START,
} from '../../../archive-search/testing/archive-files.ts';
import { SourceProbe, until } from '../../testing/contexts.ts';
import type { DeliverOutcome, RunningSource } from '../../types.ts';
import { countChunks, divideHours } from './chunks.ts';
import { archiveReplaySource } from './source.ts';

const MINUTE = HOUR / 60;
const archive = new ArchiveFiles(makeTempFolder());
let probe = new SourceProbe();
let running: RunningSource | null = null;

beforeEach(() => {
  archive.clear();
  probe = new SourceProbe();
});
afterEach(async () => {
  await stop();
  archive.clear();
});

const at = (minute: number, event: string): Made => ({ micros: START + minute * MINUTE, event });
const start = async (config: Record<string, unknown> = {}) => {
  running = await archiveReplaySource.start(
    {
      folders: [{ root: archive.root, sourceId: SOURCE }],
      from: START,
      to: START + 4 * HOUR,
      query: '',
      chunkMinutes: 20,
      attempt: 1,
      ...config,
    },
    probe.context,
  );
};
const stop = async () => {
  await running?.stop();
  running = null;
};
const progress = () => running!.progress!();
const done = () => until(() => expect(progress().isDone).toBe(true));

describe('chunks of a window', () => {
  const hours = [0, 1, 2].map((n) => ({ start: (START + n * HOUR) / 1000, folders: [] }));
  const divide = (window: { from: number; to: number; chunkMinutes?: number }) =>
    [...divideHours(hours, window)].map(({ hour, span, parts, isLastOfHour }) => [
      (hour.start * 1000 - START) / HOUR,
      (span.from - START) / MINUTE,
      (span.to - START) / MINUTE,
      parts,
      isLastOfHour,
    ]);

  it('are parts of the clock, cut where the window begins and ends', () => {
    const window = { from: START + 10 * MINUTE, to: START + 70 * MINUTE, chunkMinutes: 30 };
    expect(divide(window).slice(0, 3)).toEqual([
      [0, 10, 30, 2, false],
      [0, 30, 60, 2, true],
      [1, 60, 70, 1, true],
    ]);
    expect(countChunks(window)).toBe(3);
  });

  it('may span hours, and are one without a limit', () => {
    const window = { from: START, to: START + 3 * HOUR };
    expect(divide({ ...window, chunkMinutes: 120 })).toEqual([
      [0, 0, 120, 1, true],
      [1, 0, 120, 1, true],
      [2, 120, 180, 1, true],
    ]);
    expect(divide(window)).toEqual([0, 1, 2].map((hour) => [hour, 0, 180, 1, true]));
    expect(countChunks(window)).toBe(0);
  });
});

describe('a replay in chunks', () => {
  it('sends the events of a chunk before those of the next, each once [E16]', async () => {
    archive.write('ndjson', [at(1, 'a1'), at(25, 'b1'), at(45, 'c1')]);
    archive.write('parquet', [at(2, 'a2'), at(26, 'b2')]);
    archive.write('ndjson.gz', [at(3, 'a3')]);
    archive.write('ndjson', [at(61, 'd1')]);
    await start();
    await done();
    expect(probe.events).toEqual(['a3', 'a2', 'a1', 'b2', 'b1', 'c1', 'd1']);
    expect(progress()).toMatchObject({ events: 7, share: 1, filesDone: 4, chunksDone: 12, chunksTotal: 12 });
  });

  it('counts a file and its share by the events that each chunk has of it', async () => {
    const [early = ''] = archive.write('ndjson', [at(1, 'a1'), at(2, 'a2')]);
    const late = Array.from({ length: 9 }, (_, n) => at(41 + n, `c${n}`));
    const [both = ''] = archive.write('ndjson', [at(3, 'b'), ...late]);
    const answer = Promise.withResolvers<DeliverOutcome>();
    probe.answer = () => (probe.events.length >= 3 ? answer.promise : Promise.resolve('accepted'));
    await start();
    const [first, second] = [early, both].map((path) => statSync(path).size) as [number, number];
    const share = (first + second / 10) / (first + second);
    await until(() => expect(progress().chunksDone).toBe(2));
    expect(progress()).toMatchObject({ events: 3, filesDone: 1, filesTotal: 2 });
    expect(progress().share).toBeCloseTo(share, 5);
    answer.resolve('accepted');
    await done();
    expect(progress()).toMatchObject({ events: 12, filesDone: 2, share: 1 });
  });

  it('counts nothing of a file for chunks that its index rules out', async () => {
    const [path = ''] = archive.write('ndjson', [at(41, 'a'), at(42, 'b')]);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    const indexFolder = makeTempFolder();
    await buildIndex(indexFolder, { path, name: path, writtenAt: 0 }, async () => {}, 0);
    const answer = Promise.withResolvers<DeliverOutcome>();
    const asked = Promise.withResolvers<void>();
    probe.answer = () => {
      asked.resolve();
      return answer.promise;
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    try {
      await start({ indexFolder });
      await asked.promise;
      expect(progress().share).toBe(0);
      answer.resolve('accepted');
      await done();
    } finally {
      vi.useRealTimers();
    }
    expect(progress()).toMatchObject({ events: 2, filesDone: 1, share: 1 });
  });

  it('begins a chunk once everything of the one before is safe', async () => {
    archive.write('ndjson', [at(1, 'a'), at(25, 'b')]);
    const answer = Promise.withResolvers<DeliverOutcome>();
    const asked: number[] = [];
    probe.answer = () => {
      asked.push(probe.events.length);
      return answer.promise;
    };
    await start();
    await until(() => expect(progress().filesTotal).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toEqual([0]);
    expect(progress()).toMatchObject({ events: 0, chunksDone: 0 });
    answer.resolve('accepted');
    await done();
    expect(asked).toEqual([0, 1]);
  });

  it('goes on in the chunk where it stopped, without repeats [E16]', async () => {
    const made = Array.from({ length: 3000 }, (_, n) => at(n / 50, `line ${n}`));
    archive.write('ndjson', made);
    let calls = 0;
    probe.answer = async () => {
      if (++calls === 3) void stop();
      return 'accepted';
    };
    await start({ eventsPerSecond: 20_000 });
    await until(() => expect(running).toBeNull());
    expect(probe.events.length).toBeLessThan(3000);
    await start();
    await done();
    expect(probe.events).toEqual(made.map(({ event }) => event));
    expect(progress().events).toBe(3000);
  });

  it('opens a file only for chunks that it has events of', async () => {
    const [first = ''] = archive.write('ndjson', [at(1, 'a')]);
    archive.write('ndjson', [at(45, 'c')]);
    probe.answer = async () => {
      // Reopening it for another chunk would fail.
      if (probe.events.length === 0) writeFileSync(first, 'broken');
      return 'accepted';
    };
    await start();
    await done();
    expect(probe.events).toEqual(['a', 'c']);
    expect(progress().unreadCount).toBe(0);
  });

  it('notes a damaged file once, and a retry sends the rest of each chunk [E16]', async () => {
    const [path = ''] = archive.write('ndjson', [at(1, 'a'), at(25, 'b'), at(26, 'c'), at(45, 'd')]);
    const whole = archive.read(path);
    truncateSync(path, whole.indexOf('"c"') - 5);
    await start();
    await done();
    expect(probe.events).toEqual(['a', 'b']);
    expect(progress().unreadCount).toBe(1);
    await stop();
    writeFileSync(path, whole);
    await start({ attempt: 2 });
    await done();
    expect(probe.events).toEqual(['a', 'b', 'c', 'd']);
    expect(progress()).toMatchObject({ unreadCount: 0, events: 4 });
  });

  it('sends a file that came back between chunks once, with a retry [E16]', async () => {
    const [gone = ''] = archive.write('ndjson.gz', [at(2, 'a2'), at(25, 'b2')]);
    archive.write('ndjson', [at(1, 'a1'), at(24, 'b1')]);
    const whole = archive.read(gone);
    writeFileSync(gone, 'broken');
    probe.answer = async () => {
      if (probe.events.length === 1) writeFileSync(gone, whole);
      return 'accepted';
    };
    await start();
    await done();
    expect(probe.events).toEqual(['a1', 'b1', 'b2']);
    await stop();
    await start({ attempt: 2 });
    await done();
    expect(probe.events).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  it('counts lines that are no records once', async () => {
    const [path = ''] = archive.write('ndjson', [at(1, 'a'), at(25, 'b'), at(45, 'c')]);
    appendFileSync(path, 'not a record\n');
    await start();
    await done();
    expect(probe.refused).toMatchObject([{ count: 1, errorName: 'NoArchiveRecord' }]);
  });
});
