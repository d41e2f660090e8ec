import type { ChildProcess } from 'node:child_process';
import { forkProcess } from '../runtime/fork-process.ts';
import { memoryOf } from '../runtime/usage.ts';
import type { ArchiveCounts, ArchiveRows, ArchiveSearchRequest } from '../types/archive-search.ts';
import {
  SEARCH_FLAGS,
  SEARCH_LEFT_OVER_BYTES,
  SEARCH_MEMORY_BYTES,
  type SearchNotice,
  type SearchOrder,
} from './messages.ts';
import { ArchiveSearchFailed, ArchiveSearchRefused } from './problems.ts';

/** A machine at full load takes long to start one. */
const START_LIMIT_MS = 60_000;
const LOOK_MS = 50;

export type SearchProcessSettings = {
  readonly entry: string;
  /** The process is killed after so long. */
  readonly timeLimitMs: number;
  readonly memoryBytes?: number | undefined;
  readonly log: (line: string) => void;
};

type Answer = ArchiveRows | ArchiveCounts;
type Waiting = {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onProgress: ((counts: ArchiveCounts) => void) | undefined;
};

/** A process that searches one query at a time; it is watched from here and killed when it overruns. */
export class SearchProcess {
  readonly #child: ChildProcess;
  readonly #settings: SearchProcessSettings;
  #waiting: Waiting | undefined;
  #timers: NodeJS.Timeout[] = [];
  #hasEnded = false;
  #reason: Error | undefined;

  constructor(settings: SearchProcessSettings) {
    this.#settings = settings;
    const { entry, log } = settings;
    // No environment of the service.
    this.#child = forkProcess({ entry, flags: SEARCH_FLAGS, env: {} }, log);
    this.#child.on('message', (notice: SearchNotice) => this.#handleNotice(notice));
    this.#child.on('exit', (code, signal) => this.#handleExit(signal ?? `code ${code}`));
    this.#child.on('error', (error) => this.#handleExit(error.message));
    this.#watch(START_LIMIT_MS, ArchiveSearchFailed.crashed('it did not start'));
    this.#keepParentAlive(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** False when it ended, is ending, or is too large for another search. */
  get canSearch(): boolean {
    if (this.#hasEnded || this.#reason || this.#waiting) return false;
    return memoryOf(this.#child.pid ?? 0) <= SEARCH_LEFT_OVER_BYTES;
  }

  /** @throws ArchiveSearchRefused, ArchiveSearchFailed */
  search(request: ArchiveSearchRequest, onProgress?: (counts: ArchiveCounts) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) return reject(this.#reason ?? ArchiveSearchFailed.crashed('it had ended before'));
      this.#waiting = { resolve, reject, onProgress };
      this.#keepParentAlive(true);
      const order: SearchOrder = { kind: 'search', request };
      this.#child.send(order, () => {});
    });
  }

  kill(reason: Error): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  /** Keeps the parent process alive only during a search. */
  #keepParentAlive(isHeld: boolean): void {
    const { channel } = this.#child;
    if (isHeld) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
    }
  }

  #handleNotice(notice: SearchNotice): void {
    switch (notice.kind) {
      case 'ready':
        this.#stopWatching();
        break;
      case 'begun':
        this.#watch(this.#settings.timeLimitMs, ArchiveSearchFailed.tooLong(this.#settings.timeLimitMs));
        break;
      case 'progress':
        this.#waiting?.onProgress?.(notice.counts);
        break;
      case 'done':
        this.#settle()?.resolve(notice.answer);
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
    this.#stopWatching();
    this.#keepParentAlive(false);
    return waiting;
  }

  #watch(limitMs: number, whenLate: Error): void {
    this.#stopWatching();
    const { memoryBytes = SEARCH_MEMORY_BYTES } = this.#settings;
    const late = setTimeout(() => this.kill(whenLate), limitMs);
    const look = setInterval(() => {
      if (memoryOf(this.#child.pid ?? 0) > memoryBytes) this.kill(ArchiveSearchFailed.tooLarge());
    }, LOOK_MS);
    this.#timers = [late, look];
    for (const timer of this.#timers) timer.unref();
  }

  #stopWatching(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }

  #handleExit(how: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // V8 aborts when out of heap.
    const isOutOfHeap = how === 'SIGABRT' || how === 'SIGTRAP';
    this.#reason ??= isOutOfHeap ? ArchiveSearchFailed.tooLarge() : ArchiveSearchFailed.crashed(how);
    this.#settle()?.reject(this.#reason);
  }
}
