import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ConnectionTests, createConnectionTests } from '../connection-test/tests.ts';
import { needsProcess } from '../isolation/isolated-plan.ts';
import { createPreviews, type Previews } from '../preview/previews.ts';
import { STOPPED } from '../runtime/engine-problems.ts';
import { codeCacheOf } from '../runtime/engine-process.ts';
import { archivesFirst, expectedOf } from '../start-order.ts';
import { EmbeddedEngine, type EmbeddedEngineOptions } from '../supervisor.ts';
import { unlessCancelled } from '../topology/cancellation.ts';
import { siteFolderOf } from '../topology/worker-folders.ts';
import type { ConnectionTestReport, ConnectionTestRequest } from '../types/connection-test.ts';
import type { DeadLetterAnswer, DeadLetterAnswers, DeadLetterRequest } from '../types/dead-letter.ts';
import type { DeployOptions, EnginePort } from '../types/engine.ts';
import type { ExpectedPipeline, PipelinePlan } from '../types/plan.ts';
import type { PreviewReport, PreviewRequest } from '../types/preview.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import type { EngineReport, EngineState } from '../types/report.ts';
import type { Tap, TapEvent, TapRequest } from '../types/tap.ts';
import { EngineReservations } from './engine-reservations.ts';
import { Placement } from './placement.ts';

type Replay = Extract<DeadLetterRequest, { do: 'replay' }>;
type Answers = Pick<EnginePort, 'deadLetters'>;

/**
 * Replays letters in the processes of their pipelines, as many at a time as one process would.
 * @throws EngineError
 */
async function replayOnWorkers<W extends Answers>(
  request: Replay,
  first: W,
  workerOf: (pipelineId: string) => W,
): Promise<DeadLetterAnswers['replay']> {
  const { siteId, choice, after, upTo } = request;
  const window = await first.deadLetters({ siteId, do: 'window', choice, after, upTo });
  const parts = await Promise.all(
    [...Map.groupBy(window.pipelineIds, workerOf)].map(([worker, pipelineIds]) =>
      worker.deadLetters({ ...request, choice: { ...choice, pipelineIds }, upTo: window.through }),
    ),
  );
  const sum = (key: 'replayed' | 'underWay' | 'refused') => parts.reduce((all, part) => all + part[key], 0);
  return {
    replayed: sum('replayed'),
    underWay: sum('underWay'),
    refused: sum('refused'),
    reason: parts.find((part) => part.reason !== undefined)?.reason,
    upTo: window.upTo,
    next: window.next,
  };
}

/** Last process by pipeline; empty when unreadable. */
function readPlacement(path: string): Map<string, number> {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
    return new Map(entries.flatMap(([id, at]) => (Number.isInteger(at) ? [[id, Number(at)]] : [])));
  } catch {
    return new Map();
  }
}

/** Lets pipelines stay where they were at the next start. A full disk is harmless. */
function savePlacement(path: string, placement: ReadonlyMap<string, number>): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(placement)), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // The next start places anew.
  }
}

class InFlight {
  readonly #calls = new Map<number, Set<Promise<void>>>();

  async run(worker: number, call: Promise<void>): Promise<void> {
    const calls = this.#calls.get(worker) ?? new Set();
    this.#calls.set(worker, calls.add(call));
    try {
      await call;
    } finally {
      calls.delete(call);
    }
  }

  /** Resolves when no call to the process is in flight. */
  async settled(worker: number): Promise<void> {
    const calls = this.#calls.get(worker);
    while (calls && calls.size > 0) await Promise.allSettled(calls);
  }
}

const FIRST = 0;

