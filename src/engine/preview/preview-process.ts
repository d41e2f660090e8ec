import { type ChildProcess, fork } from 'node:child_process';
import { EngineError, type EngineProblem, type PreviewReport, type PreviewRequest } from '../port.ts';
import { memoryOf } from '../runtime/usage.ts';
import { LEFT_OVER_LIMIT_BYTES, MEMORY_LIMIT_BYTES, PREVIEW_FLAGS, type PreviewNotice } from './messages.ts';
import { crashed, TOO_MUCH_MEMORY, tooLong, tooMuchMemory } from './problems.ts';

const START_LIMIT_MS = 20_000;
const LOOK_MS = 50;

export type ProcessSettings = {
  readonly entry: string;
  readonly timeLimitMs: number;
  readonly log: (line: string) => void;
};

/** One life of the process that runs drafts: it is killed when it overruns, and does one run at a time. */
export class PreviewProcess {
  readonly #child: ChildProcess;
  readonly #settings: ProcessSettings;
  #settle: { resolve(report: PreviewReport): void; reject(problem: EngineProblem): void } | null = null;
  #timers: NodeJS.Timeout[] = [];
  #hasEnded = false;
  /** Why it was killed. */
  #reason: EngineProblem | null = null;

  constructor(settings: ProcessSettings) {
    this.#settings = settings;
    const { entry, log } = settings;
    this.#child = fork(entry, [], {
      serialization: 'advanced',
      execArgv: PREVIEW_FLAGS,
      // Nothing of the service's own: a run needs no names, keys or addresses.
      env: {},
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const output = (chunk: Buffer) => log(chunk.toString().trimEnd());
    this.#child.stdout?.on('data', output);
    this.#child.stderr?.on('data', output);
    this.#child.on('message', (notice: PreviewNotice) => this.#hear(notice));
    this.#child.on('exit', (code, signal) => this.#gone(signal ?? `code ${code}`));
    this.#child.on('error', (error) => this.#gone(error.message));
    this.#watch(START_LIMIT_MS, crashed(`it did not start in ${START_LIMIT_MS / 1000} s`));
    this.#holdParent(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** False when it has ended, is about to, or holds on to so much that the next run would pay for it. */
  get canRun(): boolean {
    return !this.#hasEnded && !this.#reason && memoryOf(this.#child.pid ?? 0) <= LEFT_OVER_LIMIT_BYTES;
  }

  /** @throws EngineError */
  run(request: PreviewRequest): Promise<PreviewReport> {
    return new Promise((resolve, reject) => {
      const fail = (problem: EngineProblem) => reject(new EngineError(problem));
      if (this.#hasEnded) return fail(crashed('it had ended before'));
      this.#settle = { resolve, reject: fail };
      this.#holdParent(true);
      this.#child.send({ kind: 'run', request }, () => {});
    });
  }

  kill(reason: EngineProblem): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  /** Only while it runs something does it keep this process from ending. */
  #holdParent(isHeld: boolean): void {
    const { channel } = this.#child;
    if (isHeld) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
    }
  }

  #hear(notice: PreviewNotice): void {
    this.#stopWatching();
    switch (notice.kind) {
      case 'begun':
        this.#watch(this.#settings.timeLimitMs, tooLong(this.#settings.timeLimitMs));
        break;
      case 'done':
        this.#holdParent(false);
        this.#settle?.resolve(notice.report);
        break;
      case 'failed':
        this.#holdParent(false);
        this.#settle?.reject(notice.problem);
        // It refused to grow, and may not give back what it took.
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

  #gone(how: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopWatching();
    this.#settle?.reject(this.#reasonOf(how));
  }

  /** It may have ended by itself just before it was to be killed. */
  #reasonOf(how: string): EngineProblem {
    if (how === 'SIGKILL' && this.#reason) return this.#reason;
    // Out of heap, V8 aborts the process.
    return how === 'SIGABRT' || how === 'SIGTRAP' ? tooMuchMemory() : crashed(how);
  }
}
