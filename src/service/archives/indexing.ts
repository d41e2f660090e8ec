import type { ArchiveFolder, EngineReport, IndexBuilder } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** Files that still change are not indexed. */
const FIRST_PAUSE_MS = 3000;
/** Each run starts a process. */
const PAUSE_MS = 15_000;
const BYTES_MIN = 1 << 16;
/** Files from before the start may lack an index. */
const LOOK_BACK_MS = 86_400_000;

export type ArchiveIndexing = {
  take(report: EngineReport): void;
  stop(): void;
};

type Tools = {
  builder: IndexBuilder;
  /** Local folders of these archives; other ids are pipelines. */
  locate(archiveIds: readonly string[]): Promise<ArchiveFolder[]>;
  clock: Clock;
  log: Log;
};

/** Bytes in complete files, which few pipelines but archives write. */
const countWritten = (nodes: Record<string, { objectsWritten: number; bytesOut: number }>): number =>
  Object.values(nodes).reduce(
    (sum, { objectsWritten, bytesOut }) => sum + (objectsWritten > 0 ? bytesOut : 0),
    0,
  );

export function createArchiveIndexing({ builder, locate, clock, log }: Tools): ArchiveIndexing {
  const known = new Map<string, number>();
  const grown = new Map<string, number>();
  /** Files older than this have an index, by pipeline (Unix milliseconds). */
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
      // Missing indexes are retried with the next files, or built by searches.
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
