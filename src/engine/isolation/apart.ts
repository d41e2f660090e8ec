import { decodeBatch, encodeBatch } from '../event/encode.ts';
import { EngineError, type EngineProblem, type PipelinePlan } from '../port.ts';
import { Calls } from '../runtime/calls.ts';
import type { ProcessEnd } from '../runtime/watched-process.ts';
import { type BatchPool, liveEvents } from '../topology/batch-pool.ts';
import type { Taker } from '../topology/flow.ts';
import { within } from '../topology/within.ts';
import { ApartLife, type ApartSettings } from './apart-life.ts';
import { firstAfter, memoryFor, withoutSecrets } from './apart-plan.ts';
import { APART_MEMORY_BYTES, type ApartNotice, type ApartOrder } from './messages.ts';
import { apartEnded, endsProcess, stoppedApart } from './problems.ts';
import { type Request, Requests, type Untouched } from './requests.ts';
import { type ResultDeps, ResultKeeper } from './results.ts';

export type ApartDeps = Omit<ResultDeps, 'requests' | 'settled'> & {
  readonly settings: ApartSettings;
  readonly pipelineId: string;
  readonly pool: BatchPool;
  /** Components somebody looks at. */
  watched(): string[];
};

/**
 * The transforms of one pipeline in a process of their own. Sources, buffers and destinations stay here: events
 * go there and back, and nothing of them is counted, delivered or acknowledged before their results are back. So
 * a process that ends costs nobody an event: what it had is done again by the next one.
 */
export class Apart {
  readonly #deps: ApartDeps;
  readonly #requests = new Requests();
  readonly #results: ResultKeeper;
  readonly #life: ApartLife;
  /** What runs, or is to run again. */
  #plan: PipelinePlan | null = null;
  #memoryBytes = APART_MEMORY_BYTES;
  #candidate: PipelinePlan | null = null;
  #former: PipelinePlan | null = null;
  /** The process waits for events. */
  #running = Promise.withResolvers<void>();
  #isRunning = false;
  readonly #calls = new Calls();
  /** While plans change nothing is sent. */
  #isHolding = false;
  /** Results that wait while lanes change. */
  #inbox: ApartNotice[] | null = null;
  /** Why it is being killed, when that is not for how it runs. */
  #reason: EngineProblem | null = null;
  #hasEnded = false;
  #watched = '';

