import { join } from 'node:path';
import type {
  ArchiveCounts,
  ArchiveCountsSearch,
  ArchiveRows,
  ArchiveRowsSearch,
  ArchiveSearchRequest,
} from '../types/archive-search.ts';
import { ArchiveSearchFailed } from './problems.ts';
import { SearchProcess } from './search-process.ts';

/** People type: the next search comes soon. */
const KEEP_WARM_MS = 120_000;
const TIME_LIMIT_MS = 110_000;

export type ArchiveSearchOptions = {
  readonly entry?: string | undefined;
  readonly timeLimitMs?: number | undefined;
  readonly cancelLimitMs?: number | undefined;
  readonly memoryBytes?: number | undefined;
  /** Without it, there are no indexes. */
  readonly indexFolder?: string | undefined;
  /** Cache for objects; without it, archives in buckets are not read. */
  readonly objectFolder?: string | undefined;
  readonly log?: ((line: string) => void) | undefined;
};

export type SearchControl = {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((counts: ArchiveCounts) => void) | undefined;
};

/** Searches archives, each search in its own process, started on demand. */
export type ArchiveSearches = {
  /** @throws ArchiveSearchRefused, ArchiveSearchFailed */
  rows(request: ArchiveRowsSearch, control?: SearchControl): Promise<ArchiveRows>;
  /** @throws ArchiveSearchRefused, ArchiveSearchFailed */
  counts(request: ArchiveCountsSearch, control?: SearchControl): Promise<ArchiveCounts>;
  readonly pids: readonly number[];
  stop(): void;
};

/** The caller limits concurrency. */
export function createArchiveSearches(options: ArchiveSearchOptions = {}): ArchiveSearches {
  const {
    timeLimitMs = TIME_LIMIT_MS,
    cancelLimitMs,
    memoryBytes,
    indexFolder,
    objectFolder,
    log = () => {},
  } = options;
  const entry = options.entry ?? join(import.meta.dirname, 'main.ts');
  const idle = new Map<SearchProcess, NodeJS.Timeout>();
  const running = new Set<SearchProcess>();
  let isStopped = false;

  const take = (): SearchProcess => {
    for (const [one, timer] of idle) {
      clearTimeout(timer);
      idle.delete(one);
      if (one.canSearch) return one;
      one.kill(ArchiveSearchFailed.crashed('another takes its place'));
    }
    return new SearchProcess({
      entry,
      timeLimitMs,
      cancelLimitMs,
      memoryBytes,
      indexFolder,
      objectFolder,
      log,
    });
  };
  const giveBack = (one: SearchProcess): void => {
    running.delete(one);
    if (!one.canSearch || isStopped) {
      one.kill(ArchiveSearchFailed.stopped());
      return;
    }
    const timer = setTimeout(() => {
      idle.delete(one);
      one.kill(ArchiveSearchFailed.stopped());
    }, KEEP_WARM_MS);
    timer.unref();
    idle.set(one, timer);
  };
  const search = async (request: ArchiveSearchRequest, { signal, onProgress }: SearchControl = {}) => {
    if (isStopped) throw ArchiveSearchFailed.stopped();
    if (signal?.aborted) throw ArchiveSearchFailed.canceled();
    const one = take();
    running.add(one);
    const cancel = () => one.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await one.search(request, onProgress);
    } finally {
      signal?.removeEventListener('abort', cancel);
      giveBack(one);
    }
  };
  return {
    rows: async (request, control) => (await search(request, control)) as ArchiveRows,
    counts: async (request, control) => (await search(request, control)) as ArchiveCounts,
    get pids() {
      return [...idle.keys(), ...running].flatMap(({ pid }) => pid ?? []);
    },
    stop() {
      isStopped = true;
      for (const [one, timer] of idle) {
        clearTimeout(timer);
        one.kill(ArchiveSearchFailed.stopped());
      }
      idle.clear();
      for (const one of running) one.kill(ArchiveSearchFailed.stopped());
    },
  };
}
