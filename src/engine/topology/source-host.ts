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
import type { ReplayProgress } from '../types/replay.ts';
import type { BatchPool } from './batch-pool.ts';
import type { BusyMeter } from './busy-meter.ts';
import { Delivery, type Pressure } from './delivery.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';
import type { Ledger } from './ledger.ts';
import { sourceHangs } from './problems.ts';
import type { Reserving } from './reservations.ts';
import { answerWithin } from './within.ts';

/** Waiting bytes at which the source must stop reading. */
const HIGH_WATER = 4 << 20;
const LOW_WATER = 1 << 20;
const LOOK_MS = 20;

const EARLY_MAX = 20;

const TEXT_REPAIRED: ComponentProblem = {
  errorName: 'TextRepaired',
  message: 'Text that is not valid UTF-8 was received; what cannot be read was replaced with U+FFFD',
  causes: [
    'The sender writes another encoding, such as Latin-1',
    'Text was cut in the middle of a character',
  ],
  resolutions: [
    'Configure the sender to write UTF-8, or to name its charset',
    'Set the encoding of the source where it has one',
  ],
  level: 'WARN',
};

type EarlyReport = {
  readonly problem: ComponentProblem;
  readonly example: string | undefined;
  readonly count: number;
};
type Config = Record<string, unknown>;
export type SourceIdentity = { readonly siteId: string; readonly sourceId: string; readonly name: string };

export type Attachment = {
  readonly owner: ErrorOwner;
  readonly paused: boolean;
  readonly identifies: boolean;
  tracksOrigin(): boolean;
  accept(batch: Batch, intake: Intake, delivery: Delivery): void;
  /** False when the events would have to wait for room in a buffer. */
  hasRoom(events: number, bytes: number): boolean;
  /** Size of the smallest buffer that its unchanged events can wait for; infinite without one. */
  readonly mostBytes: number;
};

export type SourceDeps = {
  readonly pool: BatchPool;
  readonly reservations: Reserving;
  readonly errors: ErrorLog;
  readonly checkpoint: Checkpoint;
  /** Archives copy the input; they neither start the source nor keep it running. */
  readonly archives: ReadonlyMap<string, Attachment>;
  /** Pipelines about to be attached: there is no intake before. */
  readonly expected: Set<string>;
  readonly answerLimitMs: number;
  readonly ledger: Pick<Ledger, 'write'>;
};

export class SourceHost {
  readonly identity: SourceIdentity;
  readonly component: SourceComponent;
  readonly #deps: SourceDeps;
  readonly #pressure: Pressure;
  readonly #attachments = new Map<string, Attachment>();
  #active: Attachment[] = [];
  #running: RunningSource | null = null;
  /** Incremented at each start; an outdated start is stopped again. */
  #life = 0;
  #config: Config = {};
  #stopping = false;
  #early: EarlyReport[] = [];
  #waitingBytes = 0;
  #senders = new SenderBook();
  #waiters: (() => void)[] = [];
  #looking: NodeJS.Timeout | null = null;
  #refused = { events: 0, bytes: 0 };
  #blockedMeters: BusyMeter[] = [];

