import {
  type ComponentProblem,
  type LaterEvents,
  PermanentError,
  RetryableError,
  type SinkReceipt,
} from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { backoffMs, pause } from './backoff.ts';
import { type BatchPool, liveEvents, sizeOf } from './batch-pool.ts';
import { type DeadLetters, toDeadEvent } from './dead-letters.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';
import type { Amount } from './metrics.ts';
import { problemOf } from './problems.ts';
import type { SinkHost } from './sink-host.ts';

/** Counts the events of one sink queue and tracks its buffered share. */
export class QueueAccount {
  readonly owner: ErrorOwner;
  buffered = 0;
  bufferedBytes = 0;

  constructor(owner: ErrorOwner) {
    this.owner = owner;
  }

  entered(events: number, bytes: number): void {
    this.owner.metrics.eventsIn += events;
    this.owner.metrics.bytesIn += bytes;
    this.#buffer(events, bytes);
  }

  /**
   * `counted` events already count as waiting: an excess (repeats, or events after the last report) counts as
   * created, a shortfall is lost. Bytes on disk only approximate event sizes; the difference is evened out
   * when all are settled.
   * @returns events lost
   */
  restored(found: Amount, counted: Amount): number {
    this.buffered = counted.events;
    this.bufferedBytes = counted.bytes;
    const news = found.events - counted.events;
    const bytes = news === 0 ? 0 : found.bytes - counted.bytes;
    if (news > 0) this.owner.metrics.eventsCreated += news;
    else {
      this.owner.metrics.eventsDropped -= news;
      this.owner.metrics.bytesDropped += Math.max(0, -bytes);
    }
    this.#buffer(news, bytes);
    return Math.max(0, -news);
  }

  takenOver(events: number, bytes: number): void {
    this.buffered += events;
    this.bufferedBytes += bytes;
  }

  /** @param taken bytes as they waited @param bytes as written */
  written(events: number, taken: number, bytes: number, objects: number): void {
    this.owner.metrics.eventsOut += events;
    this.owner.metrics.bytesOut += bytes;
    this.owner.metrics.objectsWritten += objects;
    this.owner.metrics.lastEventAt = Date.now();
    this.#buffer(-events, -taken);
  }

  dropped(events: number, bytes: number): void {
    this.owner.metrics.eventsDropped += events;
    this.owner.metrics.bytesDropped += bytes;
    this.#buffer(-events, -bytes);
  }

  deadLettered(bytes: number): void {
    this.#buffer(-1, -bytes);
  }

  #buffer(events: number, bytes: number): void {
    const before = this.bufferedBytes;
    this.buffered += events;
    this.bufferedBytes = this.buffered === 0 ? 0 : Math.max(0, before + bytes);
    this.owner.metrics.eventsBuffered += events;
    this.owner.metrics.bytesBuffered += this.bufferedBytes - before;
  }
}

/** Thrown during a write; live events of the batch are unsettled. */
export class QueueEnded extends Error {
  override readonly name = 'LaneEnded';
}

type Failure = Pick<LaterEvents, 'problem' | 'retryAfterMs'>;

/** After this many splits events are alone; with the last write, each is tried five times. */
const SPLITS = 4;

function piecesOf(events: number): number {
  let pieces = Math.floor(events ** (1 / SPLITS));
  while (pieces ** SPLITS < events) pieces++;
  return pieces;
}

type Search = { readonly pieces: number; readonly found: Promise<void>[] };

export type SinkQueueDeps = {
  readonly account: QueueAccount;
  readonly host: SinkHost;
  readonly pool: BatchPool;
  readonly errors: ErrorLog;
  readonly deadLetters: DeadLetters;
};

/**
 * Writes batches until settled: retries, splits around poison events, counts. Drops settled events from the
 * batch.
 */
export class SinkWriter {
  readonly #deps: SinkQueueDeps;
  readonly #signal: AbortSignal;

