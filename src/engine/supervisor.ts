import { join } from 'node:path';
import {
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type EngineState,
  type PipelinePlan,
  type Tap,
  type TapEvent,
  type TapRequest,
} from './port.ts';
import { Calls } from './runtime/calls.ts';
import { EngineProcess } from './runtime/engine-process.ts';
import {
  type ChildSettings,
  type Notice,
  type Order,
  SILENCE_MS,
  STOP_DRAIN_MS,
} from './runtime/messages.ts';

const RESTART_FIRST_MS = 100;
const RESTART_MAX_MS = 30_000;
/** An engine that ran so long is considered sound again. */
const SOUND_AFTER_MS = 60_000;

export type EmbeddedEngineOptions = {
  /** The engine keeps its files in `engine/<siteId>` below it. */
  readonly dataFolder: string;
  readonly siteId: string;
  /** Lines the engine's process writes, and what the supervisor does. */
  readonly log?: (line: string) => void;
  /** Where the service listens: no pipeline may send there. PENSTOCK_PORT when left out. */
  readonly apiPort?: number;
  /** The module the process runs; the engine's own when left out. */
  readonly entry?: string;
  /** So long may the process be silent before it counts as hung; 10 s when left out. */
  readonly silenceMs?: number;
};

type OpenTap = { onEvents(events: TapEvent[]): void; onEnd(reason: string): void };

/** Runs the engine in a process of its own; starts it again, with all its pipelines, when it dies or hangs. */
class EmbeddedEngine implements EnginePort {
  #state: EngineState = 'stopped';
  readonly #settings: ChildSettings;
  readonly #entry: string;
  readonly #log: (line: string) => void;
  readonly #silenceMs: number;
  readonly #plans = new Map<string, PipelinePlan>();
  readonly #listeners = new Set<(report: EngineReport) => void>();
  readonly #taps = new Map<number, OpenTap>();
  readonly #calls = new Calls();
  #process: EngineProcess | null = null;
  #nextTap = 1;
  #crashes = 0;
  #startedAt = 0;
  #stopping: Promise<void> | null = null;
  #restart: NodeJS.Timeout | null = null;
  #running = Promise.withResolvers<void>();
  #exited = Promise.withResolvers<void>();

  constructor(options: EmbeddedEngineOptions) {
    const { dataFolder, siteId, apiPort } = options;
    this.#settings = apiPort === undefined ? { dataFolder, siteId } : { dataFolder, siteId, apiPort };
    this.#entry = options.entry ?? join(import.meta.dirname, 'main.ts');
    this.#log = options.log ?? (() => {});
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
  }

  get state(): EngineState {
    return this.#state;
  }