  constructor(identity: SourceIdentity, component: SourceComponent, deps: SourceDeps) {
    this.identity = identity;
    this.component = component;
    this.#deps = deps;
    this.#pressure = {
      waiting: (bytes) => {
        this.#waitingBytes += bytes;
        if (this.#waitingBytes >= HIGH_WATER && this.#blockedMeters.length === 0) this.#block();
      },
      settled: (bytes) => {
        this.#waitingBytes -= bytes;
        if (this.#looking !== null || this.#waitingBytes > LOW_WATER) return;
        if (this.#blockedMeters.length > 0) this.#unblock();
        if (this.#waiters.length > 0) this.#resolveReady();
      },
    };
  }

  /** What a sender was answered stays counted. */
  readonly #keepCounters = (): void => {
    for (const { owner } of this.#active) this.#deps.ledger.write(owner.pipelineId);
  };

  get config(): Config {
    return this.#config;
  }

  get senders(): Senders {
    return this.#senders.list();
  }

  get progress(): ReplayProgress | undefined {
    return this.#running?.progress?.();
  }

  cutOff(events: Readonly<Record<string, number>>): void {
    this.#running?.cutOff?.(events);
  }

  get isUsed(): boolean {
    return this.#attachments.size > 0;
  }

  isRunningWith(config: Config): boolean {
    return this.#running !== null && isDeepStrictEqual(this.#config, config);
  }

  attach(pipelineId: string, attachment: Attachment): void {
    this.#attachments.set(pipelineId, attachment);
    this.#deps.expected.delete(pipelineId);
    for (const report of this.#early.splice(0)) this.#record(attachment.owner, report);
    this.refresh();
  }

  detach(pipelineId: string): void {
    this.#attachments.delete(pipelineId);
    this.refresh();
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
      this.#deps.reservations.release(this.identity.sourceId);
      throw error;
    }
  }

  async #start(config: Config, life: number): Promise<void> {
    const running = await this.component.start(config, this.#context());
    if (life !== this.#life) return await running.stop();
    this.#running = running;
    this.#config = config;
  }

  async change(config: Config): Promise<void> {
    if (await this.#running?.update?.(config)) {
      this.#config = config;
      return;
    }
    await this.restart(config);
  }

  /** On failure the previous settings run again. */
  async restart(config: Config): Promise<void> {
    const previous = this.#config;
    try {
      await this.stop();
      await this.start(config);
    } catch (error) {
      await this.start(previous).catch(() => {});
      throw error;
    }
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    this.#life++;
    this.#stopping = true;
    this.#stopLooking();
    this.#resolveReady();
    try {
      if (running) await answerWithin(this.#deps.answerLimitMs, running.stop(), () => this.#hangs('stop'));
    } finally {
      this.#deps.reservations.release(this.identity.sourceId);
    }
  }

  #hangs(what: 'start' | 'stop'): Error {
    return sourceHangs(this.identity.name, what, this.#deps.answerLimitMs);
  }

  #context(): SourceContext {
    const { siteId, sourceId, name } = this.identity;
    const { pool, reservations, checkpoint } = this.#deps;
    const isPaused = () => this.#active.length === 0;
    const identifies = () => this.#active.some((one) => one.identifies);
    const tracksOrigin = () => this.#active.some((one) => one.tracksOrigin());
    const mostBytes = () => Math.min(...this.#active.map((one) => one.mostBytes));
    this.#senders = new SenderBook();
    return {
      siteId,
      componentId: sourceId,
      name,
      checkpoint,
      senders: this.#senders,
      newBatch: () => pool.take(),
      recycle: (batch) => pool.release(batch),
      reserve: (resource) => reservations.reserve(resource, sourceId, name),
      report: (problem, example) => this.#report(problem, example, 1),
      deliver: (batch, intake) => this.#deliver(batch, intake),
      keepCounters: this.#keepCounters,
      ready: () => this.#ready(),
      hasRoom: (events, bytes) => this.#hasRoom(events, bytes),
      refuse: (problem, count, intake, example) => this.#refuse(problem, count, intake, example),
      get paused() {
        return isPaused();
      },
      get identifies() {
        return identifies();
      },
      get tracksOrigin() {
        return tracksOrigin();
      },
      get mostBytes() {
        return mostBytes();
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
    if (batch.repaired > 0) this.#report(TEXT_REPAIRED, undefined, batch.repaired);
    const delivery = new Delivery(this.#pressure, this.#keepCounters);
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
    if (this.#active.length > 0 && this.#waitingBytes < HIGH_WATER && this.#hasRoom(1, 1)) return null;
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Counts events on their way to the buffers too. Without room, begins to look for it. */
  #hasRoom(events: number, bytes: number): boolean {
    if (this.#looking !== null && bytes >= this.#refused.bytes) return false;
    if (this.#findsRoom(events, bytes)) return true;
    this.#refused = { events, bytes };
    if (this.#looking !== null) return false;
    if (this.#blockedMeters.length === 0) this.#block();
    this.#looking = setInterval(() => this.#look(), LOOK_MS);
    return false;
  }

  #findsRoom(events: number, bytes: number): boolean {
    const all = this.#waitingBytes + bytes;
    for (const attachment of this.#active) if (!attachment.hasRoom(events, all)) return false;
    return true;
  }

  #look(): void {
    const { events, bytes } = this.#refused;
    if (!this.#findsRoom(events, bytes)) return;
    this.#stopLooking();
    if (this.#waitingBytes >= HIGH_WATER) return;
    this.#unblock();
    if (this.#active.length > 0) this.#resolveReady();
  }

  #stopLooking(): void {
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#looking = null;
  }

  /** Counts time as blocked until there is room. */
  #block(): void {
    this.#blockedMeters = this.#active.map(({ owner }) => owner.metrics.busy);
    for (const meter of this.#blockedMeters) meter.enter(1);
  }

  #unblock(): void {
    for (const meter of this.#blockedMeters) meter.leave(1);
    this.#blockedMeters = [];
  }

  #resolveReady(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  /** Call when archives or expected pipelines change. */
  refresh(): void {
    this.#unblock();
    this.#stopLooking();
    const running = [...this.#attachments.values()].filter((attachment) => !attachment.paused);
    const archives = [...this.#deps.archives.values()];
    // Archives must see everything, so intake stops while one changes.
    const isBlocked = this.#deps.expected.size > 0 || archives.some((archive) => archive.paused);
    this.#active = running.length > 0 && !isBlocked ? [...archives, ...running] : [];
    if (this.#waitingBytes >= HIGH_WATER) this.#block();
    if (this.#active.length > 0 && this.#waitingBytes < HIGH_WATER) this.#resolveReady();
  }

  #refuse(problem: ComponentProblem, count: number, intake: Intake, example: string | undefined): void {
    for (const { owner } of this.#active) {
      owner.metrics.eventsIn += count;
      owner.metrics.eventsDropped += count;
      owner.metrics.bytesIn += intake.payloadBytes;
      owner.metrics.bytesDropped += intake.payloadBytes;
      owner.metrics.rawBytes += intake.rawBytes;
    }
    this.#report(problem, example, count);
  }

  /** Sources start before a pipeline is attached; the first one gets early reports. */
  #report(problem: ComponentProblem, example: string | undefined, count: number): void {
    if (this.#attachments.size === 0) {
      if (this.#early.length < EARLY_MAX) this.#early.push({ problem, example, count });
      return;
    }
    for (const { owner } of this.#attachments.values()) this.#record(owner, { problem, example, count });
  }

  #record(owner: ErrorOwner, { problem, example, count }: EarlyReport): void {
    this.#deps.errors.add(owner, problem, example === undefined ? undefined : () => example, count);
  }
}
