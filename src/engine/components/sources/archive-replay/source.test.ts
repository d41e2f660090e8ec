import {
  appendFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTempFolder } from '../../../../../tests/harness/temp-folder.ts';
import { buildIndex } from '../../../archive-search/build-index.ts';
import {
  ArchiveFiles,
  type Format,
  HOUR,
  type Made,
  SOURCE,
  START,
} from '../../../archive-search/testing/archive-files.ts';
import { REPLAY_REPEATS_MAX, type ReplayProgress } from '../../../types/replay.ts';
import { SourceProbe, until } from '../../testing/contexts.ts';
import type { DeliverOutcome, RunningSource } from '../../types.ts';
import { Pace } from './outlet.ts';
import { addUnread, beginAttempt, readState } from './position.ts';
import { archiveReplaySource } from './source.ts';

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
  expect(probe.incomplete).toEqual([]);
});

const at = (seconds: number, event: Made['event']): Made => ({ micros: START + seconds * 1_000_000, event });
const lines = (count: number, firstSecond = 0, name = 'line'): Made[] =>
  Array.from({ length: count }, (_, n) => at(firstSecond + n / 1000, `${name} ${n}`));
const textsOf = (made: readonly Made[]) =>
  made.map(({ event }) => (typeof event === 'string' ? event : event.json));

const start = async (config: Record<string, unknown> = {}, others = probe) => {
  running = await archiveReplaySource.start(
    {
      folders: [{ root: archive.root, sourceId: SOURCE }],
      from: START,
      to: START + 4 * HOUR,
      query: '',
      attempt: 1,
      ...config,
    },
    others.context,
  );
};
const stop = async () => {
  await running?.stop();
  running = null;
};
const progress = (): ReplayProgress => running!.progress!();
const done = () => until(() => expect(progress().isDone).toBe(true));