  /** Of the engine's process, while there is one. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  start(): Promise<void> {
    if (this.#state === 'stopped' && !this.#stopping) {
      this.#enter('starting');
      this.#spawn();
    }
    return this.#running.promise;
  }

  async deploy(plan: PipelinePlan): Promise<void> {
    await this.#whenRunning();
    await this.#deployNow(plan);
    this.#plans.set(plan.pipelineId, plan);
  }

  async remove(pipelineId: string, options: { drainMs: number }): Promise<void> {
    this.#plans.delete(pipelineId);
    await this.#whenRunning();
    const { drainMs } = options;
    await this.#call((call) => ({ kind: 'remove', call, pipelineId, drainMs }));
  }

  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap {
    const tap = this.#nextTap++;
    this.#taps.set(tap, { onEvents, onEnd });
    if (this.#state === 'running') this.#process?.tell({ kind: 'tap', tap, request });
    else queueMicrotask(() => this.#endTap(tap, 'The engine does not run'));
    return { stop: () => this.#process?.tell({ kind: 'tap.stop', tap }) };
  }

  onReport(listener: (report: EngineReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stopNow();
    return this.#stopping;
  }

  async #stopNow(): Promise<void> {
    if (this.#restart) clearTimeout(this.#restart);
    this.#running.promise.catch(() => {});
    this.#running.reject(new EngineError(STOPPED));
    const running = this.#process;
    if (running) {
      const late = setTimeout(() => running.kill(), STOP_DRAIN_MS + 10_000);
      this.#calls.make((call) => running.tell({ kind: 'stop', call })).catch(() => {});
      await this.#exited.promise;
      clearTimeout(late);
    }
    this.#enter('stopped');
  }

  #spawn(): void {
    this.#exited = Promise.withResolvers();
    this.#startedAt = performance.now();
    this.#process = new EngineProcess(this.#entry, this.#settings, this.#silenceMs, {
      onNotice: (notice) => this.#hear(notice),
      onExit: (how) => this.#gone(how),
      onOutput: (line) => this.#log(line),
    });
  }

  #hear(notice: Notice): void {
    switch (notice.kind) {
      case 'ready':
        void this.#ready();
        break;
      case 'done':
        this.#calls.settle(notice.call, notice.problem);
        break;
      case 'report':
        this.#tell(notice.report);
        break;
      case 'tap.events':
        this.#taps.get(notice.tap)?.onEvents(notice.events);
        break;
      case 'tap.end':
        this.#endTap(notice.tap, notice.reason);
        break;
    }
  }

  /** Brings back what ran before; a pipeline that cannot run any more does not keep the others from it. */
  async #ready(): Promise<void> {
    const process = this.#process;
    for (const plan of [...this.#plans.values()]) {
      try {
        await this.#deployNow(plan);
      } catch (error) {
        if (this.#process !== process || !(error instanceof EngineError)) return;
        this.#tell({ type: 'pipeline.failed', pipelineId: plan.pipelineId, problem: error.problem });
      }
    }
    if (this.#process !== process || this.#stopping) return;
    this.#enter('running');
    this.#running.resolve();
  }

  #gone(how: { code: number | null; signal: NodeJS.Signals | null; hung: boolean }): void {
    this.#process = null;
    const problem = crash(how);
    this.#calls.failAll(problem);
    for (const tap of [...this.#taps.keys()]) this.#endTap(tap, 'The engine ended');
    this.#exited.resolve();
    if (this.#stopping) return;
    if (this.#state === 'running') this.#running = Promise.withResolvers();
    if (performance.now() - this.#startedAt > SOUND_AFTER_MS) this.#crashes = 0;
    const delay = Math.min(RESTART_MAX_MS, RESTART_FIRST_MS * 2 ** Math.min(this.#crashes++, 10));
    this.#log(`${problem.message}; it is started again in ${delay} ms`);
    this.#enter('restarting', problem);
    this.#restart = setTimeout(() => this.#spawn(), delay);
  }

  #whenRunning(): Promise<void> {
    if (this.#stopping || this.#state === 'stopped') return Promise.reject(new EngineError(STOPPED));
    return this.#running.promise;
  }

  #deployNow(plan: PipelinePlan): Promise<void> {
    return this.#call((call) => ({ kind: 'deploy', call, plan }));
  }

  #call(order: (call: number) => Order): Promise<void> {
    const running = this.#process;
    if (!running) return Promise.reject(new EngineError(STOPPED));
    return this.#calls.make((call) => running.tell(order(call)));
  }

  #endTap(tap: number, reason: string): void {
    const open = this.#taps.get(tap);
    this.#taps.delete(tap);
    open?.onEnd(reason);
  }

  #enter(state: EngineState, problem?: EngineProblem): void {
    this.#state = state;
    this.#tell(problem ? { type: 'state', state, problem } : { type: 'state', state });
  }

  #tell(report: EngineReport): void {
    for (const listener of this.#listeners) listener(report);
  }
}

const STOPPED: EngineProblem = {
  errorName: 'EngineStopped',
  message: 'The engine does not run',
  causes: ['It was stopped, or not started'],
  resolutions: ['Start the service again'],
};

function crash(how: { code: number | null; signal: NodeJS.Signals | null; hung: boolean }): EngineProblem {
  const end = how.signal ? `signal ${how.signal}` : `code ${how.code}`;
  return {
    errorName: how.hung ? 'EngineHung' : 'EngineCrashed',
    message: how.hung ? 'The engine did not answer and was ended' : `The engine ended by itself (${end})`,
    causes: [how.hung ? 'It was busy for 10 seconds without a pause' : `Its process ended with ${end}`],
    resolutions: ['It starts again by itself; if this repeats, look in the log for the cause'],
  };
}

/**
 * The engine of a site on this machine, not started yet. Unacknowledged input is not lost when its process
 * dies; the process ends by itself when this one does.
 */
export const createEmbeddedEngine = (
  options: EmbeddedEngineOptions,
): EnginePort & { readonly pid: number | undefined } => new EmbeddedEngine(options);
