import { RestartBackoff } from '../runtime/restart-backoff.ts';
import { type ProcessEnd, WatchedProcess } from '../runtime/watched-process.ts';
import type { Turns } from '../topology/turns.ts';
import type { EngineProblem } from '../types/problem.ts';
import {
  ISOLATION_BUSY_MS,
  ISOLATION_FLAGS,
  ISOLATION_SILENCE_MS,
  type IsolationNotice,
  type IsolationOrder,
} from './messages.ts';

export type IsolationSettings = {
  readonly entry: string;
  onFailed(pipelineId: string, problem: EngineProblem): void;
  /** Limits concurrent starts: each takes a second of CPU. */
  readonly starts: Turns;
  readonly log: (line: string) => void;
};

type Events = {
  onNotice(notice: IsolationNotice): void;
  onExit(end: ProcessEnd): void;
  memoryBytes(): number;
};

/** Only the time zone of the service's environment. */
const ownEnvironment = (): NodeJS.ProcessEnv => (process.env.TZ === undefined ? {} : { TZ: process.env.TZ });

export class IsolatedProcess {
  readonly #settings: IsolationSettings;
  readonly #events: Events;
  #process: WatchedProcess<IsolationOrder, IsolationNotice> | null = null;
  #restart: NodeJS.Timeout | null = null;
  readonly #backoff = new RestartBackoff();

  constructor(settings: IsolationSettings, events: Events) {
    this.#settings = settings;
    this.#events = events;
  }

  get isOn(): boolean {
    return this.#process !== null || this.#restart !== null;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  send(order: IsolationOrder): void {
    this.#process?.send(order);
  }

  kill(): void {
    this.#process?.kill();
  }

  start(): void {
    this.stop();
    if (this.#process) return;
    this.#backoff.markStart();
    const limits = {
      silenceMs: ISOLATION_SILENCE_MS,
      busyMs: ISOLATION_BUSY_MS,
      allows: (bytes: number) => bytes <= this.#events.memoryBytes(),
    };
    const { entry, log } = this.#settings;
    this.#process = new WatchedProcess<IsolationOrder, IsolationNotice>(
      { entry, flags: ISOLATION_FLAGS, env: ownEnvironment(), limits },
      {
        onNotice: (notice) => this.#events.onNotice(notice),
        onOutput: log,
        onExit: (end) => {
          this.#process = null;
          this.#events.onExit(end);
        },
      },
    );
  }

  /** Delays grow until a process survives for a while. */
  startLater(): void {
    this.#restart = setTimeout(() => this.start(), this.#backoff.nextDelayMs(true));
  }

  stop(): void {
    if (this.#restart) clearTimeout(this.#restart);
    this.#restart = null;
  }
}
