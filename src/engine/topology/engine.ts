import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComponentRegistry } from '../components/types.ts';
import type { ApartSettings } from '../isolation/apart-life.ts';
import type { Counters, ErrorReport, Gauges, PipelinePlan, Senders, TapEvent, TapRequest } from '../port.ts';
import { unlessCancelled } from './cancellation.ts';
import type { EngineClock } from './clock.ts';
import { SinkHosts, SourceHosts } from './hosts.ts';
import { type EngineParts, makeParts } from './parts.ts';
import { Pipeline, type PipelineOptions } from './pipeline.ts';
import { refusal } from './problems.ts';
import { OpenTap } from './taps.ts';
import { Turns } from './turns.ts';
import { within } from './within.ts';

/** How long a disk buffer is still emptied when the engine stops; what it holds survives anyway. */
const DISK_DRAIN_MS = 1000;
const SOURCE_STOP_MS = 3000;

/** All pipelines of a site, in this process. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #sources: SourceHosts;
  readonly #sinks: SinkHosts;
  readonly #pipelines = new Map<string, Pipeline>();
  readonly #changes = new Turns();
  #stopping = false;

  constructor(
    dataFolder: string,
    siteId: string,
    components: ComponentRegistry,
    answerLimitMs?: number,
    clock?: EngineClock,
    apart?: ApartSettings,
  ) {
    this.#parts = makeParts(dataFolder, siteId, components, answerLimitMs, clock, apart);
    this.#sources = new SourceHosts(this.#parts);
    this.#sinks = new SinkHosts(this.#parts);
  }

  /** Makes a plan run; changes happen one after the other. @throws EngineError; then nothing changed. */
  async deploy(plan: PipelinePlan, options: PipelineOptions = {}): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const change = this.#changes.run(() => {
      turn.resolve();
      return this.#deployNow(plan, options);
    });
    // What waits for its turn is cancelled at once; what has begun first takes back what it did.
    change.catch(() => {});
    await unlessCancelled(turn.promise, options.signal);
    await change;
  }

  async #deployNow(plan: PipelinePlan, options: PipelineOptions): Promise<void> {
    await unlessCancelled(Promise.resolve(), options.signal);
    if (this.#stopping) throw stopped();
    const existing = this.#pipelines.get(plan.pipelineId);
    const pipeline = existing ?? new Pipeline(plan.pipelineId, this.#parts, this.#sources, this.#sinks);
    try {
      await pipeline.deploy(plan, options);
    } catch (error) {
      if (!existing) this.#parts.cells.forget(plan.pipelineId);
      throw error;
    }
    this.#pipelines.set(plan.pipelineId, pipeline);
  }

  /** Ends a pipeline and forgets it with its buffers; `beforeForgotten` may still read its counters. */
  async remove(pipelineId: string, drainMs: number, beforeForgotten: () => void): Promise<void> {
    const pipeline = this.#pipelines.get(pipelineId);
    if (!pipeline) return;
    await this.#changes.run(() => pipeline.stopIntake());
    await pipeline.end(drainMs);
    await this.#changes.run(async () => {
      beforeForgotten();
      this.#pipelines.delete(pipelineId);
      this.#parts.cells.forget(pipelineId);
      await rm(join(this.#parts.folders.buffers, pipelineId), { recursive: true, force: true });
    });
  }

  /** @throws EngineError when there is no such component. */
  tap(request: TapRequest, send: (events: TapEvent[]) => void, onEnd: (reason: string) => void): OpenTap {
    const cell = this.#parts.cells.find(request.pipelineId, request.componentId);
    if (!cell)
      throw refusal(
        'NothingToTap',
        'The component does not run',
        ['Its pipeline is not deployed, or the component is not part of it'],
        ['Deploy the pipeline first'],
      );
    return new OpenTap(cell, request, send, onEnd);
  }

  /** To be called each second, see BatchPool. */
  letGoOfMemory(): void {
    this.#parts.pool.letGo();
  }

  counters(): Record<string, Record<string, Counters>> {
    return this.#parts.cells.snapshot();
  }

  /** How each node that runs fares, by pipeline and component. */
  gauges(): Record<string, Record<string, Gauges>> {
    return Object.fromEntries([...this.#pipelines].map(([id, pipeline]) => [id, pipeline.gauges()]));
  }

  /** Who sends to which source. */
  senders(): Record<string, Senders> {
    return Object.fromEntries(
      this.#sources.all().map(({ identity, senders }) => [identity.sourceId, senders]),
    );
  }

  takeErrors(): ErrorReport[] {
    return this.#parts.errors.take();
  }

  /** Takes nothing more in, writes what is in memory for up to `drainMs`, closes everything. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping = true;
    const until = performance.now() + drainMs;
    await this.#changes.run(async () => {
      const entries = [...this.#pipelines.values()].flatMap((pipeline) => pipeline.lanes.all());
      for (const pipeline of this.#pipelines.values()) pipeline.hurry();
      const stops = Promise.all(this.#sources.all().map((host) => host.stop().catch(() => {})));
      await within(Math.min(SOURCE_STOP_MS, drainMs), stops);
      await Promise.all([...this.#pipelines.values()].map((pipeline) => pipeline.passedOn(drainMs)));
      await Promise.all(
        entries.map(async ({ lane, buffer }) => {
          const left = Math.max(0, until - performance.now());
          await lane.drain(buffer.mode === 'disk' ? Math.min(left, DISK_DRAIN_MS) : left);
        }),
      );
      for (const { lane } of entries) if (!lane.isEmpty) lane.deps.host.interrupt();
      await Promise.all(
        entries.map(({ lane, buffer }) => lane.end(buffer.mode === 'memory' ? 'set aside' : 'keep')),
      );
      for (const pipeline of this.#pipelines.values()) await pipeline.deadLetters.settled();
      await Promise.all(this.#sinks.all().map((host) => host.close().catch(() => {})));
      await within(SOURCE_STOP_MS, stops);
      for (const pipeline of this.#pipelines.values()) pipeline.endProcess();
    });
  }
}

const stopped = () =>
  refusal('EngineStopping', 'The engine is being stopped', ['The service is ending'], ['Start it again']);
