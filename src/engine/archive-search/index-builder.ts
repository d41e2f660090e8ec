import { join } from 'node:path';
import { INDEX_NICENESS } from '../runtime/low-priority.ts';
import { WorkProcess } from '../runtime/work-process.ts';
import type { NewFiles } from './index-new-files.ts';
import { type IndexNotice, type IndexOrder, makeSearchFlags, SEARCH_MEMORY_BYTES } from './messages.ts';
import { ArchiveSearchFailed } from './problems.ts';

const START_LIMIT_MS = 60_000;
const TIME_LIMIT_MS = 180_000;
const SWEEP_MS = 86_400_000;

/** Builds indexes of new files in low-priority processes. */
export type IndexBuilder = {
  /**
   * One at a time.
   * @returns false when time ran out; call again
   * @throws ArchiveSearchFailed
   */
  build(newFiles: NewFiles): Promise<boolean>;
  stop(): void;
};

export type IndexBuilderOptions = {
  readonly indexFolder: string;
  readonly log?: ((line: string) => void) | undefined;
};

export function createIndexBuilder({ indexFolder, log = () => {} }: IndexBuilderOptions): IndexBuilder {
  let running: WorkProcess<IndexOrder, IndexNotice, Error> | undefined;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  return {
    async build(newFiles) {
      if (isStopped) throw ArchiveSearchFailed.stopped();
      const sweeps = performance.now() - sweptAt > SWEEP_MS;
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      const work = new WorkProcess<IndexOrder, IndexNotice, Error>({
        entry: join(import.meta.dirname, 'indexer', 'main.ts'),
        niceness: INDEX_NICENESS,
        flags: makeSearchFlags([indexFolder]),
        memoryBytes: SEARCH_MEMORY_BYTES,
        startLimitMs: START_LIMIT_MS,
        reasons: ArchiveSearchFailed,
        onNotice: (notice) => {
          if (notice.kind === 'ready') work.limitTime(TIME_LIMIT_MS);
          else if (notice.kind === 'done') resolve(notice.isComplete);
          else reject(ArchiveSearchFailed.crashed(notice.message));
        },
        onEnd: reject,
        log,
      });
      running = work;
      work.send({ indexFolder, newFiles, sweeps });
      try {
        const isComplete = await promise;
        if (sweeps) sweptAt = performance.now();
        return isComplete;
      } finally {
        work.kill(ArchiveSearchFailed.stopped());
        running = undefined;
      }
    },
    stop() {
      isStopped = true;
      running?.kill(ArchiveSearchFailed.stopped());
    },
  };
}
