import { isDeepStrictEqual } from 'node:util';
import type {
  Checkpoint,
  ComponentProblem,
  DeliverOutcome,
  Intake,
  RunningSource,
  SourceComponent,
  SourceContext,
} from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { BatchPool } from './batch-pool.ts';
import type { Claims } from './claims.ts';
import { Delivery, type Pressure } from './delivery.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';

/** Bytes that may wait for room in buffers before the source must stop reading. */
const HIGH_WATER = 4 << 20;
const LOW_WATER = 1 << 20;

type Config = Record<string, unknown>;
export type SourceIdentity = { readonly siteId: string; readonly sourceId: string; readonly name: string };

/** A pipeline that uses the source. */
export type Attachment = {
  readonly owner: ErrorOwner;
  readonly paused: boolean;
  accept(batch: Batch, intake: Intake, delivery: Delivery): void;
};

export type SourceDeps = {
  readonly pool: BatchPool;
  readonly claims: Claims;
  readonly errors: ErrorLog;
  readonly checkpoint: Checkpoint;
};

/** One running source of the site, fanning out to every pipeline that uses it. */
export class SourceHost {
  readonly identity: SourceIdentity;
  readonly component: SourceComponent;
  readonly #deps: SourceDeps;
  readonly #pressure: Pressure;
  readonly #attachments = new Map<string, Attachment>();
  #active: Attachment[] = [];
  #running: RunningSource | null = null;
  #config: Config = {};
  #stopping = false;
  #waitingBytes = 0;
  #waiters: (() => void)[] = [];

  constructor(identity: SourceIdentity, component: SourceComponent, deps: SourceDeps) {
    this.identity = identity;
    this.component = component;
    this.#deps = deps;
    this.#pressure = {
      waiting: (bytes) => {
        this.#waitingBytes += bytes;
      },
      settled: (bytes) => {
        this.#waitingBytes -= bytes;
        if (this.#waiters.length > 0 && this.#waitingBytes <= LOW_WATER) this.#tellReady();
      },
    };
  }

  get config(): Config {
    return this.#config;
  }

  get isUsed(): boolean {
    return this.#attachments.size > 0;
  }

  isRunningWith(config: Config): boolean {
    return this.#running !== null && isDeepStrictEqual(this.#config, config);
  }

  attach(pipelineId: string, attachment: Attachment): void {
    this.#attachments.set(pipelineId, attachment);
    this.#refresh();
  }

  detach(pipelineId: string): void {
    this.#attachments.delete(pipelineId);
    this.#refresh();
  }

  async start(config: Config): Promise<void> {
    this.#stopping = false;
    try {
      this.#running = await this.component.start(config, this.#context());
      this.#config = config;
    } catch (error) {
      this.#deps.claims.free(this.identity.sourceId);
      throw error;
    }
  }

  /** Applies other settings, in place if the source can; with the former ones again when that fails. */
  async change(config: Config): Promise<void> {
    if (await this.#running?.update?.(config)) {
      this.#config = config;
      return;
    }
    const former = this.#config;
    await this.stop();
    try {
      await this.start(config);
    } catch (error) {
      await this.start(former).catch(() => {});
      throw error;
    }
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    this.#stopping = true;
    this.#tellReady();
    await running?.stop();
    this.#deps.claims.free(this.identity.sourceId);
  }

  #context(): SourceContext {
    const { siteId, sourceId, name } = this.identity;
    const { pool, claims, checkpoint } = this.#deps;
    const isPaused = () => this.#active.length === 0;
    return {
      siteId,
      componentId: sourceId,
      name,
      checkpoint,
      newBatch: () => pool.take(),
      recycle: (batch) => pool.release(batch),
      claim: (resource) => claims.claim(resource, sourceId, name),
      report: (problem, example) => this.#report(problem, example, 1),
      deliver: (batch, intake) => this.#deliver(batch, intake),
      ready: () => this.#ready(),
      refuse: (problem, count, intake, example) => this.#refuse(problem, count, intake, example),
      get paused() {
        return isPaused();
      },
    };
  }

  #deliver(batch: Batch, intake: Intake): Promise<DeliverOutcome> {
    const { pool } = this.#deps;
    const active = this.#active;
    if (batch.count === 0 || active.length === 0) {
      pool.release(batch);
      return Promise.resolve(active.length === 0 ? 'unavailable' : 'accepted');
    }
    const delivery = new Delivery(this.#pressure);
    for (let i = 0; i < active.length - 1; i++) {
      const copy = pool.take();
      for (let ev = 0; ev < batch.count; ev++) copy.appendFrom(batch, ev);
      active[i]!.accept(copy, intake, delivery);
    }
    active[active.length - 1]!.accept(batch, intake, delivery);
    delivery.release();
    return delivery.outcome;
  }

  #ready(): Promise<void> | null {
    if (this.#stopping) return null;
    if (this.#active.length > 0 && this.#waitingBytes < HIGH_WATER) return null;
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #tellReady(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const tell of waiters) tell();
  }

  #refresh(): void {
    this.#active = [...this.#attachments.values()].filter((attachment) => !attachment.paused);
    if (this.#active.length > 0 && this.#waitingBytes < HIGH_WATER) this.#tellReady();
  }

  #refuse(problem: ComponentProblem, count: number, intake: Intake, example: string | undefined): void {
    for (const { owner } of this.#active) {
      owner.cell.eventsIn += count;
      owner.cell.eventsDropped += count;
      owner.cell.bytesIn += intake.payloadBytes;
      owner.cell.rawBytes += intake.rawBytes;
    }
    this.#report(problem, example, count);
  }

  #report(problem: ComponentProblem, example: string | undefined, count: number): void {
    const text = example === undefined ? undefined : () => example;
    for (const { owner } of this.#attachments.values()) this.#deps.errors.add(owner, problem, text, count);
  }
}
