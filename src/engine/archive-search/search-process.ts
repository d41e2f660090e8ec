import { SEARCH_NICENESS } from '../runtime/low-priority.ts';
import { WorkProcess } from '../runtime/work-process.ts';
import type { ArchiveCounts, ArchiveRows, ArchiveSearchRequest } from '../types/archive-search.ts';
import {
  makeSearchFlags,
  SEARCH_LEFT_OVER_BYTES,
  SEARCH_MEMORY_BYTES,
  type SearchBegin,
  type SearchNotice,
  type SearchOrder,
} from './messages.ts';
import { ArchiveSearchFailed, ArchiveSearchRefused } from './problems.ts';

const START_LIMIT_MS = 60_000;
const CANCEL_LIMIT_MS = 500;

export type SearchProcessSettings = {
  readonly entry: string;
  readonly timeLimitMs: number;
  /** A canceled search ends between two blocks; otherwise the process is killed after this time. */
  readonly cancelLimitMs?: number | undefined;
  readonly memoryBytes?: number | undefined;
  /** Without it, there are no indexes. */
  readonly indexFolder?: string | undefined;
  /** Cache for objects; without it, archives in buckets are not read. */
  readonly objectFolder?: string | undefined;
  readonly log: (line: string) => void;
};

type Answer = ArchiveRows | ArchiveCounts;
type Waiting = {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onProgress: ((counts: ArchiveCounts) => void) | undefined;
};

export class SearchProcess {
  readonly #process: WorkProcess<SearchOrder, SearchNotice, Error>;
  readonly #timeLimitMs: number;
  readonly #cancelLimitMs: number;
  readonly #folders: Pick<SearchBegin, 'indexFolder' | 'objectFolder'>;
  #waiting: Waiting | undefined;
  #canceling: NodeJS.Timeout | undefined;

  constructor(settings: SearchProcessSettings) {
    const {
      entry,
      timeLimitMs,
      cancelLimitMs = CANCEL_LIMIT_MS,
      memoryBytes = SEARCH_MEMORY_BYTES,
      indexFolder,
      objectFolder,
      log,
    } = settings;
    this.#timeLimitMs = timeLimitMs;
    this.#cancelLimitMs = cancelLimitMs;
    this.#folders = { indexFolder, objectFolder };
    this.#process = new WorkProcess({
      entry,
      niceness: SEARCH_NICENESS,
      flags: makeSearchFlags([indexFolder, objectFolder].filter((folder) => folder !== undefined)),
      memoryBytes,
      startLimitMs: START_LIMIT_MS,
      reasons: ArchiveSearchFailed,
      onNotice: (notice) => this.#handleNotice(notice),
      onEnd: (reason) => this.#settle()?.reject(reason),
      log,
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** False when ended, ending, busy, or too large. */
  get canSearch(): boolean {
    return !this.#waiting && this.#process.canWork(SEARCH_LEFT_OVER_BYTES);
  }

  /** @throws ArchiveSearchRefused, ArchiveSearchFailed */
  search(request: ArchiveSearchRequest, onProgress?: (counts: ArchiveCounts) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#process.hasEnded) return reject(ArchiveSearchFailed.crashed('it had ended before'));
      this.#waiting = { resolve, reject, onProgress };
      this.#process.send({ kind: 'search', request, ...this.#folders });
    });
  }

  /** Fails the search with `canceled` and keeps the process, unless ending takes too long. */
  cancel(): void {
    if (!this.#waiting) return;
    this.#process.send({ kind: 'cancel' });
    this.#canceling ??= setTimeout(() => this.kill(ArchiveSearchFailed.canceled()), this.#cancelLimitMs);
  }

  kill(reason: Error): void {
    this.#process.kill(reason);
  }

  #handleNotice(notice: SearchNotice): void {
    switch (notice.kind) {
      case 'ready':
        this.#process.stopLimits();
        break;
      case 'begun':
        this.#process.limitTime(this.#timeLimitMs);
        break;
      case 'progress':
        this.#waiting?.onProgress?.(notice.counts);
        break;
      case 'done':
        this.#settle()?.resolve(notice.answer);
        break;
      case 'canceled':
        this.#settle()?.reject(ArchiveSearchFailed.canceled());
        break;
      case 'refused':
        this.#settle()?.reject(new ArchiveSearchRefused(notice.message, notice));
        break;
      case 'failed':
        this.#settle()?.reject(ArchiveSearchFailed.crashed(notice.message));
        break;
    }
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    clearTimeout(this.#canceling);
    this.#canceling = undefined;
    this.#process.finish();
    return waiting;
  }
}
