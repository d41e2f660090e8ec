import {
  type ComponentProblem,
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

  async #writePart(batch: Batch, events: number[]): Promise<void> {
    const { pool } = this.#deps;
    const part = pool.copy(batch, events);
    try {
      await this.#write(
        part,
        events.map((_, i) => i),
      );
    } finally {
      for (let i = 0; i < events.length; i++) if (!part.isLive(i)) batch.drop(events[i]!);
      pool.release(part);
    }
  }

  async #write(batch: Batch, live: number[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      if (this.#signal.aborted) throw new LaneEnded();
      try {
        return await this.#count(batch, live, await this.#deps.host.write(batch));
      } catch (error) {
        if (error instanceof PermanentError) return this.#split(batch, live, error.problem);
        const problem = problemOf(error, `'${this.#deps.host.identity.name}' did not take the events`);
        this.#deps.errors.add(this.#deps.account.owner, problem);
        const retryAfterMs = error instanceof RetryableError ? error.retryAfterMs : undefined;
        await pause(backoffMs(attempt, retryAfterMs), this.#signal);
      }
    }
  }

  /** Halves the batch until the events that cannot be written are alone (R12). */
  async #split(batch: Batch, live: number[], problem: ComponentProblem): Promise<void> {
    if (live.length === 1) return this.#toDeadLetters(batch, live[0]!, problem);
    const middle = live.length >> 1;
    await this.#writePart(batch, live.slice(0, middle));
    await this.#writePart(batch, live.slice(middle));
  }

  async #count(batch: Batch, live: number[], receipt: SinkReceipt): Promise<void> {
    const refused = receipt.refused ?? [];
    for (const { event, problem } of refused) await this.#toDeadLetters(batch, event, problem);
    this.#deps.account.written(live.length - refused.length, receipt.bytes);
    for (let i = 0; i < live.length; i++) batch.drop(live[i]!);
  }

  #toDeadLetters(batch: Batch, event: number, problem: ComponentProblem): Promise<void> {
    const { account, deadLetters } = this.#deps;
    const text = batch.bytesOf(event).toString();
    batch.drop(event);
    account.leftForDeadLetters();
    return new Promise((resolve) => deadLetters.add(account.owner, problem, text, resolve));
  }
}
