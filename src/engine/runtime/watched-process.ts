import type { ChildProcess } from 'node:child_process';
import { type ForkSettings, forkProcess } from './fork-process.ts';
import { cpuOf, memoryOf } from './usage.ts';

/** Loading is slow on a busy machine, so the first notice has its own limit. */
const FIRST_WORD_MS = 120_000;
const LOOK_MS = 200;

/** Null when it ended by itself. */
export type KillReason = 'hung' | 'memory' | null;
export type ProcessEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly killedFor: KillReason;
};

export type ProcessLimits = {
  /** Silence limit in milliseconds. */
  readonly silenceMs: number;
  /**
   * Silence limit while busy: at least half of it spent as CPU time distinguishes a loop from waiting for a
   * core.
   */
  readonly busyMs: number;
  /** Silence limit before the first notice; two minutes by default. */
  readonly firstWordMs?: number;
  allows(bytes: number): boolean;
};

export type ProcessSettings = ForkSettings & { readonly limits: ProcessLimits };

export type ProcessEvents<Notice> = {
  onNotice(notice: Notice): void;
  onExit(end: ProcessEnd): void;
  onOutput(line: string): void;
};

/** A child process that reports each second, watched for silence and memory. */
export class WatchedProcess<Order extends object, Notice> {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  readonly #watch: NodeJS.Timeout;
  /** Counted in checks, not by the clock: a stalled machine must not blame the process. */
  #silentMs = 0;
  #cpuAtLastWord = 0;
  #hasSpoken = false;
  #killedFor: KillReason = null;

  constructor({ limits, ...settings }: ProcessSettings, events: ProcessEvents<Notice>) {
    this.#limits = limits;
    this.#child = forkProcess(settings, (line) => events.onOutput(line));
    this.#child.on('message', (notice: Notice) => {
      this.#silentMs = 0;
      this.#cpuAtLastWord = -1;
      this.#hasSpoken = true;
      events.onNotice(notice);
    });
    let ended = false;
    const exited = (code: number | null, signal: NodeJS.Signals | null) => {
      if (ended) return;
      ended = true;
      clearInterval(this.#watch);
      events.onExit({ code, signal, killedFor: this.#killedFor });
    };
    this.#child.on('exit', exited);
    this.#child.on('error', (error) => {
      events.onOutput(error.message);
      if (this.#child.pid === undefined) exited(null, null);
    });
    this.#watch = setInterval(() => this.#look(), LOOK_MS);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(order: Order): void {
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #look(): void {
    const pid = this.#child.pid ?? 0;
    if (!this.#limits.allows(memoryOf(pid))) this.#killFor('memory');
    this.#silentMs += LOOK_MS;
    const silent = this.#silentMs;
    const { silenceMs, busyMs, firstWordMs = FIRST_WORD_MS } = this.#limits;
    if (!this.#hasSpoken) {
      if (silent >= firstWordMs) this.#killFor('hung');
      return;
    }
    if (this.#cpuAtLastWord < 0) this.#cpuAtLastWord = cpuOf(pid);
    const isBusy = silent >= busyMs && cpuOf(pid) - this.#cpuAtLastWord >= busyMs / 2;
    if (silent >= silenceMs || isBusy) this.#killFor('hung');
  }

  #killFor(reason: KillReason): void {
    this.#killedFor ??= reason;
    this.kill();
  }
}
