import type { EngineProblem } from '../port.ts';
import { type ProcessEnd, WatchedProcess } from '../runtime/watched-process.ts';
import {
  APART_BUSY_MS,
  APART_FLAGS,
  APART_SILENCE_MS,
  type ApartNotice,
  type ApartOrder,
} from './messages.ts';

const RESTART_FIRST_MS = 100;
const RESTART_MAX_MS = 30_000;
/** A process that ran so long is considered sound again. */
const SOUND_AFTER_MS = 60_000;

/** How an engine gives pipelines processes of their own. */
export type ApartSettings = {
  /** The module such a process runs. */
  readonly entry: string;
  onFailed(pipelineId: string, problem: EngineProblem): void;
  readonly log: (line: string) => void;
};

type Events = {
  onNotice(notice: ApartNotice): void;
  onGone(end: ProcessEnd): void;
  /** So much may it have in use. */
  memoryBytes(): number;
};

/** Nothing of the service's own: transforms need no names, keys or addresses, but the same time zone. */
const ownEnvironment = (): NodeJS.ProcessEnv => (process.env.TZ === undefined ? {} : { TZ: process.env.TZ });

/** The processes of one pipeline, one after the other. */
export class ApartLife {
  readonly #settings: ApartSettings;
  readonly #events: Events;
  #process: WatchedProcess<ApartOrder, ApartNotice> | null = null;
  #restart: NodeJS.Timeout | null = null;
  #crashes = 0;
  #startedAt = 0;

  constructor(settings: ApartSettings, events: Events) {
    this.#settings = settings;
    this.#events = events;
  }

  /** There is a process, or there will be one. */
  get isOn(): boolean {
    return this.#process !== null || this.#restart !== null;
  }

  tell(order: ApartOrder): void {
    this.#process?.tell(order);
  }

  kill(): void {
    this.#process?.kill();
  }

  start(): void {
    this.stop();
    if (this.#process) return;
    this.#startedAt = performance.now();
    const limits = {
      silenceMs: APART_SILENCE_MS,
      busyMs: APART_BUSY_MS,
      allows: (bytes: number) => bytes <= this.#events.memoryBytes(),
    };
    const { entry, log } = this.#settings;
    this.#process = new WatchedProcess<ApartOrder, ApartNotice>(
      { entry, args: [], flags: APART_FLAGS, env: ownEnvironment(), limits },
      {
        onNotice: (notice) => this.#events.onNotice(notice),
        onOutput: log,
        onExit: (end) => {
          this.#process = null;
          this.#events.onGone(end);
        },
      },
    );
  }

  /** Later each time, until one runs for a while. */
  startLater(): void {
    if (performance.now() - this.#startedAt > SOUND_AFTER_MS) this.#crashes = 0;
    const delay = Math.min(RESTART_MAX_MS, RESTART_FIRST_MS * 2 ** Math.min(this.#crashes++, 10));
    this.#restart = setTimeout(() => this.start(), delay);
  }

  /** It does not start again by itself. */
  stop(): void {
    if (this.#restart) clearTimeout(this.#restart);
    this.#restart = null;
  }
}
