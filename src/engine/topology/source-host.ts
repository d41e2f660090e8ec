import { isDeepStrictEqual } from 'node:util';
import { SenderBook, type Senders } from '../components/shared/inbound/sender-book.ts';
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
import type { BusyMeter } from './busy-meter.ts';
import type { Claims } from './claims.ts';
import { Delivery, type Pressure } from './delivery.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';
import { sourceHangs } from './problems.ts';
import { answerWithin } from './within.ts';

/** Bytes that may wait for room in buffers before the source must stop reading. */
const HIGH_WATER = 4 << 20;
const LOW_WATER = 1 << 20;

/** So much is kept of what a source tells before a pipeline is attached. */
const EARLY_MAX = 20;

type Told = {
  readonly problem: ComponentProblem;
  readonly example: string | undefined;
  readonly count: number;
};
type Config = Record<string, unknown>;
export type SourceIdentity = { readonly siteId: string; readonly sourceId: string; readonly name: string };

/** A pipeline that uses the source. */
export type Attachment = {
  readonly owner: ErrorOwner;
  readonly paused: boolean;
  /** A destination of it sends ids of events. */
  readonly identifies: boolean;
  accept(batch: Batch, intake: Intake, delivery: Delivery): void;
};

export type SourceDeps = {
  readonly pool: BatchPool;
  readonly claims: Claims;
  readonly errors: ErrorLog;
  readonly checkpoint: Checkpoint;
  /** Archives of the source: they get what it takes in, and neither start it nor keep it running. */
  readonly archives: ReadonlyMap<string, Attachment>;
  /** So long it may take to start or stop, in milliseconds. */
  readonly answerLimitMs: number;
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
  /** Counts starts: one that ends after a later one began is stopped again. */
  #life = 0;
  #config: Config = {};
  #stopping = false;
  /** Told while no pipeline was attached. */
  #early: Told[] = [];
  #waitingBytes = 0;
  #senders = new SenderBook();
  #waiters: (() => void)[] = [];
  /** Of the pipelines it reads for, while it may not. */
  #heldBack: BusyMeter[] = [];

  constructor(identity: SourceIdentity, component: SourceComponent, deps: SourceDeps) {
    this.identity = identity;
    this.component = component;
    this.#deps = deps;
    this.#pressure = {
      waiting: (bytes) => {
        this.#waitingBytes += bytes;
        if (this.#waitingBytes >= HIGH_WATER && this.#heldBack.length === 0) this.#holdBack();
      },
      settled: (bytes) => {
        this.#waitingBytes -= bytes;
        if (this.#heldBack.length > 0 && this.#waitingBytes <= LOW_WATER) this.#letGo();
        if (this.#waiters.length > 0 && this.#waitingBytes <= LOW_WATER) this.#tellReady();
      },
    };
  }

  get config(): Config {
    return this.#config;
  }

  /** Who sends to it, as far as it listens. */
  get senders(): Senders {
    return this.#senders.list();
  }

  get isUsed(): boolean {
    return this.#attachments.size > 0;
  }

  isRunningWith(config: Config): boolean {
    return this.#running !== null && isDeepStrictEqual(this.#config, config);
  }

  attach(pipelineId: string, attachment: Attachment): void {
    this.#attachments.set(pipelineId, attachment);
    for (const told of this.#early.splice(0)) this.#tell(attachment.owner, told);
    this.#refresh();
  }

  detach(pipelineId: string): void {
    this.#attachments.delete(pipelineId);
    this.#refresh();
  }

  /** Its archives are others now. */
  archivesChanged(): void {
    this.#refresh();
  }

  async start(config: Config): Promise<void> {
    this.#stopping = false;
    if (this.#attachments.size === 0) this.#early = [];
    const life = ++this.#life;
    try {
      const starting = this.#start(config, life);
      await answerWithin(this.#deps.answerLimitMs, starting, () => this.#hangs('start'));
    } catch (error) {
      if (life !== this.#life) return;
      this.#life++;
      this.#deps.claims.free(this.identity.sourceId);
      throw error;
    }
  }

  async #start(config: Config, life: number): Promise<void> {
    const running = await this.component.start(config, this.#context());
    if (life !== this.#life) return await running.stop();
    this.#running = running;
    this.#config = config;
  }

  /** Applies other settings, in place if the source can; with the former ones again when that fails. */
  async change(config: Config): Promise<void> {
    if (await this.#running?.update?.(config)) {
      this.#config = config;
      return;
    }
    await this.restart(config);
  }

  /** Stops and starts with these settings, unchanged or not; with the former ones again when that fails. */
  async restart(config: Config): Promise<void> {
    const former = this.#config;
    try {
      await this.stop();
      await this.start(config);
    } catch (error) {
      await this.start(former).catch(() => {});
      throw error;
    }
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    this.#life++;
    this.#stopping = true;
    this.#tellReady();
    try {
      if (running) await answerWithin(this.#deps.answerLimitMs, running.stop(), () => this.#hangs('stop'));
    } finally {
      this.#deps.claims.free(this.identity.sourceId);
    }
  }

  #hangs(what: 'start' | 'stop'): Error {
    return sourceHangs(this.identity.name, what, this.#deps.answerLimitMs);
  }

  #context(): SourceContext {
    const { siteId, sourceId, name } = this.identity;
    const { pool, claims, checkpoint } = this.#deps;
    const isPaused = () => this.#active.length === 0;
    const identifies = () => this.#active.some((one) => one.identifies);
    this.#senders = new SenderBook();
    return {
      siteId,
      componentId: sourceId,
      name,
      checkpoint,
      senders: this.#senders,
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
      get identifies() {
        return identifies();
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

  /** It counts as held back until there is room again. */
  #holdBack(): void {
    this.#heldBack = this.#active.map(({ owner }) => owner.cell.busy);
    for (const meter of this.#heldBack) meter.enter(1);
  }

  #letGo(): void {
    for (const meter of this.#heldBack) meter.leave(1);
    this.#heldBack = [];
  }

  #tellReady(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const tell of waiters) tell();
  }

  #refresh(): void {
    this.#letGo();
    const running = [...this.#attachments.values()].filter((attachment) => !attachment.paused);
    const archives = [...this.#deps.archives.values()];
    // Nothing may pass an archive by: while one is changed, nothing is taken in.
    const isHeld = archives.some((archive) => archive.paused);
    this.#active = running.length > 0 && !isHeld ? [...archives, ...running] : [];
    if (this.#waitingBytes >= HIGH_WATER) this.#holdBack();
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

  /** A source starts before a pipeline is attached: what it tells then is for the first one. */
  #report(problem: ComponentProblem, example: string | undefined, count: number): void {
    if (this.#attachments.size === 0) {
      if (this.#early.length < EARLY_MAX) this.#early.push({ problem, example, count });
      return;
    }
    for (const { owner } of this.#attachments.values()) this.#tell(owner, { problem, example, count });
  }

  #tell(owner: ErrorOwner, { problem, example, count }: Told): void {
    this.#deps.errors.add(owner, problem, example === undefined ? undefined : () => example, count);
  }
}
