import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../../../tests/harness/temp-folder.ts';
import { ArchiveFiles, HOUR, SOURCE, START } from '../../../archive-search/testing/archive-files.ts';
import { TestBucket } from '../../../archive-search/testing/bucket.ts';
import type { ReplayProgress } from '../../../types/replay.ts';
import { SourceProbe, until } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { archiveReplaySource } from './source.ts';

const HOURS = [0, 1, 2, 3];
const PER_HOUR = 300;

let bucket: TestBucket;
let objectFolder: string;
let probe: SourceProbe;
let running: RunningSource | null = null;

beforeEach(async () => {
  bucket = await new TestBucket().start();
  objectFolder = makeTempFolder();
  probe = new SourceProbe();
  const archive = new ArchiveFiles(makeTempFolder());
  for (const hour of HOURS)
    archive.write(
      'ndjson.gz',
      Array.from({ length: PER_HOUR }, (_, n) => ({
        micros: START + hour * HOUR + n * 1000,
        event: `${hour} ${n}`,
      })),
    );
  await bucket.putAll(archive.root);
});
afterEach(async () => {
  await stop();
  await bucket.stop();
  expect(probe.incomplete).toEqual([]);
});

const hourOf = (path: string) => /hour=(\d\d)\/.*gz$/.exec(decodeURIComponent(path))?.[1];
const eventsOf = (hours: readonly number[]) =>
  hours.flatMap((hour) => Array.from({ length: PER_HOUR }, (_, n) => `${hour} ${n}`));
async function start(attempt = 1): Promise<void> {
  const config = { ...bucket.config, prefix: '' };
  const folders = [{ root: 'the bucket', sourceId: SOURCE, bucket: config }];
  const window = { from: START, to: START + 4 * HOUR };
  running = await archiveReplaySource.start(
    { folders, ...window, query: '', attempt, objectFolder },
    probe.context,
  );
}
async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}
const progress = (): ReplayProgress => running!.progress!();
const done = () => until(() => expect(progress().isDone).toBe(true));

describe('the replay of an archive in a bucket', () => {
  it('waits while the bucket is busy, and misses nothing [E16]', async () => {
    let refused = 0;
    bucket.faultOf = (path) =>
      refused < 4 && (path.includes('list-type') || hourOf(path) === '21') && ++refused ? 'busy' : undefined;
    await start();
    await done();
    expect(refused).toBe(4);
    expect(probe.events).toEqual(eventsOf(HOURS));
    expect(progress()).toMatchObject({ unreadCount: 0, filesDone: 4, problem: '' });
  });

  it('says which object came short, and reads it alone after a retry [E16]', async () => {
    bucket.faultOf = (path) => (hourOf(path) === '21' ? 'short' : undefined);
    await start();
    await done();
    expect(probe.events).toEqual(eventsOf([0, 2, 3]));
    expect(progress()).toMatchObject({ unreadCount: 1 });
    expect(progress().unread[0]?.reason).toMatch(/sent less of it than it has/);
    await stop();
    bucket.faultOf = () => undefined;
    bucket.requests.length = 0;
    await start(2);
    await done();
    expect(probe.events.slice(3 * PER_HOUR)).toEqual(eventsOf([1]));
    expect(progress()).toMatchObject({ unreadCount: 0, events: 4 * PER_HOUR });
    expect(new Set(bucket.requests.flatMap((path) => hourOf(path) ?? []))).toEqual(new Set(['21']));
  });

  it('stops while the bucket is silent, and goes on without repeats [E16]', async () => {
    bucket.faultOf = (path) => (hourOf(path) === '22' ? 'silent' : undefined);
    await start();
    await until(() => expect(progress().events).toBe(2 * PER_HOUR));
    await stop();
    bucket.faultOf = () => undefined;
    await start();
    await done();
    expect(probe.events).toEqual(eventsOf(HOURS));
    expect(progress()).toMatchObject({ unreadCount: 0, resumed: 0 });
  });
});