  constructor(deps: SinkQueueDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /**
   * Settles every live event.
   * @throws QueueEnded
   */
  async settle(batch: Batch): Promise<void> {
    const { maxEvents, maxBytes } = this.#deps.host.batching;
    const live = liveEvents(batch);
    if (live.length === 0) return;
    if (live.length <= maxEvents && sizeOf(batch, live) <= maxBytes) return this.#write(batch, live);
    for (let from = 0; from < live.length; ) {
      let to = from;
      for (let size = 0; to < live.length && to - from < maxEvents; to++) {
        size += batch.size(live[to]!);
        if (size > maxBytes && to > from) break;
      }
      await this.#writePart(batch, live.slice(from, to));
      from = to;
    }
  }

  async addDeadLetters(batch: Batch, problem: ComponentProblem): Promise<void> {
    await Promise.all(liveEvents(batch).map((event) => this.#toDeadLetters(batch, event, problem)));
  }

  async #writePart(batch: Batch, events: number[], search?: Search): Promise<void> {
    const { pool } = this.#deps;
    const part = pool.copy(batch, events);
    try {
      await this.#write(
        part,
        events.map((_, i) => i),
        search,
      );
    } finally {
      for (let i = 0; i < events.length; i++) if (!part.isLive(i)) batch.drop(events[i]!);
      pool.release(part);
    }
  }

  /** `search`: set for a piece of a refused batch. */
  async #write(batch: Batch, live: number[], search?: Search): Promise<void> {
    const { host } = this.#deps;
    let left = live;
    for (let attempt = 0; ; attempt++) {
      while (host.restMs > 0 && !this.#signal.aborted) await pause(host.restMs, this.#signal);
      if (this.#signal.aborted) throw new QueueEnded();
      let failure: Failure;
      try {
        const receipt = await this.#writeOnce(batch);
        await this.#count(batch, left, receipt);
        const { later } = receipt;
        if (!later || later.events.length === 0) return;
        failure = later;
        if (later.events.length < left.length) attempt = 0;
        left = [...later.events];
      } catch (error) {
        if (error instanceof PermanentError) return this.#split(batch, left, error.problem, search);
        const problem = problemOf(error, `'${host.identity.name}' did not accept the events`);
        failure = { problem, retryAfterMs: error instanceof RetryableError ? error.retryAfterMs : undefined };
      }
      await this.#wait(attempt, failure);
    }
  }

  async #writeOnce(batch: Batch): Promise<SinkReceipt> {
    const { host, account } = this.#deps;
    const share = 1 / host.concurrency;
    const { busy } = account.owner.metrics;
    busy.enter(share);
    try {
      return await host.write(batch);
    } finally {
      busy.leave(share);
    }
  }

  async #wait(attempt: number, { problem, retryAfterMs }: Failure): Promise<void> {
    const { host, errors, account } = this.#deps;
    errors.add(account.owner, problem);
    account.owner.metrics.retries++;
    const ms = backoffMs(attempt, retryAfterMs);
    if (retryAfterMs !== undefined) host.rest(ms);
    await pause(ms, this.#signal);
  }

  /** Isolates poison events; resolves once their dead letters are on disk. */
  async #split(batch: Batch, live: number[], problem: ComponentProblem, previous?: Search): Promise<void> {
    const search = previous ?? { pieces: piecesOf(live.length), found: [] };
    const size = Math.ceil(live.length / search.pieces);
    try {
      if (live.length === 1) search.found.push(this.#toDeadLetters(batch, live[0]!, problem));
      else
        for (let from = 0; from < live.length; from += size)
          await this.#writePart(batch, live.slice(from, from + size), search);
    } finally {
      if (!previous) await Promise.all(search.found);
    }
  }

  async #count(batch: Batch, live: number[], receipt: SinkReceipt): Promise<void> {
    const { refused = [], later, bytes, objects = 0 } = receipt;
    for (const { event, problem } of refused) await this.#toDeadLetters(batch, event, problem);
    const kept = later && new Set(later.events);
    let events = 0;
    let taken = 0;
    for (let i = 0; i < live.length; i++) {
      const event = live[i]!;
      if (!batch.isLive(event) || kept?.has(event)) continue;
      events++;
      taken += batch.size(event);
      batch.drop(event);
    }
    this.#deps.account.written(events, taken, bytes, objects);
  }

  #toDeadLetters(batch: Batch, event: number, problem: ComponentProblem): Promise<void> {
    const { account, deadLetters } = this.#deps;
    const dead = toDeadEvent(batch, event);
    account.deadLettered(batch.size(event));
    batch.drop(event);
    return new Promise((resolve) => deadLetters.add(account.owner, problem, dead, resolve));
  }
}
