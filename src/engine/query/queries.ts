import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveDescription, ArchiveTable, QueryAnswer, QueryRequest } from '../types/query.ts';
import { QUERY_MEMORY_BYTES, type QueryOutcome, type QueryWork } from './messages.ts';
import { QueryFailed } from './problems.ts';
import { QueryProcess } from './query-process.ts';

/** People change a word and run it again. */
const KEEP_WARM_MS = 60_000;
const TIME_LIMIT_MS = 60_000;

export type QueryOptions = {
  readonly entry?: string | undefined;
  readonly timeLimitMs?: number | undefined;
  readonly memoryBytes?: number | undefined;
  readonly keepWarmMs?: number | undefined;
  /** Exclusive to these queries: remains of killed processes are deleted first. */
  readonly tempFolder?: string | undefined;
  /** Cache for objects; without it, archives in buckets are not read. */
  readonly objectFolder?: string | undefined;
  readonly indexFolder?: string | undefined;
  readonly log?: ((line: string) => void) | undefined;
};

/** Runs SQL in processes of their own, started on demand and ended when idle. */
export type Queries = {
  /**
   * @param signal ends the query and its process
   * @throws QueryRefused, QueryFailed
   */
  run(request: QueryRequest, signal?: AbortSignal): Promise<QueryAnswer>;
  /** @throws QueryFailed */
  describe(archives: readonly ArchiveTable[], signal?: AbortSignal): Promise<readonly ArchiveDescription[]>;
  readonly pids: readonly number[];
  stop(): void;
};

export function createQueries(options: QueryOptions = {}): Queries {
  const { timeLimitMs = TIME_LIMIT_MS, keepWarmMs = KEEP_WARM_MS, log = () => {} } = options;
  const { memoryBytes = QUERY_MEMORY_BYTES, objectFolder, indexFolder } = options;
  const entry = options.entry ?? join(import.meta.dirname, 'main.ts');
  const tempFolder = options.tempFolder ?? tmpdir();
  if (options.tempFolder !== undefined) {
    rmSync(options.tempFolder, { recursive: true, force: true });
    mkdirSync(options.tempFolder, { mode: 0o700 });
  }
  const running = new Set<QueryProcess>();
  let idle: { process: QueryProcess; timer: NodeJS.Timeout } | undefined;
  let isStopped = false;

  const endIdle = (reason: Error) => {
    if (!idle) return;
    clearTimeout(idle.timer);
    idle.process.kill(reason);
    idle = undefined;
  };
  const take = (): QueryProcess => {
    if (idle?.process.canRun) {
      const { process, timer } = idle;
      clearTimeout(timer);
      idle = undefined;
      return process;
    }
    endIdle(QueryFailed.crashed('another takes its place'));
    return new QueryProcess({ entry, timeLimitMs, memoryBytes, tempFolder, objectFolder, indexFolder, log });
  };
  const giveBack = (process: QueryProcess) => {
    running.delete(process);
    if (!process.canRun || isStopped || idle) {
      process.kill(QueryFailed.stopped());
      return;
    }
    const timer = setTimeout(() => endIdle(QueryFailed.stopped()), keepWarmMs);
    timer.unref();
    idle = { process, timer };
  };

  const work = async (what: QueryWork, signal?: AbortSignal): Promise<QueryOutcome> => {
    if (isStopped) throw QueryFailed.stopped();
    if (signal?.aborted) throw QueryFailed.canceled();
    const process = take();
    running.add(process);
    const cancel = () => process.kill(QueryFailed.canceled());
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await process.run(what);
    } finally {
      signal?.removeEventListener('abort', cancel);
      giveBack(process);
    }
  };

  return {
    run: async (request, signal) => (await work({ kind: 'query', request }, signal)) as QueryAnswer,
    describe: async (archives, signal) =>
      (await work({ kind: 'describe', archives }, signal)) as readonly ArchiveDescription[],
    get pids() {
      const all = idle ? [idle.process, ...running] : [...running];
      return all.flatMap(({ pid }) => pid ?? []);
    },
    stop() {
      isStopped = true;
      endIdle(QueryFailed.stopped());
      for (const process of running) process.kill(QueryFailed.stopped());
    },
  };
}
