import type { ChildProcess } from 'node:child_process';
import { forkProcess } from '../runtime/fork-process.ts';
import { memoryOf } from '../runtime/usage.ts';
import type { PreviewReport, PreviewRequest } from '../types/preview.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import { LEFT_OVER_LIMIT_BYTES, MEMORY_LIMIT_BYTES, PREVIEW_FLAGS, type PreviewNotice } from './messages.ts';
import { crashed, TOO_MUCH_MEMORY, tooLong, tooMuchMemory } from './problems.ts';

const START_LIMIT_MS = 20_000;
const LOOK_MS = 50;

export type ProcessSettings = {
  readonly entry: string;
  readonly timeLimitMs: number;
  readonly log: (line: string) => void;
};

/** A process that runs one draft at a time and is killed when it overruns. */
export class PreviewProcess {
  readonly #child: ChildProcess;
  readonly #settings: ProcessSettings;
  #settle: { resolve(report: PreviewReport): void; reject(problem: EngineProblem): void } | null = null;
  #timers: NodeJS.Timeout[] = [];
  #hasEnded = false;
  #reason: EngineProblem | null = null;

  constructor(settings: ProcessSettings) {
    this.#settings = settings;
    const { entry, log } = settings;
    // No environment of the service.
    this.#child = forkProcess({ entry, flags: PREVIEW_FLAGS, env: {} }, log);
    this.#child.on('message', (notice: PreviewNotice) => this.#handleNotice(notice));
    this.#child.on('exit', (code, signal) => this.#handleExit(signal ?? `code ${code}`));
    this.#child.on('error', (error) => this.#handleExit(error.message));
    this.#watch(START_LIMIT_MS, crashed(`it did not start in ${START_LIMIT_MS / 1000} s`));
    this.#keepParentAlive(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** False when ended, ending, or too large for another run. */
  get canRun(): boolean {
    return !this.#hasEnded && !this.#reason && memoryOf(this.#child.pid ?? 0) <= LEFT_OVER_LIMIT_BYTES;
  }

  /** @throws EngineError */
  run(request: PreviewRequest): Promise<PreviewReport> {
    return new Promise((resolve, reject) => {
      const fail = (problem: EngineProblem) => reject(new EngineError(problem));
      if (this.#hasEnded) return fail(crashed('it had ended before'));
      this.#settle = { resolve, reject: fail };
      this.#keepParentAlive(true);
      this.#child.send({ kind: 'run', request }, () => {});
    });
  }

  kill(reason: EngineProblem): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  /** Keeps the parent process alive only during a run. */
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

  #handleNotice(notice: PreviewNotice): void {
    this.#stopWatching();
    switch (notice.kind) {
      case 'begun':
        this.#watch(this.#settings.timeLimitMs, tooLong(this.#settings.timeLimitMs));
        break;
      case 'done':
        this.#keepParentAlive(false);
        this.#settle?.resolve(notice.report);
        break;
      case 'failed':
        this.#keepParentAlive(false);
        this.#settle?.reject(notice.problem);
        // Its memory may not shrink again.
        if (notice.problem.errorName === TOO_MUCH_MEMORY) this.kill(notice.problem);
        break;
    }
  }

  #watch(limitMs: number, whenLate: EngineProblem): void {
    this.#stopWatching();
    const late = setTimeout(() => this.kill(whenLate), limitMs);
    const look = setInterval(() => {
      if (memoryOf(this.#child.pid ?? 0) > MEMORY_LIMIT_BYTES) this.kill(tooMuchMemory());
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
    this.#stopWatching();
    this.#settle?.reject(this.#reasonOf(how));
  }

  /** It may have ended before the kill. */
  #reasonOf(how: string): EngineProblem {
    if (how === 'SIGKILL' && this.#reason) return this.#reason;
    // V8 aborts when out of heap.
    return how === 'SIGABRT' || how === 'SIGTRAP' ? tooMuchMemory() : crashed(how);
  }
}