  constructor(deps: ApartDeps) {
    this.#deps = deps;
    const settled = (emission: number, outcome: 'accepted' | 'unavailable') =>
      this.#life.tell({ kind: 'settled', emission, outcome });
    this.#results = new ResultKeeper({ ...deps, requests: this.#requests, settled });
    this.#life = new ApartLife(deps.settings, {
      onNotice: (notice) => (this.#inbox ? this.#inbox.push(notice) : this.#hear(notice)),
      onGone: (end) => this.#gone(end),
      memoryBytes: () => this.#memoryBytes,
    });
  }

  /** Makes the transforms of a plan ready beside those that run. @throws EngineError */
  async prepare(plan: PipelinePlan, isForced: boolean): Promise<void> {
    const stripped = withoutSecrets(plan);
    this.#memoryBytes = Math.max(this.#memoryBytes, memoryFor(plan));
    const former = this.#plan;
    // What ended its process may never run again: another version need not wait for it.
    const isCure = former !== null && former.graphVersion !== plan.graphVersion && !this.#isRunning;
    if (isCure) this.#plan = null;
    if (isCure || !this.#life.isOn) this.#life.start();
    try {
      await this.#running.promise;
      await this.#ask((call) => ({ kind: 'prepare', call, plan: stripped, isForced }));
    } catch (error) {
      this.#plan = former;
      if (former && !this.#life.isOn && !this.#hasEnded) this.#life.startLater();
      throw error;
    }
    this.#candidate = stripped;
  }

  /**
   * Puts what was prepared in place. When this is over, everything the former plan made has been handed on, and
   * nothing is sent until `resume`.
   */
  async commit(): Promise<void> {
    this.#isHolding = true;
    this.#former = this.#plan;
    this.#plan = this.#candidate;
    // A process that ends over it takes the new plan with its next start.
    await this.#ask((call) => ({ kind: 'commit', call })).catch(() => this.#running.promise);
    this.#inbox = [];
  }

  /** Lanes are those of the plan: events and results flow again. */
  resume(): void {
    this.#isHolding = false;
    const inbox = this.#inbox ?? [];
    this.#inbox = null;
    for (const notice of inbox) this.#hear(notice);
    this.#pump();
  }

  /** The plan is not to run after all. */
  async rollBack(): Promise<void> {
    if (!this.#isHolding) return;
    const former = this.#former;
    this.resume();
    if (!former) return;
    await this.prepare(former, false).catch(() => {});
    await this.commit().catch(() => {});
    this.resume();
  }

  takerOf(sourceId: string): Taker {
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

  flush(): void {
    this.#life.tell({ kind: 'flush' });
  }

  hurry(): void {
    this.#life.tell({ kind: 'hurry' });
  }

  /** Resolves when everything that came has gone on, or after `ms`. */
  async passedOn(ms: number): Promise<void> {
    await within(ms, this.#requests.idle());
    // What it says before that answer is about what it was told before the question.
    if (this.#isRunning) await within(ms, this.#barrier());
  }

  /** Hands on everything it has begun, and begins nothing more. */
  async close(): Promise<void> {
    this.#isHolding = true;
    this.flush();
    if (this.#isRunning) await this.#barrier();
  }

  /** What it has not begun. */
  takeWaiting(): Untouched[] {
    return this.#requests.takeWaiting();
  }

  /** Resolves when nothing that it handed on waits for its acknowledgement. */
  over(): Promise<void> {
    return this.#requests.over();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#life.stop();
    this.#life.kill();
    this.#results.forget();
    this.#requests.giveUp();
    this.#calls.failAll(stoppedApart);
    this.#running.promise.catch(() => {});
    this.#running.reject(new EngineError(stoppedApart));
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
      this.#life.kill();
      return;
    }
    this.#isRunning = true;
    this.#running.resolve();
    this.#pump();
  }

  #hear(notice: ApartNotice): void {
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
        this.#requests.passed(notice.request, notice.isHeld);
        this.#pump();
        return;
      case 'released':
        this.#requests.released(notice.request, notice.outcome);
        return;
      case 'results':
        this.#results.apply(notice.results);
    }
  }

  #gone(end: ProcessEnd): void {
    const wasRunning = this.#isRunning;
    this.#isRunning = false;
    if (this.#hasEnded) return;
    if (wasRunning) this.#running = Promise.withResolvers();
    this.#inbox &&= [];
    const name = this.#plan?.name ?? this.#deps.pipelineId;
    const problem = this.#reason ?? apartEnded(name, end, this.#memoryBytes);
    this.#reason = null;
    this.#watched = '';
    this.#results.forget();
    const culprit = this.#requests.takeBack();
    if (culprit) this.#setAside(culprit, problem);
    this.#calls.failAll(problem);
    if (!this.#plan) {
      this.#running.promise.catch(() => {});
      this.#running.reject(new EngineError(problem));
      this.#running = Promise.withResolvers();
      return;
    }
    this.#deps.settings.onFailed(this.#deps.pipelineId, problem);
    this.#life.startLater();
  }

  /** What became of it before the node that it does not leave stays as it is. */
  #setAside(request: Request, problem: EngineProblem): void {
    const { reached, sourceId, stored, tries, delivery } = request;
    for (const results of reached?.results ?? []) this.#results.apply(results);
    const owner = this.#deps.ownerOf(reached?.componentId ?? firstAfter(this.#plan, sourceId));
    const batch = decodeBatch(reached?.stored ?? stored);
    for (const event of liveEvents(batch)) {
      delivery.hold();
      owner.cell.eventsIn++;
      owner.cell.bytesIn += batch.size(event);
      const text = batch.bytesOf(event).toString();
      const done = () => delivery.release();
      this.#deps.deadLetters.add(owner, endsProcess(problem, tries), text, done, delivery);
    }
    this.#requests.settleAside(request);
  }

  #pump(): void {
    if (!this.#isRunning || this.#isHolding) return;
    this.#watch();
    for (let next = this.#requests.poll(); next; next = this.#requests.poll()) {
      const { id: request, sourceId, stored, tries } = next;
      this.#life.tell({ kind: 'batch', request, sourceId, stored, carefully: tries > 0 });
    }
  }

  #watch(): void {
    const componentIds = this.#deps.watched();
    const watched = componentIds.join();
    if (watched === this.#watched) return;
    this.#watched = watched;
    this.#life.tell({ kind: 'watch', componentIds });
  }

  #ask(order: (call: number) => ApartOrder): Promise<void> {
    return this.#calls.make((call) => this.#life.tell(order(call)));
  }

  /** Everything that was sent before is done. */
  #barrier(): Promise<void> {
    return this.#ask((call) => ({ kind: 'barrier', call })).catch(() => {});
  }
}
