import { join } from 'node:path';
import { type ConnectionTests, createConnectionTests } from './connection-test/tests.ts';
import { needsProcess } from './isolation/isolated-plan.ts';
import { describeEngineEnd } from './isolation/problems.ts';
import { createPreviews, type Previews } from './preview/previews.ts';
import { Answers } from './runtime/answers.ts';
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
import { RestartBackoff } from './runtime/restart-backoff.ts';
import type { ProcessEnd } from './runtime/watched-process.ts';
import { archivesFirst, expectedOf } from './start-order.ts';
import { allowsMemory, isOwnFault, memoryLimit, Suspects } from './suspects.ts';
import { unlessCancelled } from './topology/cancellation.ts';
import { freeBytes } from './topology/reserve.ts';
import type { EngineWorker } from './topology/worker-folders.ts';
import type { ConnectionTestReport, ConnectionTestRequest } from './types/connection-test.ts';
import type { DeadLetterAnswer, DeadLetterRequest } from './types/dead-letter.ts';
import type { DeployOptions, EnginePort } from './types/engine.ts';
import type { ExpectedPipeline, PipelinePlan } from './types/plan.ts';
import type { PreviewReport, PreviewRequest } from './types/preview.ts';
import { EngineError, type EngineProblem } from './types/problem.ts';
import type { EngineReport, EngineState } from './types/report.ts';
import type { Tap, TapEvent, TapRequest } from './types/tap.ts';
import type { EngineReservations } from './workers/engine-reservations.ts';

export type WorkerPlace = EngineWorker & {
  readonly reservations: EngineReservations;
  /** Graph versions of suspects, by pipeline. */
  readonly suspects: Map<string, number>;
};

export type EmbeddedEngineOptions = {
  /** Files go to `engine/<siteId>` below it. */
  readonly dataFolder: string;
  readonly siteId: string;
  readonly log?: (line: string) => void;
  /** Port of the service, refused as a target; PENSTOCK_PORT by default. */
  readonly apiPort?: number;
  readonly entry?: string;
  /** Silence before it counts as hung; 10 s by default. */
  readonly silenceMs?: number;
  /** Longest restart delay; delays double with each early crash. 30 s by default. */
  readonly restartMaxMs?: number;
  readonly workers?: number;
};

/** With less room than this, a disk counts as full. */
const FULL_BYTES = 64 << 10;

export type WorkerDeployOptions = DeployOptions & { readonly isMoved?: boolean };

type OpenTap = { onEvents(events: TapEvent[]): void; onEnd(reason: string): void };

/** Runs the engine in a child process and restarts it with all pipelines when it dies or hangs. */
export class EmbeddedEngine implements EnginePort {
  #state: EngineState = 'stopped';
  readonly #settings: ChildSettings;
  readonly #entry: string;
  readonly #log: (line: string) => void;
  readonly #silenceMs: number;
  readonly #backoff: RestartBackoff;
  readonly #plans = new Map<string, PipelinePlan>();
  /** Announced, neither deployed nor refused yet: sent to each new process. */
  readonly #expected = new Map<string, ExpectedPipeline>();
  readonly #listeners = new Set<(report: EngineReport) => void>();
  readonly #taps = new Map<number, OpenTap>();
  readonly #calls = new Calls();
  readonly #letters = new Answers<DeadLetterAnswer>();
  readonly #suspects: Suspects;
  readonly #previews: Previews;
  readonly #tests: ConnectionTests;
  readonly #place: WorkerPlace | undefined;
  #wasReady = false;
  #process: EngineProcess | null = null;
  #nextTap = 1;
  #stopping: Promise<void> | null = null;
  #restart: NodeJS.Timeout | null = null;
  #running = Promise.withResolvers<void>();
  #exited = Promise.withResolvers<void>();

