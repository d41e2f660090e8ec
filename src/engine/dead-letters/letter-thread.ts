import { existsSync, readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { builtAddress } from '../../program/built-module.ts';
import type { FiguresByPipeline, LetterKeeper, LetterLimits, LetterStore } from './letter-store.ts';

export type LetterMethod = Exclude<keyof LetterStore, 'close' | 'figures'>;
export type LetterQuestion = { call: number; method: LetterMethod | 'open'; values: unknown[] };
export type LetterReply = {
  call: number;
  value?: unknown;
  figures?: FiguresByPipeline;
  error?: { message: string; code: string };
};
export type LetterThreadData = { folder: string; limits: LetterLimits; keeper?: LetterKeeper };

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

const MEMORY_MIB = 256;

/**
 * Stores dead letters in a thread, so that its disk and long searches never stop the flow of events. Starts
 * with the first letter; ends with `end`.
 */
export class LetterThread {
  figures: FiguresByPipeline = {};
  readonly #data: LetterThreadData;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #next = 1;

  constructor(data: LetterThreadData) {
    this.#data = data;
    this.refresh();
  }

  /** Requests the figures, which other processes may have changed. */
  refresh(): void {
    if (this.hasLetters) void this.#ask('open', []).catch(() => {});
  }

  /** Whether the file exists; the first letter creates it. */
  get hasLetters(): boolean {
    const { folder } = this.#data;
    return this.#worker !== null || (existsSync(folder) && readdirSync(folder).length > 0);
  }

  /** @throws Error of SQLite, with `code` ENOSPC for a full disk, or when the thread ended */
  ask<M extends LetterMethod>(
    method: M,
    ...values: Parameters<LetterStore[M]>
  ): Promise<ReturnType<LetterStore[M]>> {
    return this.#ask(method, values) as Promise<ReturnType<LetterStore[M]>>;
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #ask(method: LetterQuestion['method'], values: unknown[]): Promise<unknown> {
    const call = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage({ call, method, values } satisfies LetterQuestion);
    });
  }

  #start(): Worker {
    const worker = new Worker(builtAddress(new URL('./letters.worker.ts', import.meta.url)), {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    worker.on('message', ({ call, value, figures, error }: LetterReply) => {
      const waiting = this.#waiting.get(call);
      this.#waiting.delete(call);
      // An idle thread must not keep the process alive.
      if (this.#waiting.size === 0) worker.unref();
      if (figures) this.figures = figures;
      if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
      else waiting?.resolve(value);
    });
    const ended = (error: Error) => {
      if (this.#worker === worker) this.#worker = null;
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const one of waiting) one.reject(error);
    };
    worker.on('error', ended);
    worker.on('exit', () => ended(new Error('The thread that keeps dead letters ended')));
    return worker;
  }
}
