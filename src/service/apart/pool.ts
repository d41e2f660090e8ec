import { Worker } from 'node:worker_threads';
import { builtAddress } from '../../program/built-module.ts';
import type { WorkerJob, WorkerNotice } from './job.worker.ts';

/** A module's function, called in a thread with a structured clone of its input. */
export type Job<I, O> = {
  module: URL;
  name: string;
  limitMs: number;
  turns?: 'sentence';
  /** Never set: it carries the types. */
  types?: (input: I) => O;
};

export class JobOverrun extends Error {
  readonly what: 'time' | 'memory';
  constructor(what: 'time' | 'memory') {
    super(what === 'time' ? 'It took too long' : 'It used too much memory');
    this.name = 'JobOverrun';
    this.what = what;
  }
}

/** Heap only; code and the rest come on top. */
export const MEMORY_MB = 384;
const YOUNG_MB = 32;
const START_MS = 20_000;
/** Kept for the next job, as people type. */
const KEEP_WARM_MS = 180_000;

export type Pool = {
  /** @throws JobOverrun, or an Error when the job fails */
  run<I, O>(job: Job<I, O>, input: I): Promise<O>;
  stop(): Promise<void>;
};

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY';

/** Threads with limited memory, started on demand. Callers limit concurrency. */
export function createPool(memoryMb = MEMORY_MB): Pool {
  const free: { worker: Worker; idle: NodeJS.Timeout }[] = [];
  const busy = new Set<Worker>();

  const forget = (worker: Worker): void => {
    const at = free.findIndex((one) => one.worker === worker);
    const [one] = at < 0 ? [] : free.splice(at, 1);
    clearTimeout(one?.idle);
  };
  const startWorker = (): Worker => {
    const worker = new Worker(builtAddress(new URL('./job.worker.ts', import.meta.url)), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // It handles user input, and needs no secrets.
      env: {},
    });
    // Idle threads may end too.
    return worker.on('error', () => {}).on('exit', () => forget(worker));
  };
  const takeWorker = (): Worker => {
    const kept = free.at(-1)?.worker;
    if (kept) forget(kept);
    const worker = kept ?? startWorker();
    busy.add(worker);
    worker.ref();
    return worker;
  };
  const keep = (worker: Worker): void => {
    worker.unref();
    free.push({ worker, idle: setTimeout(() => void worker.terminate(), KEEP_WARM_MS).unref() });
  };

  return {
    run: async (job, input) => {
      const worker = takeWorker();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const endAfter = (ms: number) => setTimeout(() => reject(new JobOverrun('time')), ms);
      let late = endAfter(START_MS);
      const onNotice = (notice: WorkerNotice) => {
        if (notice.kind === 'ended') resolve(notice.value);
        else if (notice.kind === 'failed') reject(new Error(notice.message));
        else {
          clearTimeout(late);
          late = endAfter(job.limitMs);
        }
      };
      const onError = (error: unknown) => reject(isOutOfMemory(error) ? new JobOverrun('memory') : error);
      const onExit = () => reject(new Error('The thread of the job ended'));
      worker.on('message', onNotice).once('error', onError).once('exit', onExit);
      worker.postMessage({
        module: builtAddress(job.module).href,
        name: job.name,
        input,
      } satisfies WorkerJob);
      try {
        const value = await promise;
        keep(worker);
        // The module returns what the job declares.
        return value as ReturnType<NonNullable<typeof job.types>>;
      } catch (error) {
        // The job may have left anything behind.
        await worker.terminate();
        throw error;
      } finally {
        clearTimeout(late);
        busy.delete(worker);
        worker.off('message', onNotice).off('error', onError).off('exit', onExit);
      }
    },
    stop: async () => {
      const all = [...busy, ...free.map(({ worker }) => worker)];
      await Promise.all(all.map((worker) => worker.terminate()));
    },
  };
}
