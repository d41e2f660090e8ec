import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ArchiveFolder, Counters, EngineReport } from '../../engine/port.ts';
import { createLog } from '../log.ts';
import { type ArchiveIndexing, createArchiveIndexing } from './indexing.ts';

const ARCHIVE = '900000000000000001';
const FOLDER: ArchiveFolder = { root: '/archive', sourceId: '200000000000000001' };

let asked: { folders: readonly ArchiveFolder[]; since: number }[] = [];
let answer: () => Promise<boolean> = async () => true;
let indexing: ArchiveIndexing;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  asked = [];
  answer = async () => true;
  indexing = createArchiveIndexing({
    builder: {
      build: (newFiles) => {
        asked.push(newFiles);
        return answer();
      },
      stop() {},
    },
    locate: async (ids) => (ids.includes(ARCHIVE) ? [FOLDER] : []),
    clock: () => Date.now(),
    log: await createLog('silent'),
  });
});
afterEach(() => {
  indexing.stop();
  vi.useRealTimers();
});

const report = (bytesOut: number, pipelineId = ARCHIVE): void => {
  const counters = { objectsWritten: 1, bytesOut } as Counters;
  const pipelines = { [pipelineId]: { sink: counters } };
  indexing.take({ type: 'counters', bootId: 'a', sequence: 1, at: 0, pipelines } as EngineReport);
};
const minute = () => vi.advanceTimersByTimeAsync(60_000);

it('files of an archive are indexed soon after they are written', async () => {
  const began = Date.now();
  report(100_000);
  await minute();
  expect(asked).toEqual([{ folders: [FOLDER], since: began - 86_400_000 }]);
  report(100_000);
  await minute();
  expect(asked).toHaveLength(1);
  report(200_000);
  await minute();
  expect(asked[1]?.since).toBeGreaterThan(began);
});

it('small files and other pipelines start no process', async () => {
  report(60_000);
  report(1e9, '800000000000000001');
  await minute();
  expect(asked).toEqual([]);
});

it('an engine that counts anew is followed', async () => {
  report(1e9);
  await minute();
  report(0);
  report(70_000);
  await minute();
  expect(asked).toHaveLength(2);
});

it('what there was no time for is built next, from the same time on', async () => {
  answer = async () => asked.length > 1;
  report(100_000);
  await minute();
  expect(asked.map(({ since }) => since)).toEqual([asked[0]?.since, asked[0]?.since]);
});

it('a failed run ends nothing, and the next one makes up for it', async () => {
  answer = () => (asked.length > 1 ? Promise.resolve(true) : Promise.reject(new Error('out of memory')));
  report(100_000);
  await minute();
  report(200_000);
  await minute();
  expect(asked.map(({ since }) => since)).toEqual([asked[0]?.since, asked[0]?.since]);
});
