import type { ArchiveFolder, EngineReport, IndexBuilder } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** Until the files have settled: what changes so soon after is not indexed. */
const FIRST_PAUSE_MS = 3000;
/** Between two runs, each of which starts a process. */
const PAUSE_MS = 15_000;
/** Smaller files get no index. */
const BYTES_MIN = 1 << 16;
/** Files of the time before the service started may lack an index. */
const LOOK_BACK_MS = 86_400_000;

/** Has indexes built of the files that archives wrote, soon after. */
export type ArchiveIndexing = {
  take(report: EngineReport): void;
  stop(): void;
};

type Tools = {
  builder: IndexBuilder;
  /** Folders on this machine that these archives write to; other ids are of pipelines. */
  locate(archiveIds: readonly string[]): Promise<ArchiveFolder[]>;
  clock: Clock;
  log: Log;
};

/** Bytes in complete files, which archives write and few other pipelines. */
const countWritten = (nodes: Record<string, { objectsWritten: number; bytesOut: number }>): number =>
  Object.values(nodes).reduce(
    (sum, { objectsWritten, bytesOut }) => sum + (objectsWritten > 0 ? bytesOut : 0),
    0,
  );

/** Nothing runs while archives write nothing. */
export function createArchiveIndexing({ builder, locate, clock, log }: Tools): ArchiveIndexing {
  /** Bytes at the last run, by pipeline. */
  const known = new Map<string, number>();
  const grown = new Map<string, number>();
  /** Files written before have an index, by pipeline (Unix milliseconds). */
  const indexed = new Map<string, number>();
  const startedAt = clock();
  let nextAt = startedAt;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const schedule = () => {
    if (timer || isStopped || grown.size === 0) return;
    timer = setTimeout(() => void run(), Math.max(FIRST_PAUSE_MS, nextAt - clock()));
    timer.unref();
  };
  const run = async (): Promise<void> => {
    const began = clock();
    const some = new Map(grown);
    grown.clear();
    try {
      const folders = await locate([...some.keys()]);
      const since = Math.min(...some.keys().map((id) => indexed.get(id) ?? startedAt - LOOK_BACK_MS));
      const isDone = folders.length === 0 || (await builder.build({ folders, since }));
      for (const [id, bytes] of some) {
        known.set(id, bytes);
        if (isDone) indexed.set(id, began);
        else grown.set(id, Math.max(bytes, grown.get(id) ?? 0));
      }
    } catch (error) {
      // What is missing is tried again when more is written, and built by searches.
      for (const [id, bytes] of some) known.set(id, bytes);
      if (!isStopped) log.warn({ err: error }, 'indexes of archives were not built');
    }
    nextAt = clock() + PAUSE_MS;
    timer = undefined;
    schedule();
  };
  return {
    take(report) {
      if (report.type !== 'counters') return;
      for (const [id, nodes] of Object.entries(report.pipelines)) {
        const bytes = countWritten(nodes);
        // A new engine counts from zero.
        if (bytes < (known.get(id) ?? 0)) known.set(id, 0);
        if (bytes - (known.get(id) ?? 0) >= BYTES_MIN) grown.set(id, bytes);
      }
      schedule();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      builder.stop();
    },
  };
}
