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
import type { DeadLetters } from './dead-letters.ts';
import type { ErrorLog } from './error-log.ts';
import type { LaneAccount } from './lane-account.ts';
import { problemOf } from './problems.ts';
import type { SinkHost } from './sink-host.ts';

/** Writing was given up because the lane ends; events still live in the batch are not settled. */
export class LaneEnded extends Error {
  override readonly name = 'LaneEnded';
}

type Failure = Pick<LaterEvents, 'problem' | 'retryAfterMs'>;

/** So often an event is refused at most before it is alone; with that last time it is tried five times (R12). */
const SPLITS = 4;

/** In how many pieces a refused batch is split, and each piece that is refused again, to be single events in time. */
function piecesOf(events: number): number {
  let pieces = Math.floor(events ** (1 / SPLITS));
  while (pieces ** SPLITS < events) pieces++;
  return pieces;
}

/** The search for what cannot be written in one refused batch: in how many pieces it splits, and what it found. */
type Search = { readonly pieces: number; readonly found: Promise<void>[] };

export type LaneDeps = {
  readonly account: LaneAccount;
  readonly host: SinkHost;
  readonly pool: BatchPool;
  readonly errors: ErrorLog;
  readonly deadLetters: DeadLetters;
};

/**
 * Writes batches to a destination until they are settled: retries, splits around poison events, counts.
 * An event that is settled is dropped from its batch, so that what is live is what is left.
 */
export class LaneWriter {
  readonly #deps: LaneDeps;
  readonly #signal: AbortSignal;

  constructor(deps: LaneDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Settles every live event of the batch. @throws LaneEnded */
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

  /** Makes dead letters of all live events. */
  async setAside(batch: Batch, problem: ComponentProblem): Promise<void> {
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

  /** `search`: what it is a piece of was refused. */
  async #write(batch: Batch, live: number[], search?: Search): Promise<void> {
    const { host } = this.#deps;
    let left = live;
    for (let attempt = 0; ; attempt++) {
      while (host.restMs > 0 && !this.#signal.aborted) await pause(host.restMs, this.#signal);
      if (this.#signal.aborted) throw new LaneEnded();
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
        const problem = problemOf(error, `'${host.identity.name}' did not take the events`);
        failure = { problem, retryAfterMs: error instanceof RetryableError ? error.retryAfterMs : undefined };
      }
      await this.#wait(attempt, failure);
    }
  }

  async #writeOnce(batch: Batch): Promise<SinkReceipt> {
    const { host, account } = this.#deps;
    const share = 1 / host.concurrency;
    const { busy } = account.owner.cell;
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
    account.owner.cell.retries++;
    const ms = backoffMs(attempt, retryAfterMs);
    if (retryAfterMs !== undefined) host.rest(ms);
    await pause(ms, this.#signal);
  }

  /**
   * Splits the batch until the events that cannot be written are alone (R12). Those are on the disk when this
   * resolves; what comes behind them does not wait for each.
   */
  async #split(batch: Batch, live: number[], problem: ComponentProblem, former?: Search): Promise<void> {
    const search = former ?? { pieces: piecesOf(live.length), found: [] };
    const size = Math.ceil(live.length / search.pieces);
    try {
      if (live.length === 1) search.found.push(this.#toDeadLetters(batch, live[0]!, problem));
      else
        for (let from = 0; from < live.length; from += size)
          await this.#writePart(batch, live.slice(from, from + size), search);
    } finally {
      if (!former) await Promise.all(search.found);
    }
  }

  async #count(batch: Batch, live: number[], receipt: SinkReceipt): Promise<void> {
    const { refused = [], later, bytes, objects = 0 } = receipt;
    const kept = new Set(later?.events);
    for (const { event, problem } of refused) await this.#toDeadLetters(batch, event, problem);
    this.#deps.account.written(live.length - refused.length - kept.size, bytes, objects);
    for (let i = 0; i < live.length; i++) if (!kept.has(live[i]!)) batch.drop(live[i]!);
  }

  #toDeadLetters(batch: Batch, event: number, problem: ComponentProblem): Promise<void> {
    const { account, deadLetters } = this.#deps;
    const text = batch.bytesOf(event).toString();
    batch.drop(event);
    account.leftForDeadLetters();
    return new Promise((resolve) => deadLetters.add(account.owner, problem, text, resolve));
  }
}
