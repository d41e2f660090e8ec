import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ArchiveSearches, createArchiveSearches } from '../../src/engine/port.ts';
import { source } from '../engine/harness/plans.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { writeInput } from './engine/inputs.ts';
import { toFile, withoutDebug } from './engine/loads.ts';
import { fileOutput } from './engine/outputs.ts';
import { startPenstock } from './engine/penstock.ts';
import { measureOnce } from './engine/subject.ts';
import { median } from './load.ts';
import { windowOf, writeArchive } from './search.ts';

const LINES = 1_000_000;
const ROUNDS = 9;
/** No word of it is known: each file is read. */
const READING = '/refuse[d]/';
const LOOK_MS = 20;

export type SearchBeside = {
  eventsPerSecond: number;
  /** Part of the throughput that is kept. */
  whileSearching: number;
  whileIndexing: number;
};

const countAllOf = (searches: ArchiveSearches, root: string, query: string) =>
  searches.counts({ ...windowOf(root), query, want: 'counts', bucketSeconds: 1200 });

type Work = { stop(): Promise<void> };

/** Keeps a process of searches at work until it is stopped. */
function keepBusy(searches: ArchiveSearches, next: () => Promise<unknown>): Work {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) await next().catch(() => undefined);
  })();
  return {
    stop: async () => {
      isStopped = true;
      searches.stop();
      await running;
    },
  };
}

/** The service starts this process once, not for each query: its start is not measured. */
async function startSearching(root: string): Promise<Work> {
  const searches = createArchiveSearches({});
  await countAllOf(searches, root, READING);
  return keepBusy(searches, () => countAllOf(searches, root, READING));
}

/** A search that reads every file asks for their indexes, which are built after it. */
async function startIndexing(root: string, indexFolder: string): Promise<Work> {
  const searches = createArchiveSearches({ indexFolder });
  await countAllOf(searches, root, READING);
  return keepBusy(searches, () => new Promise((resolve) => setTimeout(resolve, LOOK_MS)));
}

/** The engine's throughput alone, while archives are searched, and while indexes are built, in turns. */
export async function benchSearchBeside(): Promise<SearchBeside> {
  const folder = makeTempFolder();
  const root = makeTempFolder();
  writeArchive(root, 2 * LINES, 'ndjson.zst');
  const input = writeInput(folder, 'json', LINES);
  const path = join(folder, 'out.ndjson');
  const subject = await startPenstock('Penstock', folder, {
    chain: (port) => [source('in', 'tcp', { port }), ...withoutDebug(), toFile(path)],
    output: fileOutput([path]),
  });
  const runs = { alone: [] as number[], searching: [] as number[], indexing: [] as number[] };
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const indexFolder = makeTempFolder();
      for (const [what, start] of [
        ['alone', undefined],
        ['searching', () => startSearching(root)],
        ['indexing', () => startIndexing(root, indexFolder)],
      ] as const) {
        const work = await start?.();
        const { eventsPerSecond } = await measureOnce(subject, input);
        await work?.stop();
        if (round > 0) runs[what].push(eventsPerSecond);
      }
      rmSync(indexFolder, { recursive: true, force: true });
    }
  } finally {
    await subject.stop();
    for (const one of [folder, root]) rmSync(one, { recursive: true, force: true });
  }
  const alone = median(runs.alone);
  return {
    eventsPerSecond: alone,
    whileSearching: median(runs.searching) / alone,
    whileIndexing: median(runs.indexing) / alone,
  };
}
