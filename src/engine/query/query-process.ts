import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SEARCH_NICENESS } from '../runtime/low-priority.ts';
import { WorkProcess } from '../runtime/work-process.ts';
import {
  makeQueryFlags,
  QUERY_LEFT_OVER_BYTES,
  type QueryNotice,
  type QueryOrder,
  type QueryOutcome,
  type QueryWork,
} from './messages.ts';
import { QueryFailed, QueryRefused } from './problems.ts';

const START_LIMIT_MS = 60_000;

export type QueryProcessSettings = {
  readonly entry: string;
  readonly timeLimitMs: number;
  readonly memoryBytes: number;
  readonly tempFolder: string;
  /** Cache for objects; without it, archives in buckets are not read. */
  readonly objectFolder?: string | undefined;
  readonly indexFolder?: string | undefined;
  readonly log: (line: string) => void;
};

type Waiting = { resolve(answer: QueryOutcome): void; reject(error: Error): void };

/** Runs one query at a time; its folder is removed with it. */
export class QueryProcess {
  readonly #process: WorkProcess<QueryOrder, QueryNotice, Error>;
  readonly #timeLimitMs: number;
  readonly #tempFolder: string;
  readonly #folders: Pick<QueryOrder, 'objectFolder' | 'indexFolder'>;
  #waiting: Waiting | undefined;

  constructor({
    entry,
    timeLimitMs,
    memoryBytes,
    tempFolder,
    objectFolder,
    indexFolder,
    log,
  }: QueryProcessSettings) {
    this.#timeLimitMs = timeLimitMs;
    this.#folders = { objectFolder, indexFolder };
    this.#tempFolder = mkdtempSync(join(tempFolder, 'penstock-query-'));
    this.#process = new WorkProcess({
      entry,
      niceness: SEARCH_NICENESS,
      flags: makeQueryFlags([this.#tempFolder, ...(objectFolder === undefined ? [] : [objectFolder])]),
      memoryBytes,
      startLimitMs: START_LIMIT_MS,
      reasons: QueryFailed,
      onNotice: (notice) => this.#handleNotice(notice),
      onEnd: (reason) => {
        this.#removeFolder();
        this.#settle()?.reject(reason);
      },
      log,
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get canRun(): boolean {
    return !this.#waiting && this.#process.canWork(QUERY_LEFT_OVER_BYTES);
  }

  /** @throws QueryRefused, QueryFailed */
  run(work: QueryWork): Promise<QueryOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#process.hasEnded) return reject(QueryFailed.crashed('it had ended before'));
      this.#waiting = { resolve, reject };
      this.#process.send({
        work,
        tempFolder: this.#tempFolder,
        ...this.#folders,
      });
    });
  }

  kill(reason: Error): void {
    this.#process.kill(reason);
    // The service may end before it hears of this exit.
    this.#removeFolder();
  }

  #removeFolder(): void {
    try {
      rmSync(this.#tempFolder, { recursive: true, force: true });
    } catch {
      // Still being written; it is removed when the process ends.
    }
  }

  #handleNotice(notice: QueryNotice): void {
    switch (notice.kind) {
      case 'ready':
        this.#process.stopLimits();
        break;
      case 'begun':
        this.#process.limitTime(this.#timeLimitMs);
        break;
      case 'done':
        this.#settle()?.resolve(notice.answer);
        break;
      case 'refused':
        this.#settle()?.reject(new QueryRefused(notice.message, notice.place));
        break;
      case 'failed':
        this.#settle()?.reject(new QueryFailed(notice.message));
        break;
    }
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#process.finish();
    return waiting;
  }
}
