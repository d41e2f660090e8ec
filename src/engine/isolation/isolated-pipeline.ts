import { decodeBatch, encodeBatch } from '../event/encode.ts';
import { Calls } from '../runtime/calls.ts';
import type { ProcessEnd } from '../runtime/watched-process.ts';
import { type BatchPool, liveEvents } from '../topology/batch-pool.ts';
import { toDeadEvent } from '../topology/dead-letters.ts';
import type { EventConsumer } from '../topology/flow.ts';
import { within } from '../topology/within.ts';
import type { DeployOptions } from '../types/engine.ts';
import type { PipelinePlan } from '../types/plan.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import { firstAfter, memoryFor, withoutSecrets } from './isolated-plan.ts';
import { IsolatedProcess, type IsolationSettings } from './isolated-process.ts';
import { ISOLATION_MEMORY_BYTES, type IsolationNotice, type IsolationOrder } from './messages.ts';
import { describeIsolatedEnd, endsProcess, PIPELINE_STOPPED } from './problems.ts';
import { type Request, Requests, type Untouched } from './requests.ts';
import { type ResultDeps, ResultKeeper } from './results.ts';

export type IsolationDeps = Omit<ResultDeps, 'requests' | 'settled'> & {
  readonly settings: IsolationSettings;
  readonly pipelineId: string;
  readonly pool: BatchPool;
  watched(): string[];
  keepCounters(): void;
};

/**
 * Isolated transforms of one pipeline. Sources, buffers and destinations stay here; nothing is counted,
 * delivered or acknowledged before results return. A crash loses no event, because its requests are repeated.
 */
export class IsolatedPipeline {
  readonly #deps: IsolationDeps;
  readonly #requests: Requests;
  readonly #results: ResultKeeper;
  readonly #process: IsolatedProcess;
  #plan: PipelinePlan | null = null;
  #memoryBytes = ISOLATION_MEMORY_BYTES;
  #candidate: PipelinePlan | null = null;
  #previous: PipelinePlan | null = null;
  #running = Promise.withResolvers<void>();
  #isRunning = false;
  readonly #calls = new Calls();
  #isPaused = false;
  #inbox: IsolationNotice[] | null = null;
  #reason: EngineProblem | null = null;
  #hasEnded = false;
  #watched = '';

