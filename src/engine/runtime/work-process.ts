import type { ChildProcess } from 'node:child_process';
import { forkProcess } from './fork-process.ts';
import { memoryOf } from './usage.ts';

const LOOK_MS = 50;

/** Why it ended, worded by the caller. */
export type WorkReasons<Reason> = {
  tooLong(limitMs: number): Reason;
  tooLarge(): Reason;
  /** `how`: a signal, exit code or start fault. */
  crashed(how: string): Reason;
};

export type WorkSettings<Notice, Reason> = {
  readonly entry: string;
  readonly flags: readonly string[];
  readonly niceness?: number;
  readonly memoryBytes: number;
  /** Loading has its own limit: a busy machine starts it slowly. */
  readonly startLimitMs: number;
  readonly reasons: WorkReasons<Reason>;
  onNotice(notice: Notice): void;
  onEnd(reason: Reason): void;
  log(line: string): void;
};

/**
 * Does one piece of work at a time, without the service's environment. Each piece has time and memory limits
 * and is killed beyond them. Keeps its parent alive only while it works.
 */
export class WorkProcess<Order extends object, Notice, Reason> {
  readonly #child: ChildProcess;
  readonly #settings: WorkSettings<Notice, Reason>;
  #timers: NodeJS.Timeout[] = [];
  #killedFor: { reason: Reason } | undefined;
  #hasEnded = false;

  constructor(settings: WorkSettings<Notice, Reason>) {
    this.#settings = settings;
    const { entry, flags, niceness, startLimitMs, log } = settings;
    this.#child = forkProcess({ entry, flags, niceness, env: {} }, log);
    this.#child.on('message', (notice: Notice) => settings.onNotice(notice));
    this.#child.on('exit', (code, signal) => this.#handleExit(signal ?? `code ${code}`));
    this.#child.on('error', (error) => this.#handleExit(error.message));
    this.#limit(startLimitMs, settings.reasons.crashed(`it did not start in ${startLimitMs / 1000} s`));
    this.#keepParentAlive(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** False when ended, ending, or holding more memory than `leftOverBytes`. */
  canWork(leftOverBytes: number): boolean {
    return !this.#hasEnded && !this.#killedFor && memoryOf(this.#child.pid ?? 0) <= leftOverBytes;
  }

  send(order: Order): void {
    this.#keepParentAlive(true);
    this.#child.send(order, () => {});
  }

  limitTime(limitMs: number): void {
    this.#limit(limitMs, this.#settings.reasons.tooLong(limitMs));
  }

  #limit(limitMs: number, whenLate: Reason): void {
    this.stopLimits();
    const { memoryBytes, reasons } = this.#settings;
    const late = setTimeout(() => this.kill(whenLate), limitMs);
    const look = setInterval(() => {
      if (memoryOf(this.#child.pid ?? 0) > memoryBytes) this.kill(reasons.tooLarge());
    }, LOOK_MS);
    this.#timers = [late, look];
    for (const timer of this.#timers) timer.unref();
  }

  stopLimits(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }

  finish(): void {
    this.stopLimits();
    this.#keepParentAlive(false);
  }

  kill(reason: Reason): void {
    this.#killedFor ??= { reason };
    this.#child.kill('SIGKILL');
  }

  #keepParentAlive(isHeld: boolean): void {
    const held = [this.#child, this.#child.channel];
    for (const one of held) isHeld ? one?.ref() : one?.unref();
  }

  #handleExit(how: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.finish();
    this.#settings.onEnd(this.#readReason(how));
  }

  /** It may have ended before the kill. */
  #readReason(how: string): Reason {
    if (how === 'SIGKILL' && this.#killedFor) return this.#killedFor.reason;
    const { reasons } = this.#settings;
    // V8 aborts when out of heap.
    return how === 'SIGABRT' || how === 'SIGTRAP' ? reasons.tooLarge() : reasons.crashed(how);
  }
}
