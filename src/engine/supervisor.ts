import { join } from 'node:path';
import { type ConnectionTests, createConnectionTests } from './connection-test/tests.ts';
import { sharedEnded } from './isolation/problems.ts';
import {
  type ConnectionTestReport,
  type ConnectionTestRequest,
  type DeployOptions,
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type EngineState,
  type PipelinePlan,
  type PreviewReport,
  type PreviewRequest,
  type Tap,
  type TapEvent,
  type TapRequest,
} from './port.ts';
import { createPreviews, type Previews } from './preview/previews.ts';
import { Calls } from './runtime/calls.ts';
import { crash, STOPPED } from './runtime/engine-problems.ts';
import { codeCacheOf, type EngineProcess, startEngineProcess } from './runtime/engine-process.ts';
import {
  BUSY_MS,
  type ChildSettings,
  type Notice,
  type Order,
  SILENCE_MS,
  STOP_DRAIN_MS,
} from './runtime/messages.ts';
import type { ProcessEnd } from './runtime/watched-process.ts';
import { allowsMemory, memoryLimit, Suspects } from './suspects.ts';
import { unlessCancelled } from './topology/cancellation.ts';

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
  /** So long may the process be silent, whatever it does, before it counts as hung; 10 s when left out. */
  readonly silenceMs?: number;
  /** The longest wait before it is started again; each crash soon after another doubles the wait, 30 s when left out. */
  readonly restartMaxMs?: number;
};

type OpenTap = { onEvents(events: TapEvent[]): void; onEnd(reason: string): void };

/** Before anything flows, what is to keep it is there. */
const archivesFirst = (plans: Iterable<PipelinePlan>): PipelinePlan[] => {
  const isArchive = ({ nodes }: PipelinePlan) => nodes.some((node) => node.isArchive);
  return [...plans].sort((a, b) => Number(isArchive(b)) - Number(isArchive(a)));
};

/** Runs the engine in a process of its own; starts it again, with all its pipelines, when it dies or hangs. */
class EmbeddedEngine implements EnginePort {
  #state: EngineState = 'stopped';
  readonly #settings: ChildSettings;
  readonly #entry: string;
  readonly #log: (line: string) => void;
  readonly #silenceMs: number;
  readonly #restartMaxMs: number;
  readonly #plans = new Map<string, PipelinePlan>();
  readonly #listeners = new Set<(report: EngineReport) => void>();
  readonly #taps = new Map<number, OpenTap>();
  readonly #calls = new Calls();
  readonly #suspects: Suspects;
  readonly #previews: Previews;
  readonly #tests: ConnectionTests;
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
    this.#restartMaxMs = options.restartMaxMs ?? RESTART_MAX_MS;
    this.#suspects = new Suspects(dataFolder, siteId);
    this.#previews = createPreviews({ log: this.#log });
    const codeCache = codeCacheOf(this.#settings);
    this.#tests = createConnectionTests({ apiPort, codeCache, log: this.#log });
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

  async deploy(plan: PipelinePlan, options: DeployOptions = {}): Promise<void> {
    await unlessCancelled(this.#whenRunning(), options.signal);
    await this.#deployNow(plan, options);
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

  preview(request: PreviewRequest): Promise<PreviewReport> {
    return this.#previews.run(request);
  }

  testConnection(request: ConnectionTestRequest): Promise<ConnectionTestReport> {
    return this.#tests.run(request);
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
    this.#previews.stop();
    this.#tests.stop();
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
    const limits = {
      silenceMs: this.#silenceMs,
      busyMs: BUSY_MS,
      allows: (bytes: number) => allowsMemory(bytes, this.#plans.values()),
    };
    this.#process = startEngineProcess(this.#entry, this.#settings, limits, {
      onNotice: (notice) => this.#hear(notice),
      onExit: (end) => this.#gone(end),
      onOutput: (line) => this.#log(line),
    });
  }

  #hear(notice: Notice): void {
    switch (notice.kind) {
      case 'ready':
        void this.#ready();
        break;
      case 'step':
        this.#calls.step(notice.call, notice.step);
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
    for (const plan of archivesFirst(this.#plans.values())) {
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

  #gone(end: ProcessEnd): void {
    this.#process = null;
    const problem = crash(end);
    this.#calls.failAll(problem);
    for (const tap of [...this.#taps.keys()]) this.#endTap(tap, 'The engine ended');
    this.#exited.resolve();
    if (this.#stopping) return;
    if (this.#state === 'running') this.#running = Promise.withResolvers();
    if (performance.now() - this.#startedAt > SOUND_AFTER_MS) this.#crashes = 0;
    const delay = Math.min(this.#restartMaxMs, RESTART_FIRST_MS * 2 ** Math.min(this.#crashes++, 10));
    this.#log(`${problem.message}; it is started again in ${delay} ms`);
    this.#enter('restarting', problem);
    this.#suspect(end);
    this.#restart = setTimeout(() => this.#spawn(), delay);
  }

  /** What was worked on when the process ended gets a process of its own, and so harms the others no more. */
  #suspect(end: ProcessEnd): void {
    const plan = this.#suspects.find(end, this.#plans);
    if (!plan) return;
    const problem = sharedEnded(plan.name, end, memoryLimit(this.#plans.values()));
    this.#log(problem.message);
    this.#tell({ type: 'pipeline.failed', pipelineId: plan.pipelineId, problem });
  }

  #whenRunning(): Promise<void> {
    if (this.#stopping || this.#state === 'stopped') return Promise.reject(new EngineError(STOPPED));
    return this.#running.promise;
  }

  async #deployNow(plan: PipelinePlan, options: DeployOptions = {}): Promise<void> {
    const { isForced = false, signal, onStep } = options;
    let cancel = () => {};
    try {
      await this.#call((call) => {
        cancel = () => this.#process?.tell({ kind: 'deploy.cancel', call });
        signal?.addEventListener('abort', cancel, { once: true });
        return { kind: 'deploy', call, plan, isForced, isApart: this.#suspects.has(plan) };
      }, onStep);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  #call(order: (call: number) => Order, onStep?: DeployOptions['onStep']): Promise<void> {
    const running = this.#process;
    if (!running) return Promise.reject(new EngineError(STOPPED));
    return this.#calls.make((call) => running.tell(order(call)), onStep);
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

/**
 * The engine of a site on this machine, not started yet. Unacknowledged input is not lost when its process
 * dies; the process ends by itself when this one does.
 */
export const createEmbeddedEngine = (
  options: EmbeddedEngineOptions,
): EnginePort & { readonly pid: number | undefined } => new EmbeddedEngine(options);