  constructor(deps: IsolationDeps) {
    this.#deps = deps;
    // What waits for the process has not left its source.
    this.#requests = new Requests((sourceId, events, bytes) => {
      const { metrics } = deps.ownerOf(sourceId);
      metrics.eventsOut -= events;
      metrics.bytesOut -= bytes;
      metrics.eventsBuffered += events;
      metrics.bytesBuffered += bytes;
    });
    const settled = (emission: number, outcome: 'accepted' | 'unavailable') =>
      this.#process.send({ kind: 'settled', emission, outcome });
    this.#results = new ResultKeeper({ ...deps, requests: this.#requests, settled });
    this.#process = new IsolatedProcess(deps.settings, {
      onNotice: (notice) => (this.#inbox ? this.#inbox.push(notice) : this.#handleNotice(notice)),
      onExit: (end) => this.#handleExit(end),
      memoryBytes: () => this.#memoryBytes,
    });
  }

  /**
   * Prepares a plan beside the running one.
   * @throws EngineError
   */
  async prepare(plan: PipelinePlan, isForced: boolean, onStep?: DeployOptions['onStep']): Promise<void> {
    const stripped = withoutSecrets(plan);
    this.#memoryBytes = Math.max(this.#memoryBytes, memoryFor(plan));
    const previous = this.#plan;
    this.#previous = previous;
    const isNew = previous !== null && previous.graphVersion !== plan.graphVersion;
    const wasOn = this.#process.pid !== undefined;
    let isHeard = false;
    const attempt = async (isAlone: boolean) => {
      if (isAlone) this.#plan = null;
      if (isAlone || !this.#process.isOn) await this.#startInTurn(onStep);
      await this.#running.promise;
      const heard = this.#ask((call) => ({ kind: 'barrier', call }));
      heard.then(
        () => (isHeard = true),
        () => {},
      );
      await this.#ask((call) => ({ kind: 'prepare', call, plan: stripped, isForced }));
    };
    try {
      // A crashing version may never start, so a new one does not wait for it.
      await attempt(isNew && !this.#isRunning).catch((error: unknown) => {
        // A process that ended before reaching the new version was ended by the old one.
        if (isHeard || !isNew || !wasOn || this.#hasEnded) throw error;
        return attempt(true);
      });
    } catch (error) {
      this.#restore(previous);
      throw error;
    }
    this.#candidate = stripped;
  }

  /**
   * Activates the prepared plan. All output of the previous plan has then been passed on, and nothing is sent
   * until `resume`.
   */
  async commit(): Promise<void> {
    this.#isPaused = true;
    this.#plan = this.#candidate;
    // If the process dies here, its restart uses the new plan.
    await this.#ask((call) => ({ kind: 'commit', call })).catch(() => this.#running.promise);
    this.#inbox = [];
  }

  resume(): void {
    this.#isPaused = false;
    const inbox = this.#inbox ?? [];
    this.#inbox = null;
    for (const notice of inbox) this.#handleNotice(notice);
    this.#pump();
  }

  /** Returns to the previous plan, also when only its process was ended for the new one. */
  async rollBack(): Promise<void> {
    const isCommitted = this.#isPaused;
    if (isCommitted) this.resume();
    const previous = this.#previous;
    if (!previous || (!isCommitted && this.#plan)) return;
    try {
      await this.prepare(previous, false);
      await this.commit();
    } catch {
      this.#restore(previous);
    }
    this.resume();
  }

  createConsumer(sourceId: string): EventConsumer {
    return {
      take: (batch, given, events, bytes, delivery) => {
        const stored = given ?? encodeBatch(batch!);
        if (batch) this.#deps.pool.release(batch);
        this.#results.pressure.add(delivery.pressure);
        this.#requests.add({ sourceId, stored, events, bytes, delivery });
        this.#pump();
      },
    };
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  flush(): void {
    this.#process.send({ kind: 'flush' });
  }

  hurry(): void {
    this.#process.send({ kind: 'hurry' });
  }

  /** Resolves when all input has passed, or after `ms`. */
  async passedOn(ms: number): Promise<void> {
    await within(ms, this.#requests.idle());
    // Notices before the answer cover everything sent before.
    if (this.#isRunning) await within(ms, this.#barrier());
  }

  async close(): Promise<void> {
    this.#isPaused = true;
    this.flush();
    if (this.#isRunning) await this.#barrier();
  }

  takeWaiting(): Untouched[] {
    return this.#requests.takeWaiting();
  }

  over(): Promise<void> {
    return this.#requests.over();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#process.stop();
    this.#process.kill();
    this.#results.forget();
    this.#requests.giveUp();
    this.#calls.failAll(PIPELINE_STOPPED);
    this.#running.promise.catch(() => {});
    this.#running.reject(new EngineError(PIPELINE_STOPPED));
  }

  /** Runs this plan again, after a restart if the process ended. */
  #restore(plan: PipelinePlan | null): void {
    this.#plan = plan;
    if (plan && !this.#process.isOn && !this.#hasEnded) this.#process.startLater();
  }

  #startInTurn(onStep: DeployOptions['onStep']): Promise<void> {
    const { starts } = this.#deps.settings;
    if (starts.isFull) onStep?.('waiting');
    return starts.run(() => {
      onStep?.('validating');
      return this.#start();
    });
  }

  #start(): Promise<void> {
    if (!this.#hasEnded) this.#process.start();
    return this.#running.promise;
  }

  async #ready(): Promise<void> {
    try {
      if (this.#plan) {
        const plan = this.#plan;
        await this.#ask((call) => ({ kind: 'prepare', call, plan, isForced: false }));
        await this.#ask((call) => ({ kind: 'commit', call }));
      }
    } catch (error) {
      if (error instanceof EngineError) this.#reason = error.problem;
      this.#process.kill();
      return;
    }
    this.#isRunning = true;
    this.#running.resolve();
    this.#pump();
  }

  #handleNotice(notice: IsolationNotice): void {
    switch (notice.kind) {
      case 'ready':
        void this.#ready();
        return;
      case 'beat':
        this.#watch();
        return;
      case 'done':
        this.#results.apply(notice.results);
        this.#calls.settle(notice.call, notice.problem);
        return;
      case 'entering': {
        const request = this.#requests.find(notice.request);
        if (!request) return;
        const results = [...(request.reached?.results ?? []), notice.results];
        request.reached = { componentId: notice.componentId, stored: notice.stored, results };
        return;
      }
      case 'passed':
        for (const results of this.#requests.find(notice.request)?.reached?.results ?? [])
          this.#results.apply(results);
        this.#results.apply(notice.results);
        this.#requests.passed(notice.request, notice.isPending);
        // Before a queue stores them on disk, which would be more than was counted.
        this.#deps.keepCounters();
        this.#pump();
        return;
      case 'released':
        this.#requests.released(notice.request, notice.outcome);
        return;
      case 'results':
        this.#results.apply(notice.results);
    }
  }

  #handleExit(end: ProcessEnd): void {
    const wasRunning = this.#isRunning;
    this.#isRunning = false;
    if (this.#hasEnded) return;
    if (wasRunning) this.#running = Promise.withResolvers();
    this.#inbox &&= [];
    const name = this.#plan?.name ?? this.#deps.pipelineId;
    const problem = this.#reason ?? describeIsolatedEnd(name, end, this.#memoryBytes);
    this.#reason = null;
    this.#watched = '';
    this.#results.forget();
    const culprit = this.#requests.takeBack();
    if (culprit) this.#addDeadLetter(culprit, problem);
    this.#calls.failAll(problem);
    if (!this.#plan) {
      this.#running.promise.catch(() => {});
      this.#running.reject(new EngineError(problem));
      this.#running = Promise.withResolvers();
      return;
    }
    this.#deps.settings.onFailed(this.#deps.pipelineId, problem);
    this.#process.startLater();
  }

  /** Results from before the failing node stand. */
  #addDeadLetter(request: Request, problem: EngineProblem): void {
    const { reached, sourceId, stored, tries, delivery } = request;
    for (const results of reached?.results ?? []) this.#results.apply(results);
    const owner = this.#deps.ownerOf(reached?.componentId ?? firstAfter(this.#plan, sourceId));
    const batch = decodeBatch(reached?.stored ?? stored);
    for (const event of liveEvents(batch)) {
      delivery.hold();
      owner.metrics.eventsIn++;
      owner.metrics.bytesIn += batch.size(event);
      const done = () => delivery.release();
      this.#deps.deadLetters.add(
        owner,
        endsProcess(problem, tries),
        toDeadEvent(batch, event),
        done,
        delivery,
      );
    }
    this.#requests.settleDeadLetter(request);
  }

  #pump(): void {
    if (!this.#isRunning || this.#isPaused || !this.#plan) return;
    this.#watch();
    for (let next = this.#requests.poll(); next; next = this.#requests.poll()) {
      const { id: request, sourceId, stored, tries } = next;
      this.#process.send({ kind: 'batch', request, sourceId, stored, carefully: tries > 0 });
    }
  }

  #watch(): void {
    const componentIds = this.#deps.watched();
    const watched = componentIds.join();
    if (watched === this.#watched) return;
    this.#watched = watched;
    this.#process.send({ kind: 'watch', componentIds });
  }

  #ask(order: (call: number) => IsolationOrder): Promise<void> {
    return this.#calls.make((call) => this.#process.send(order(call)));
  }

  #barrier(): Promise<void> {
    return this.#ask((call) => ({ kind: 'barrier', call })).catch(() => {});
  }
}