/** Runs a site's pipelines in several processes; pipelines that share a source or destination run in one. */
export class EngineGroup implements EnginePort {
  readonly #options: EmbeddedEngineOptions;
  readonly #placement: Placement;
  readonly #placementFile: string;
  readonly #workers = new Map<number, EmbeddedEngine>();
  readonly #reservations = new EngineReservations();
  readonly #suspects = new Map<string, number>();
  readonly #plans = new Map<string, PipelinePlan>();
  /** Where a pipeline last ran: another process has to take over its remains. */
  readonly #ranIn = new Map<string, number>();
  /** Sent to the process that gets the first of them. */
  readonly #expected = new Map<string, ExpectedPipeline>();
  readonly #listeners = new Set<(report: EngineReport) => void>();
  readonly #inFlight = new InFlight();
  readonly #previews: Previews;
  readonly #tests: ConnectionTests;
  /** Pending moves of pipelines into one process. */
  #gathering: Promise<void> = Promise.resolve();
  #started: Promise<void> | null = null;
  #isUp = false;
  #stopping: Promise<void> | null = null;
  #isStopped = false;
  #told: EngineState = 'stopped';

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options;
    const { dataFolder, siteId, apiPort, workers = 1, log = () => {} } = options;
    this.#placementFile = join(siteFolderOf(dataFolder, siteId), 'placement.json');
    this.#placement = new Placement(workers, readPlacement(this.#placementFile), () => performance.now());
    this.#previews = createPreviews({ log });
    this.#tests = createConnectionTests({ apiPort, codeCache: codeCacheOf({ dataFolder, siteId }), log });
  }

  get state(): EngineState {
    if (this.#isStopped || this.#started === null) return 'stopped';
    for (const worker of this.#workers.values()) if (worker.state === 'restarting') return 'restarting';
    return this.#isUp ? 'running' : 'starting';
  }

  get pid(): number | undefined {
    return this.#workers.get(FIRST)?.pid;
  }

  get pids(): readonly number[] {
    return [...this.#workers.values()].flatMap((worker) => worker.pids);
  }

  /** The first process waits for those of an ended service, so the others start after it. */
  start(): Promise<void> {
    if (this.#stopping) return Promise.reject(new EngineError(STOPPED));
    this.#started ??= this.#startFirst();
    return this.#started;
  }

  expect(pipelines: readonly ExpectedPipeline[]): void {
    for (const one of pipelines) this.#expected.set(one.pipelineId, one);
  }

  async deploy(plan: PipelinePlan, options: DeployOptions = {}): Promise<void> {
    await unlessCancelled(this.#whenStarted(), options.signal);
    let place = this.#placement.find(plan);
    while (place.moves.length > 0) {
      this.#gathering = this.#gather(place.worker, place.moves);
      await unlessCancelled(this.#whenStarted(), options.signal);
      place = this.#placement.find(plan);
    }
    // No await between finding the place and taking it.
    const { worker } = place;
    const { pipelineId } = plan;
    const ranIn = this.#ranIn.get(pipelineId);
    const isMoved = ranIn !== undefined && ranIn !== worker;
    this.#ranIn.set(pipelineId, worker);
    const before = this.#placement.remembered.get(pipelineId);
    const ended = this.#placement.begin(plan, worker);
    if (before !== worker) this.#savePlacement();
    this.#worker(worker).expect(this.#takeExpected(plan));
    try {
      await this.#inFlight.run(worker, this.#worker(worker).deploy(plan, { ...options, isMoved }));
      this.#plans.set(pipelineId, plan);
      ended(true);
    } catch (error) {
      ended(false);
      throw error;
    }
  }

  /** The pipeline and those that share its sources, which run in the same process. */
  #takeExpected(plan: PipelinePlan): ExpectedPipeline[] {
    const own = new Set(plan.nodes.map(({ componentId }) => componentId));
    const shares = ({ sourceIds }: ExpectedPipeline) => sourceIds.some((id) => own.has(id));
    const taken = [...this.#expected.values()].filter(shares);
    for (const { pipelineId } of taken) this.#expected.delete(pipelineId);
    return taken;
  }

  async remove(pipelineId: string, options: { drainMs: number }): Promise<void> {
    await this.#whenStarted();
    const worker = this.#placement.workerOf(pipelineId) ?? FIRST;
    this.#plans.delete(pipelineId);
    await this.#inFlight.run(worker, this.#worker(worker).remove(pipelineId, options));
    if (this.#plans.has(pipelineId)) return;
    this.#placement.remove(pipelineId);
    this.#savePlacement();
  }

  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap {
    const worker = this.#workers.get(this.#placement.workerOf(request.pipelineId) ?? FIRST);
    if (worker) return worker.tap(request, onEvents, onEnd);
    queueMicrotask(() => onEnd('The engine does not run'));
    return { stop: () => {} };
  }

  preview(request: PreviewRequest): Promise<PreviewReport> {
    return this.#previews.run(request);
  }

  testConnection(request: ConnectionTestRequest): Promise<ConnectionTestReport> {
    return this.#tests.run(request);
  }

  /** All processes share one file of dead letters; only a pipeline's process can replay into it. */
  async deadLetters<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>> {
    await this.#whenStarted();
    const first = this.#worker(FIRST);
    if (request.do !== 'replay') return first.deadLetters(request);
    const workerOf = (pipelineId: string) => this.#worker(this.#placement.workerOf(pipelineId) ?? FIRST);
    return (await replayOnWorkers(request, first, workerOf)) as DeadLetterAnswer<R>;
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
    this.#previews.stop();
    this.#tests.stop();
    const stopAll = () => Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
    await stopAll();
    await this.#gathering;
    // Processes started by a move meanwhile.
    await stopAll();
    this.#isStopped = true;
    this.#tell();
  }

  async #startFirst(): Promise<void> {
    const starting = this.#worker(FIRST).start();
    this.#tell();
    await starting;
    this.#isUp = true;
    this.#tell();
  }

  /** Fails once the engine is stopping. */
  async #whenStarted(): Promise<void> {
    if (this.#stopping || this.#started === null) throw new EngineError(STOPPED);
    await this.#started;
    await this.#gathering;
    if (this.#stopping) throw new EngineError(STOPPED);
  }

  /**
   * Moves pipelines to one process. Their previous processes stop as at an engine's end, and restart with the
   * remaining pipelines.
   */
  async #gather(target: number, moves: readonly string[]): Promise<void> {
    const left = new Set(moves.map((id) => this.#placement.workerOf(id)!));
    const log = this.#options.log ?? (() => {});
    log(`pipelines ${moves.join(', ')} move to process ${target}, as they share sources or destinations now`);
    await Promise.all([...left].map((index) => this.#inFlight.settled(index)));
    await Promise.all([...left].map((index) => this.#worker(index).stop()));
    this.expect([...left].flatMap((index) => this.#worker(index).expected));
    for (const index of left) this.#workers.delete(index);
    this.#placement.move(moves, target);
    this.#savePlacement();
    if (this.#stopping) return;
    const plansIn = (ids: Iterable<string>) =>
      archivesFirst([...ids].flatMap((id) => this.#plans.get(id) ?? []));
    const stayed = (index: number) =>
      [...this.#plans.keys()].filter((id) => this.#placement.workerOf(id) === index);
    await Promise.all([
      this.#redeploy(target, plansIn(moves), true),
      ...[...left].map((index) => this.#redeploy(index, plansIn(stayed(index)), false)),
    ]);
  }

  /** A failure is reported, and does not stop the others. */
  async #redeploy(index: number, plans: readonly PipelinePlan[], isMoved: boolean): Promise<void> {
    const worker = this.#worker(index);
    const redeploy = async (plan: PipelinePlan) => {
      const { pipelineId } = plan;
      this.#ranIn.set(pipelineId, index);
      try {
        await worker.deploy(plan, { isMoved });
      } catch (error) {
        if (this.#stopping || !(error instanceof EngineError)) return;
        this.#emit({ type: 'pipeline.failed', pipelineId, problem: error.problem });
      }
    };
    worker.expect([...expectedOf(plans), ...plans.flatMap((plan) => this.#takeExpected(plan))]);
    for (const plan of plans) if (!needsProcess(plan)) await redeploy(plan);
    await Promise.all(plans.filter(needsProcess).map(redeploy));
  }

  /** Started on first use. */
  #worker(index: number): EmbeddedEngine {
    const known = this.#workers.get(index);
    if (known) return known;
    const isFirst = index === FIRST && !this.#isUp;
    const { workers: of = 1 } = this.#options;
    const place = { index, isFirst, of, reservations: this.#reservations, suspects: this.#suspects };
    const worker = new EmbeddedEngine(this.#options, place);
    this.#workers.set(index, worker);
    worker.onReport((report) => {
      if (report.type !== 'state') this.#emit(report);
      else if (report.problem) this.#tell(report.problem);
      else if (this.#workers.get(index) === worker) this.#tell();
    });
    if (!this.#stopping) worker.start().catch(() => {});
    return worker;
  }

  #savePlacement(): void {
    savePlacement(this.#placementFile, this.#placement.remembered);
  }

  /** Reports the combined state when it changed, or why a process restarts. */
  #tell(problem?: EngineProblem): void {
    const { state } = this;
    if (state === this.#told && !problem) return;
    this.#told = state;
    this.#emit(problem ? { type: 'state', state, problem } : { type: 'state', state });
  }

  #emit(report: EngineReport): void {
    for (const listener of this.#listeners) listener(report);
  }
}
