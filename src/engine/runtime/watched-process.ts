import { type ChildProcess, fork } from 'node:child_process';
import { cpuOf, memoryOf } from './usage.ts';

/**
 * Loading takes its time on a busy machine, and much of the processor: until its first word a process is not told
 * from one that hangs, but by this.
 */
const FIRST_WORD_MS = 120_000;
const LOOK_MS = 200;

/** Why a process was killed: it did not speak, or had more memory in use than it may; null when it ended by itself. */
export type KillReason = 'hung' | 'memory' | null;
export type ProcessEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly killedFor: KillReason;
};

export type ProcessLimits = {
  /** So long may it be silent, whatever it does; in milliseconds. */
  readonly silenceMs: number;
  /**
   * So long may it be silent while it works on and on. It is told from one that waits for a core of a busy
   * machine by the processor time it uses: at least half of that.
   */
  readonly busyMs: number;
  /** So long may it be silent from its start to its first word; two minutes when left out. */
  readonly firstWordMs?: number;
  /** So much memory may it have in use. */
  allows(bytes: number): boolean;
};

export type ProcessSettings = {
  readonly entry: string;
  readonly args: readonly string[];
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly limits: ProcessLimits;
};

export type ProcessEvents<Notice> = {
  onNotice(notice: Notice): void;
  /** Called once, whatever ended it. */
  onExit(end: ProcessEnd): void;
  onOutput(line: string): void;
};

/** One life of a child process that speaks at least each second, watched for silence and memory. */
export class WatchedProcess<Order extends object, Notice> {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  readonly #watch: NodeJS.Timeout;
  /**
   * Counted by looks, not by the clock: where the machine is so busy that this process hardly runs either,
   * nobody is blamed for silence.
   */
  #silentMs = 0;
  #cpuAtLastWord = 0;
  #hasSpoken = false;
  #killedFor: KillReason = null;

  constructor({ entry, args, flags, env, limits }: ProcessSettings, events: ProcessEvents<Notice>) {
    this.#limits = limits;
    this.#child = fork(entry, [...args], {
      serialization: 'advanced',
      execArgv: [...flags],
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.on('message', (notice: Notice) => {
      this.#silentMs = 0;
      this.#cpuAtLastWord = -1;
      this.#hasSpoken = true;
      events.onNotice(notice);
    });
    const output = (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) if (line !== '') events.onOutput(line);
    };
    this.#child.stdout?.on('data', output);
    this.#child.stderr?.on('data', output);
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

  tell(order: Order): void {
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
