import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Senders } from '../components/shared/inbound/sender-book.ts';
import type { ComponentRegistry } from '../components/types.ts';
import type { IsolationSettings } from '../isolation/isolated-process.ts';
import type { DeadLetterAnswer, DeadLetterFigures, DeadLetterRequest } from '../types/dead-letter.ts';
import type { Counters, Gauges } from '../types/metrics.ts';
import type { ExpectedPipeline, PipelinePlan } from '../types/plan.ts';
import type { ReplayProgress } from '../types/replay.ts';
import type { ErrorReport } from '../types/report.ts';
import type { TapEvent, TapRequest } from '../types/tap.ts';
import { unlessCancelled } from './cancellation.ts';
import type { EngineClock } from './clock.ts';
import { readLevels } from './former-counters.ts';
import { SinkHosts, SourceHosts } from './hosts.ts';
import { LetterDesk } from './letter-desk.ts';
import { ALONE, type EngineParts, makeParts } from './parts.ts';
import { Pipeline, type PipelineOptions } from './pipeline.ts';
import { refusal } from './problems.ts';
import type { Reserving } from './reservations.ts';
import { OpenTap } from './taps.ts';
import { Turns, TurnsByKey } from './turns.ts';
import { within } from './within.ts';
import { type EngineWorker, listCounterFolders } from './worker-folders.ts';

/** Disk buffers survive a stop, so draining them is short. */
const DISK_DRAIN_MS = 1000;
const SOURCE_STOP_MS = 3000;
/** How long sources wait for pipelines that share them. */
const EXPECTED_MS = 60_000;

export class Engine {
  readonly #parts: EngineParts;
  readonly #sources: SourceHosts;
  readonly #sinks: SinkHosts;
  readonly #pipelines = new Map<string, Pipeline>();
  /** Serializes changes to shared sources and destinations. */
  readonly #changes = new Turns();
  readonly #ofPipeline = new TurnsByKey();
  readonly #starting = new Set<string>();
  readonly #letters: LetterDesk;
  readonly #worker: EngineWorker;
  #stopping = false;