  constructor(options: EmbeddedEngineOptions, place?: WorkerPlace) {
    const { dataFolder, siteId, apiPort } = options;
    this.#settings = apiPort === undefined ? { dataFolder, siteId } : { dataFolder, siteId, apiPort };
    this.#place = place;
    this.#entry = options.entry ?? join(import.meta.dirname, 'main.ts');
    this.#log = options.log ?? (() => {});
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#backoff = new RestartBackoff(options.restartMaxMs);
    this.#suspects = new Suspects(dataFolder, siteId, place?.index, place?.suspects);
    this.#previews = createPreviews({ log: this.#log });
    const codeCache = codeCacheOf(this.#settings);
    this.#tests = createConnectionTests({ apiPort, codeCache, log: this.#log });
  }

  get state(): EngineState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get pids(): readonly number[] {
    return this.pid === undefined ? [] : [this.pid];
  }

  /** Announced, neither deployed nor refused yet. */
  get expected(): readonly ExpectedPipeline[] {
    return [...this.#expected.values()];
  }

  start(): Promise<void> {
    if (this.#state === 'stopped' && !this.#stopping) {
      this.#enter('starting');
      this.#spawn();
    }
    return this.#running.promise;
  }

  expect(pipelines: readonly ExpectedPipeline[]): void {
    for (const one of pipelines) this.#expected.set(one.pipelineId, one);
    if (this.#state === 'running') this.#process?.send({ kind: 'expect', pipelines: [...pipelines] });
  }

  async deploy(plan: PipelinePlan, options: WorkerDeployOptions = {}): Promise<void> {
    const { pipelineId } = plan;
    await unlessCancelled(this.#whenRunning(), options.signal);
    const process = this.#process;
    try {
      await this.#deployNow(plan, options);
      this.#plans.set(pipelineId, plan);
    } finally {
      // An interrupted one comes again.
      if (this.#process === process) this.#expected.delete(pipelineId);
    }
  }

  async remove(pipelineId: string, options: { drainMs: number }): Promise<void> {
    this.#plans.delete(pipelineId);
    this.#expected.delete(pipelineId);
    await this.#whenRunning();
    const { drainMs } = options;
    await this.#call((call) => ({ kind: 'remove', call, pipelineId, drainMs }));
  }

  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap {
    const tap = this.#nextTap++;
    this.#taps.set(tap, { onEvents, onEnd });
    if (this.#state === 'running') this.#process?.send({ kind: 'tap', tap, request });
    else queueMicrotask(() => this.#endTap(tap, 'The engine does not run'));
    return { stop: () => this.#process?.send({ kind: 'tap.stop', tap }) };
  }

  preview(request: PreviewRequest): Promise<PreviewReport> {
    return this.#previews.run(request);
  }

  testConnection(request: ConnectionTestRequest): Promise<ConnectionTestReport> {
    return this.#tests.run(request);
  }

  async deadLetters<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>> {
    await this.#whenRunning();
    const running = this.#process;
    if (!running) throw new EngineError(STOPPED);
    const answer = await this.#letters.wait((call) => running.send({ kind: 'letters', call, request }));
    return answer as DeadLetterAnswer<R>;
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
      this.#calls.make((call) => running.send({ kind: 'stop', call })).catch(() => {});
      await this.#exited.promise;
      clearTimeout(late);
    }
    this.#enter('stopped');
  }

  #spawn(): void {
    this.#exited = Promise.withResolvers();
    this.#backoff.markStart();
    const limits = {
      silenceMs: this.#silenceMs,
      busyMs: BUSY_MS,
      allows: (bytes: number) => allowsMemory(bytes, this.#plans.values()),
    };
    const isFirst = this.#place?.isFirst === true && !this.#wasReady;
    const settings = this.#place
      ? { ...this.#settings, worker: { index: this.#place.index, isFirst, of: this.#place.of } }
      : this.#settings;
    this.#process = startEngineProcess(this.#entry, settings, limits, {
      onNotice: (notice) => this.#handleNotice(notice),
      onExit: (end) => this.#handleExit(end),
      onOutput: (line) => this.#log(line),
    });
  }

  #handleNotice(notice: Notice): void {
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
        this.#emit(notice.report);
        break;
      case 'tap.events':
        this.#taps.get(notice.tap)?.onEvents(notice.events);
        break;
      case 'letters':
        this.#letters.settle(notice.call, notice.answer, notice.problem);
        break;
      case 'tap.end':
        this.#endTap(notice.tap, notice.reason);
        break;
      case 'reserve':
        void this.#reserve(notice);
        break;
      case 'release':
        this.#place?.reservations.release(this.#place.index, notice.id);
        break;
    }
  }

  async #reserve({ call, resource, id, name }: Extract<Notice, { kind: 'reserve' }>): Promise<void> {
    const process = this.#process;
    const problem = await this.#place?.reservations.reserve(this.#place.index, resource, id, name);
    process?.send({ kind: 'reserved', call, problem });
  }

  /** Redeploys all plans; a failure does not stop the others. */
  async #ready(): Promise<void> {
    const process = this.#process;
    this.#wasReady = true;
    const isApart = (plan: PipelinePlan) => this.#suspects.has(plan) || needsProcess(plan);
    const plans = archivesFirst(this.#plans.values());
    process?.send({ kind: 'expect', pipelines: [...expectedOf(plans), ...this.#expected.values()] });
    for (const plan of plans) {
      if (isApart(plan)) continue;
      await this.#redeploy(plan);
      if (this.#process !== process) return;
    }
    if (this.#stopping) return;
    // They continue starting while the engine runs: each has a process that takes a second.
    for (const plan of plans) if (isApart(plan)) void this.#redeploy(plan);
    this.#enter('running');
    this.#running.resolve();
  }

  async #redeploy(plan: PipelinePlan): Promise<void> {
    const process = this.#process;
    try {
      await this.#deployNow(plan);
    } catch (error) {
      if (this.#process !== process || !(error instanceof EngineError)) return;
      this.#emit({ type: 'pipeline.failed', pipelineId: plan.pipelineId, problem: error.problem });
    }
  }

  #handleExit(end: ProcessEnd): void {
    this.#process = null;
    this.#place?.reservations.releaseAll(this.#place.index);
    const { dataFolder } = this.#settings;
    const problem = crash(end, freeBytes(dataFolder) < FULL_BYTES ? dataFolder : undefined);
    this.#calls.failAll(problem);
    this.#letters.takeAll()(problem);
    for (const tap of [...this.#taps.keys()]) this.#endTap(tap, 'The engine ended');
    this.#exited.resolve();
    if (this.#stopping) return;
    if (this.#state === 'running') this.#running = Promise.withResolvers();
    const delay = this.#backoff.nextDelayMs(isOwnFault(end));
    this.#log(`${problem.message}; restarting in ${delay} ms`);
    this.#enter('restarting', problem);
    this.#suspect(end);
    this.#restart = setTimeout(() => this.#spawn(), delay);
  }

  /** Isolates the pipeline in work at the crash. */
  #suspect(end: ProcessEnd): void {
    const plan = this.#suspects.find(end, this.#plans);
    if (!plan) return;
    const problem = describeEngineEnd(plan.name, end, memoryLimit(this.#plans.values()));
    this.#log(problem.message);
    this.#emit({ type: 'pipeline.failed', pipelineId: plan.pipelineId, problem });
  }

  #whenRunning(): Promise<void> {
    if (this.#stopping || this.#state === 'stopped') return Promise.reject(new EngineError(STOPPED));
    return this.#running.promise;
  }

  async #deployNow(plan: PipelinePlan, options: WorkerDeployOptions = {}): Promise<void> {
    const { isForced = false, isMoved = false, signal, onStep } = options;
    let cancel = () => {};
    try {
      await this.#call((call) => {
        cancel = () => this.#process?.send({ kind: 'deploy.cancel', call });
        signal?.addEventListener('abort', cancel, { once: true });
        const isIsolated = this.#suspects.has(plan);
        return { kind: 'deploy', call, plan, isForced, isIsolated, isMoved };
      }, onStep);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  #call(order: (call: number) => Order, onStep?: DeployOptions['onStep']): Promise<void> {
    const running = this.#process;
    if (!running) return Promise.reject(new EngineError(STOPPED));
    return this.#calls.make((call) => running.send(order(call)), onStep);
  }

  #endTap(tap: number, reason: string): void {
    const open = this.#taps.get(tap);
    this.#taps.delete(tap);
    open?.onEnd(reason);
  }

  #enter(state: EngineState, problem?: EngineProblem): void {
    this.#state = state;
    this.#emit(problem ? { type: 'state', state, problem } : { type: 'state', state });
  }

  #emit(report: EngineReport): void {
    for (const listener of this.#listeners) listener(report);
  }
}