describe('the replay of an archive', () => {
  it('does not open files whose index rules them out', async () => {
    const [needed = ''] = archive.write('ndjson', [at(1, 'a needle')]);
    const [other = ''] = archive.write('ndjson', [at(3601, 'something else')]);
    const indexFolder = makeTempFolder();
    utimesSync(other, 1_700_000_000, 1_700_000_000);
    for (const path of [needed, other])
      await buildIndex(indexFolder, { path, name: path, writtenAt: 0 }, async () => {}, 0);
    // Opening it would fail.
    writeFileSync(other, 'x'.repeat(statSync(other).size));
    utimesSync(other, 1_700_000_000, 1_700_000_000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    try {
      await start({ query: 'needle', indexFolder });
      await done();
    } finally {
      vi.useRealTimers();
    }
    expect(probe.events).toEqual(['a needle']);
    expect(progress()).toMatchObject({ filesDone: 2, share: 1, unreadCount: 0 });
  });

  it.each<Format>(['ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'])(
    'sends a window of %s oldest first, exactly as it was received [E16]',
    async (format) => {
      const made = [
        at(1, 'one'),
        at(2, { json: '{"n":12345678901234567890,"s":"caf\\u00e9"}' }),
        at(3700, 'second hour'),
        at(7300, 'third hour'),
      ];
      archive.write(format, made);
      archive.write('ndjson', [at(-60, 'before'), at(4 * 3600, 'after')]);
      await start();
      await done();
      expect(probe.events).toEqual(textsOf(made));
      const bytes = textsOf(made).join('').length;
      expect(progress()).toMatchObject({ events: 4, bytes, share: 1, unreadCount: 0, filesDone: 3 });
      expect(probe.intake.payloadBytes).toBe(bytes);
    },
  );

  it('sends only events of the window that the filter matches', async () => {
    archive.write('ndjson', [at(1, 'error a'), at(2, 'fine'), at(3, 'error b'), at(4, 'error c')]);
    await start({ query: 'error', from: START + 2_000_000, to: START + 4_000_000 });
    await done();
    expect(probe.events).toEqual(['error b']);
  });

  it('sends nothing again that a destination took while it stopped [E16]', async () => {
    const made = lines(3000);
    archive.write('ndjson', made);
    const taken = Promise.withResolvers<DeliverOutcome>();
    let handed = 0;
    probe.answer = () => {
      handed += 1;
      return taken.promise;
    };
    await start({ eventsPerSecond: 1000 });
    await until(() => expect(handed).toBeGreaterThan(0));
    const stopping = stop();
    await new Promise((resolve) => setImmediate(resolve));
    taken.resolve('accepted');
    await stopping;
    await start();
    await done();
    expect(probe.events).toEqual(textsOf(made));
    expect(progress()).toMatchObject({ events: 3000, resumed: 0 });
  });

  it('keeps what kills cut off over restarts', async () => {
    archive.write('ndjson', lines(10));
    await start();
    running!.cutOff!({ '2': 3, '5': 1 });
    await done();
    await stop();
    await start();
    running!.cutOff!({ '2': 4 });
    expect(progress()).toMatchObject({ events: 10, cutOff: { '2': 7, '5': 1 } });
  });

  it('stops at its limit of events', async () => {
    const made = lines(3000);
    archive.write('ndjson', made);
    await start({ eventLimit: 1234 });
    await done();
    expect(probe.events).toEqual(textsOf(made.slice(0, 1234)));
  });

  it('is done at once where nothing was archived', async () => {
    await start();
    await done();
    expect(progress()).toMatchObject({ events: 0, filesTotal: 0, problem: '' });
  });

  it('says that a folder cannot be listed, and reads nothing', async () => {
    await start({ folders: [{ root: '/nonexistent/archive', sourceId: SOURCE }] });
    await until(() => expect(progress().problem).toMatch(/cannot be listed.*no longer there/));
    expect(progress().isDone).toBe(false);
  });

  it('refuses a filter that cannot be parsed', async () => {
    await expect(start({ query: '(' })).rejects.toThrow();
  });
});

describe('the position of a replay', () => {
  it('goes on after a stop where it was, without repeats [E16]', async () => {
    const made = [...lines(2000), ...lines(2000, 3700, 'later')];
    archive.write('parquet', made);
    const whole = textsOf(made);
    let accepted = 0;
    probe.answer = async () => {
      if (++accepted === 3) void stop();
      return 'accepted';
    };
    await start({ eventsPerSecond: 20_000 });
    await until(() => expect(running).toBeNull());
    expect(probe.events.length).toBeLessThan(whole.length);
    await start();
    await done();
    expect(probe.events).toEqual(whole);
    expect(progress().resumed).toBe(0);
  });

  it('says of a file at a slow pace how much of it is sent', async () => {
    archive.write('ndjson', lines(400));
    const answer = Promise.withResolvers<DeliverOutcome>();
    probe.answer = () => (probe.events.length >= 100 ? answer.promise : Promise.resolve('accepted'));
    await start({ eventsPerSecond: 1000 });
    await until(() => expect(probe.events.length).toBeGreaterThanOrEqual(100));
    const { events, share } = progress();
    expect(events).toBeGreaterThan(0);
    expect(share).toBeCloseTo(events / 400, 5);
    answer.resolve('accepted');
    await done();
    expect(progress()).toMatchObject({ events: 400, share: 1 });
  });

  it('repeats after a kill what was not saved, and no more than said [E16]', async () => {
    const made = lines(45_000);
    archive.write('ndjson', made);
    let saves = 0;
    let atKill = '';
    const { save } = probe.context.checkpoint;
    probe.context.checkpoint.save = async (text) => {
      saves++;
      await save(text);
      // The state a kill would leave behind.
      if (saves === 2) atKill = text;
    };
    await start();
    await done();
    const before = probe.events.length;
    expect(before).toBe(45_000);
    const { events } = JSON.parse(atKill) as { events: number };
    await stop();
    probe.saved = atKill;
    await start();
    await done();
    expect(probe.events.slice(before)).toEqual(textsOf(made).slice(events));
    expect(progress()).toMatchObject({ events: 45_000, resumed: 1 });
  });

  it('hands over no more events than are bounded beyond what is saved', async () => {
    archive.write('ndjson', lines(30_000));
    let isFirst = true;
    const late = Promise.withResolvers<void>();
    probe.context.checkpoint.save = (text) => {
      if (!isFirst) return late.promise;
      isFirst = false;
      probe.saved = text;
      return Promise.resolve();
    };
    await start();
    await until(() => expect(probe.events.length).toBeGreaterThan(REPLAY_REPEATS_MAX - 1000));
    expect(probe.events.length).toBeLessThanOrEqual(REPLAY_REPEATS_MAX);
    late.resolve();
  });

  it('sends again what a pause did not take, once', async () => {
    const made = lines(3000);
    archive.write('ndjson', made);
    let calls = 0;
    let resume = () => {};
    probe.answer = async (): Promise<DeliverOutcome> => {
      calls++;
      if (calls !== 3) return 'accepted';
      probe.gate = new Promise((resolve) => {
        resume = () => {
          probe.gate = null;
          resolve();
        };
      });
      return 'unavailable';
    };
    await start();
    await until(() => expect(probe.gate).not.toBeNull());
    resume();
    await done();
    expect(probe.events).toEqual(textsOf(made));
  });

  it('waits for acknowledgements before it is done', async () => {
    archive.write('ndjson', lines(10));
    const answer = Promise.withResolvers<DeliverOutcome>();
    probe.answer = () => answer.promise;
    await start();
    await until(() => expect(progress().filesTotal).toBe(1));
    expect(progress()).toMatchObject({ events: 0, isDone: false });
    answer.resolve('accepted');
    await done();
    expect(progress().events).toBe(10);
  });

  it('refuses a saved position that it cannot read', async () => {
    probe.saved = '{"version":9}';
    await expect(start()).rejects.toThrow();
  });
});

describe('files that cannot be read whole', () => {
  it('replays what precedes damage and all others, then the rest after a retry [E16]', async () => {
    const [path = ''] = archive.write('ndjson', [at(1, 'one'), at(2, 'two'), at(3, 'three')]);
    archive.write('ndjson', [at(3700, 'other hour')]);
    const whole = archive.read(path);
    truncateSync(path, whole.length - 9);
    await start();
    await done();
    expect(probe.events).toEqual(['one', 'two', 'other hour']);
    expect(progress()).toMatchObject({ unreadCount: 1, events: 3 });
    expect(progress().unread[0]?.reason).toMatch(/last line is cut short/);
    expect(probe.errorNames).toContain('ArchiveFileNotRead');
    await stop();
    writeFileSync(path, whole);
    await start({ attempt: 2 });
    await done();
    expect(probe.events).toEqual(['one', 'two', 'other hour', 'three']);
    expect(progress()).toMatchObject({ unreadCount: 0, events: 4, attempt: 2 });
  });

  it.each<Format>(['ndjson.gz', 'ndjson.zst', 'parquet'])('says that a %s is cut short', async (format) => {
    const [path = ''] = archive.write(format, lines(5000));
    truncateSync(path, Math.floor(archive.read(path).length / 2));
    archive.write('ndjson', [at(3700, 'other hour')]);
    await start();
    await done();
    expect(progress().unreadCount).toBe(1);
    expect(probe.events.at(-1)).toBe('other hour');
  });

  it('says that a file is empty, and sends what it had after a retry [E16]', async () => {
    const [path = ''] = archive.write('ndjson', [at(1, 'one')]);
    archive.write('ndjson', [at(3700, 'other hour')]);
    const whole = archive.read(path);
    truncateSync(path, 0);
    await start();
    await done();
    expect(progress().unread).toMatchObject([{ reason: expect.stringMatching(/^It is empty/) }]);
    await stop();
    writeFileSync(path, whole);
    await start({ attempt: 2 });
    await done();
    expect(probe.events).toEqual(['other hour', 'one']);
    expect(progress()).toMatchObject({ unreadCount: 0, events: 2 });
  });

  it('says that a file it had begun is gone', async () => {
    const [path = ''] = archive.write('ndjson', lines(5000));
    archive.write('ndjson', [at(3700, 'other hour')]);
    let calls = 0;
    probe.answer = async () => {
      if (++calls === 2) void stop();
      return 'accepted';
    };
    await start({ eventsPerSecond: 10_000 });
    await until(() => expect(running).toBeNull());
    renameSync(path, `${path}.away`);
    await start();
    await done();
    expect(progress().unread[0]?.reason).toBe('It is no longer there');
    expect(probe.events.at(-1)).toBe('other hour');
    const before = probe.events.length;
    await stop();
    renameSync(`${path}.away`, path);
    await start({ attempt: 2 });
    await done();
    expect(probe.events.length).toBe(5001);
    expect(new Set(probe.events).size).toBe(5001);
    expect(before).toBeLessThan(5001);
    rmSync(path);
  });

  it('reads a folder that could not be listed after a retry, once [E16]', async () => {
    archive.write('ndjson', lines(3000));
    const later = [0, 1, 2].flatMap(
      (n) => archive.write('ndjson', lines(400, 3700 + n * 100, `later ${n}`))[0] ?? '',
    );
    const folder = dirname(later[0] ?? '');
    let calls = 0;
    probe.answer = async () => {
      if (++calls === 1) renameSync(folder, `${folder}.away`);
      return 'accepted';
    };
    await start();
    await done();
    expect(progress()).toMatchObject({ unreadCount: 1, events: 3000 });
    expect(progress().unread[0]?.reason).toMatch(/no longer there/);
    await stop();
    renameSync(`${folder}.away`, folder);
    // A kill within the folder must not restart it.
    calls = 0;
    probe.answer = async () => {
      if (++calls === 2) void stop();
      return 'accepted';
    };
    await start({ attempt: 2, eventsPerSecond: 4000 });
    await until(() => expect(running).toBeNull());
    await start({ attempt: 2 });
    await done();
    expect(progress()).toMatchObject({ unreadCount: 0, events: 4200 });
    expect(probe.events.slice(3000)).toEqual(
      [0, 1, 2].flatMap((n) => textsOf(lines(400, 3700 + n * 100, `later ${n}`))),
    );
  });

  it('says after a retry how many were too many to remember', () => {
    const place = { path: '/a', name: 'a', line: 0, reason: 'cut short' };
    let state = readState(null);
    for (let n = 0; n < 10_003; n++) state = addUnread(state, { ...place, path: `/a${n}` });
    const again = beginAttempt({ ...state, isDone: true }, 2);
    expect(again.again).toHaveLength(10_000);
    expect(again).toMatchObject({ unread: [], unreadCount: 3, isDone: false });
  });

  it('counts lines that are no records as dropped', async () => {
    const [path = ''] = archive.write('ndjson', [at(1, 'one')]);
    appendFileSync(path, 'not a record\n{"x":1}\n');
    await start();
    await done();
    expect(probe.events).toEqual(['one']);
    expect(probe.refused).toMatchObject([{ count: 2, errorName: 'NoArchiveRecord' }]);
  });
});

describe('the pace of a replay', () => {
  it('spreads events evenly and lets no backlog burst', () => {
    let now = 0;
    const pace = new Pace(100, () => now);
    expect(pace.take(1000)).toBe(10);
    expect(pace.take(1000)).toBe(0);
    expect(pace.waitMs).toBe(10);
    now += 50;
    expect(pace.take(1000)).toBe(5);
    now += 60_000;
    expect(pace.take(1000)).toBe(10);
  });

  it('lets one event a second pass', () => {
    let now = 0;
    const pace = new Pace(1, () => now);
    expect(pace.take(5)).toBe(1);
    now += 999;
    expect(pace.take(5)).toBe(0);
    now += 1;
    expect(pace.take(5)).toBe(1);
  });
});