  constructor(
    dataFolder: string,
    siteId: string,
    components: ComponentRegistry,
    answerLimitMs?: number,
    clock?: EngineClock,
    isolation?: IsolationSettings,
    worker = ALONE,
    reservations?: Reserving,
  ) {
    this.#worker = worker;
    this.#parts = makeParts(
      dataFolder,
      siteId,
      components,
      answerLimitMs,
      clock,
      isolation,
      worker,
      reservations,
    );
    this.#sources = new SourceHosts(this.#parts);
    this.#sinks = new SinkHosts(this.#parts);
    this.#letters = new LetterDesk(this.#parts.letters, async (id) => {
      if (this.#starting.has(id)) await this.#ofPipeline.ended(id);
      return this.#pipelines.get(id);
    });
  }

  /**
   * Call before the first of these deployments: sources that they use take no input until each was deployed
   * or failed, as only running pipelines receive it.
   */
  expect(pipelines: readonly ExpectedPipeline[]): void {
    const late = pipelines.filter(({ pipelineId }) => !this.#pipelines.has(pipelineId));
    for (const { pipelineId, sourceIds } of late) this.#sources.expect(pipelineId, sourceIds);
    this.#parts.clock.after(EXPECTED_MS, () => {
      for (const { pipelineId } of late) this.#sources.tried(pipelineId);
    });
  }

  /**
   * Deploys one plan at a time; only isolated processes start in parallel.
   * @throws EngineError; nothing changed then
   */
  async deploy(plan: PipelinePlan, options: PipelineOptions = {}): Promise<void> {
    const { pipelineId } = plan;
    const turn = Promise.withResolvers<void>();
    // Its own restart may wait for others.
    if (this.#ofPipeline.has(pipelineId)) options.onStep?.('waiting');
    const change = this.#ofPipeline.run(pipelineId, () => {
      turn.resolve();
      return this.#deployNow(plan, options).finally(() => this.#sources.tried(pipelineId));
    });
    // A waiting deployment is canceled at once; a running one rolls back first.
    change.catch(() => {});
    await unlessCancelled(turn.promise, options.signal);
    await change;
  }

  async #deployNow(plan: PipelinePlan, options: PipelineOptions): Promise<void> {
    const { pipelineId } = plan;
    await unlessCancelled(Promise.resolve(), options.signal);
    const existing = this.#pipelines.get(pipelineId);
    if (!existing) this.#starting.add(pipelineId);
    if (!existing && options.isMoved) {
      const levels = await this.#readLevels();
      this.#parts.metrics.inheritOne(pipelineId, levels.get(pipelineId) ?? new Map());
    }
    const pipeline = existing ?? new Pipeline(pipelineId, this.#parts, this.#sources, this.#sinks);
    const inTurn = (change: () => Promise<void>) =>
      this.#inTurn(options, async () => {
        await change();
        this.#pipelines.set(pipelineId, pipeline);
      });
    try {
      await pipeline.deploy(plan, options, inTurn);
    } catch (error) {
      // What waits in its buffers stays counted.
      if (!existing && !this.#parts.metrics.hasClosed(pipelineId)) this.#forget(pipelineId);
      throw error;
    } finally {
      this.#starting.delete(pipelineId);
    }
  }

  /** Canceled before its turn, it never begins. */
  async #inTurn({ signal, onStep }: PipelineOptions, change: () => Promise<void>): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const waits = this.#changes.isFull;
    if (waits) onStep?.('waiting');
    const changed = this.#changes.run(async () => {
      turn.resolve();
      if (signal?.aborted) return;
      if (this.#stopping) throw stopped();
      if (waits) onStep?.('validating');
      await change();
    });
    changed.catch(() => {});
    await unlessCancelled(turn.promise, signal);
    await changed;
  }

  /** Also removes its buffers. `beforeForgotten` may still read its counters. */
  remove(pipelineId: string, drainMs: number, beforeForgotten: () => void): Promise<void> {
    return this.#ofPipeline.run(pipelineId, async () => {
      const pipeline = this.#pipelines.get(pipelineId);
      if (!pipeline) return;
      await this.#changes.run(() => pipeline.stopIntake());
      await pipeline.end(drainMs);
      await this.#changes.run(async () => {
        beforeForgotten();
        this.#pipelines.delete(pipelineId);
        this.#forget(pipelineId);
        await rm(join(this.#parts.folders.buffers, pipelineId), { recursive: true, force: true });
      });
    });
  }

  #forget(pipelineId: string): void {
    this.#parts.metrics.forget(pipelineId);
    this.#parts.ledger.forget(pipelineId);
  }

  /** @throws EngineError when the component does not run */
  tap(request: TapRequest, send: (events: TapEvent[]) => void, onEnd: (reason: string) => void): OpenTap {
    const metrics = this.#parts.metrics.find(request.pipelineId, request.componentId);
    if (!metrics && this.#starting.has(request.pipelineId))
      throw refusal(
        'NothingToTap',
        'The pipeline is being started',
        ['The engine was started, or the pipeline deployed, a moment ago'],
        ['Try again once it runs'],
      );
    if (!metrics)
      throw refusal(
        'NothingToTap',
        'The component does not run',
        ['Its pipeline is not deployed, or the component is not part of it'],
        ['Deploy the pipeline first'],
      );
    return new OpenTap(metrics, request, send, onEnd);
  }

  /** Call each second: frees memory, and looks for room on a full disk. */
  tidy(): void {
    this.#parts.pool.letGo();
    this.#parts.reserve.check();
    this.#letters.sweep();
    // The first process reports for all.
    const { index, of } = this.#worker;
    if (index === 0 && of > 1) this.#parts.letters.refresh();
  }

  get bootId(): string {
    return this.#parts.bootId;
  }

  /** Writes all counters to the ledger. @param sequence of the next report */
  keepCounters(sequence: number): void {
    this.#parts.ledger.sequence = sequence;
    this.#parts.ledger.writeAll();
  }

  /**
   * Takes over what the previous engine left waiting. Call before the first deployment, after that engine has
   * ended.
   */
  async inherit(): Promise<void> {
    this.#parts.metrics.inherit(await this.#readLevels());
  }

  async #readLevels() {
    return readLevels(await listCounterFolders(this.#parts.folders.site));
  }

  counters(): Record<string, Record<string, Counters>> {
    return this.#parts.metrics.snapshot();
  }

  startingPipelines(): string[] {
    return [...this.#starting];
  }

  isolatedPipelines(): string[] {
    return [...this.#pipelines].flatMap(([id, pipeline]) => (pipeline.isIsolated ? [id] : []));
  }

  isolatedProcesses(): number[] {
    return [...this.#pipelines.values()].flatMap(({ isolatedPid }) => isolatedPid ?? []);
  }

  gauges(): Record<string, Record<string, Gauges>> {
    return Object.fromEntries([...this.#pipelines].map(([id, pipeline]) => [id, pipeline.gauges()]));
  }

  senders(): Record<string, Senders> {
    return Object.fromEntries(
      this.#sources.all().map(({ identity, senders }) => [identity.sourceId, senders]),
    );
  }

  /** By source; only replays that come to an end. */
  replays(): Record<string, ReplayProgress> {
    return Object.fromEntries(
      this.#sources
        .all()
        .flatMap(({ identity, progress }) => (progress ? [[identity.sourceId, progress]] : [])),
    );
  }

  /** @throws EngineError */
  answerDeadLetters<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>> {
    return this.#letters.answer(request);
  }

  /** For the whole site; current only in its first process. */
  deadLetters(): Record<string, DeadLetterFigures> {
    return this.#letters.figures();
  }

  takeErrors(): ErrorReport[] {
    return this.#parts.errors.take();
  }

  /** Stops intake, drains memory for up to `drainMs`, closes everything. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping = true;
    const until = performance.now() + drainMs;
    await this.#changes.run(async () => {
      const entries = [...this.#pipelines.values()].flatMap((pipeline) => pipeline.queues.all());
      for (const pipeline of this.#pipelines.values()) pipeline.hurry();
      const stops = Promise.all(this.#sources.all().map((host) => host.stop().catch(() => {})));
      await within(Math.min(SOURCE_STOP_MS, drainMs), stops);
      await Promise.all([...this.#pipelines.values()].map((pipeline) => pipeline.passedOn(drainMs)));
      await Promise.all(
        entries.map(async ({ queue, buffer }) => {
          const left = Math.max(0, until - performance.now());
          await queue.drain(buffer.mode === 'disk' ? Math.min(left, DISK_DRAIN_MS) : left);
        }),
      );
      for (const { queue } of entries) if (!queue.isEmpty) queue.deps.host.interrupt();
      await Promise.all(
        entries.map(({ queue, buffer }) => queue.end(buffer.mode === 'memory' ? 'dead-letter' : 'keep')),
      );
      for (const pipeline of this.#pipelines.values()) await pipeline.deadLetters.settled();
      await Promise.all(this.#sinks.all().map((host) => host.close().catch(() => {})));
      await within(SOURCE_STOP_MS, stops);
      for (const pipeline of this.#pipelines.values()) pipeline.endProcess();
      this.#parts.ledger.writeAll();
      await this.#parts.letters.end();
    });
  }
}

const stopped = () =>
  refusal('EngineStopping', 'The engine is being stopped', ['The service is ending'], ['Start it again']);
