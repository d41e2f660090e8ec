import type { ComponentProblem } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { decodeBatch } from '../event/encode.ts';
import { steadyNow } from '../steady-now.ts';
import { countLive, liveEvents, sizeOf } from './batch-pool.ts';
import type { Delivery } from './delivery.ts';
import { divideBatch, type Gathered, type Share, sumOf } from './divide-batch.ts';
import {
  type Parcel,
  type QueueStorage,
  type SharedBatch,
  type Waiting,
  WORTH_A_WRITE,
} from './queue-storage.ts';
import { QueueEnded, type SinkQueueDeps, SinkWriter } from './sink-writer.ts';

/** A batch with this share of the limit is written alone. */
const LARGE_PART = 1 / 2;
/** A write with this share of a limit is full: no batch is split to top it up. */
const FULL_PART = 3 / 4;

const NOT_DELIVERED: ComponentProblem = {
  errorName: 'NotDeliveredInTime',
  message: 'The events were waiting for the destination when the pipeline or the engine stopped',
  causes: ['The destination did not accept them in time'],
  resolutions: ['Replay or discard them among the dead letters of the pipeline'],
};

/**
 * What an ending queue does with remaining events: make dead letters; keep them on disk, and without room
 * make dead letters, or leave them to `adopt`.
 */
export type Rest = 'dead-letter' | 'keep' | 'hand over';

type Overflow = Gathered & { readonly mayWait: boolean };
/** `shared`: the batch is that of its events in the storage. */
type Begun = Overflow & { readonly isWhole: boolean; readonly shared?: SharedBatch | undefined };
type Work = Gathered & { readonly events: number; isSettled: boolean };

/** Storage and write loop from one pipeline to one destination. */
export class SinkQueue {
  readonly deps: SinkQueueDeps;
  readonly storage: QueueStorage;
  readonly #ended = new AbortController();
  readonly #writer: SinkWriter;
  readonly #loop: Promise<void>;
  #ending: Promise<void> | null = null;
  #hurry = false;
  #next: Waiting | null = null;
  #overflow: Overflow | null = null;
  /** In storage order, up to the destination's concurrency. */
  #works: Work[] = [];
  #finishing: Promise<void> = Promise.resolve();
  #whenLess: () => void = () => {};
  #unsettled: number;
  #whenEmpty: (() => void)[] = [];

  /** The storage may already hold events, see QueueAccount.restored. */
  constructor(deps: SinkQueueDeps, storage: QueueStorage) {
    this.deps = deps;
    this.storage = storage;
    this.#unsettled = storage.events;
    deps.host.owners.add(deps.account.owner);
    this.#writer = new SinkWriter(deps, this.#ended.signal);
    this.#loop = this.#run();
  }

  get isEmpty(): boolean {
    return this.#unsettled === 0;
  }

  /** Takes events as a batch (with ownership) or as encoded bytes. */
  take(batch: Batch | null, stored: Buffer | null, events: number, bytes: number, delivery: Delivery): void {
    this.deps.account.entered(events, bytes);
    this.#put({ batch, stored, events, bytes, delivery });
  }

  #put(parcel: Parcel): void {
    this.#unsettled += parcel.events;
    parcel.delivery.hold();
    this.storage.put(parcel, () => {
      this.deps.account.dropped(parcel.events, parcel.bytes);
      this.#settled(parcel.events);
    });
  }

  /** Writes now instead of waiting for fuller batches. */
  hurry(): void {
    this.#hurry = true;
    this.storage.wake();
  }

  /** Resolves to false when events remain after `ms`. */
  async drain(ms: number): Promise<boolean> {
    this.hurry();
    if (this.isEmpty) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#whenEmpty.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  end(rest: Rest): Promise<void> {
    this.#ending ??= this.#end(rest);
    return this.#ending;
  }

  /** Takes over what an ended queue could not store on disk. */
  adopt(previous: SinkQueue): void {
    for (const parcel of previous.storage.leftOver) {
      this.deps.account.takenOver(parcel.events, parcel.bytes);
      this.#put(parcel);
      parcel.delivery.release();
    }
  }

  async #end(rest: Rest): Promise<void> {
    this.#ended.abort();
    this.storage.wake();
    await this.#loop;
    if (rest === 'dead-letter') await this.#deadLetterRest();
    await this.storage.close();
    if (rest !== 'hand over') await this.#deadLetterLeftOver();
    this.deps.host.owners.delete(this.deps.account.owner);
  }

  async #run(): Promise<void> {
    const writing = new Set<Promise<void>>();
    while (!this.#ended.signal.aborted) {
      if (this.#works.length >= this.deps.host.concurrency) {
        await new Promise<void>((resolve) => {
          this.#whenLess = resolve;
        });
        continue;
      }
      const begun = this.#takeOverflow() ?? this.#begin();
      if (begun) {
        const settling = this.#settle(await this.#gather(begun)).finally(() => writing.delete(settling));
        writing.add(settling);
      } else if (this.storage.closed) break;
      else await this.storage.arrival();
    }
    await Promise.all(writing);
  }

  #takeOverflow(): Begun | null {
    const overflow = this.#overflow;
    this.#overflow = null;
    return overflow && { ...overflow, isWhole: false };
  }

  #begin(): Begun | null {
    const first = this.#next ?? this.storage.poll();
    this.#next = null;
    if (!first) return null;
    const { maxBytes, timeoutMs } = this.deps.host.batching;
    const mayWait = timeoutMs > 0;
    const { batch, bytes, shared } = first;
    if (shared && first.mayTakeShared?.()) {
      shared.take();
      return { batch: shared.batch, entries: [first], mayWait, isWhole: false, shared };
    }
    if (batch && bytes >= maxBytes * LARGE_PART) return { batch, entries: [first], mayWait, isWhole: true };
    this.#next = this.storage.poll();
    if (batch && !this.#next && (!mayWait || bytes >= WORTH_A_WRITE))
      return { batch, entries: [first], mayWait, isWhole: true };
    const joined = this.#next || mayWait ? this.deps.pool.takeLarge() : this.deps.pool.take();
    first.loadInto(joined);
    return { batch: joined, entries: [first], mayWait, isWhole: false };
  }

  /** Joins waiting events up to the destination's limits, to amortize the cost of a write. */
  async #gather(begun: Begun): Promise<Gathered> {
    const { entries, mayWait, isWhole, shared } = begun;
    const { maxEvents, maxBytes, timeoutMs } = this.deps.host.batching;
    const until = mayWait ? performance.now() + timeoutMs : 0;
    for (let { events, bytes } = sumOf(entries); !isWhole && events < maxEvents && bytes < maxBytes; ) {
      const next = this.#next ?? this.storage.poll();
      this.#next = next;
      if (next && shared !== undefined && next.shared === shared) {
        this.#next = null;
        entries.push(next);
        events += next.events;
        bytes += next.bytes;
      } else if (next) {
        const fits = bytes + next.bytes <= maxBytes && events + next.events <= maxEvents;
        const isFull = events >= maxEvents * FULL_PART || bytes >= maxBytes * FULL_PART;
        if (!fits && (isFull || this.storage.acksInOrder)) break;
        this.#next = null;
        shared?.seal();
        next.loadInto(shared?.batch ?? begun.batch);
        entries.push(next);
        events += next.events;
        bytes += next.bytes;
      } else if (!(await this.#waitUntil(until))) break;
    }
    if (!shared) return this.#cut({ batch: begun.batch, entries });
    shared.seal();
    this.#takeRest(shared, entries);
    return this.#cut({ batch: shared.batch, entries });
  }

  /** All events of a shared batch go with it, also those beyond a limit that was lowered since. */
  #takeRest(shared: SharedBatch, entries: Share[]): void {
    for (;;) {
      this.#next ??= this.storage.poll();
      if (this.#next?.shared !== shared) return;
      entries.push(this.#next);
      this.#next = null;
    }
  }

  /** The excess starts the next write. A disk buffer would repeat all of a partly written entry. */
  #cut(gathered: Gathered): Gathered {
    if (this.storage.acksInOrder) return gathered;
    const divided = divideBatch(gathered, this.deps.host.batching, this.deps.pool);
    if (!divided) return gathered;
    // The rest of a single batch does not wait: no more may come.
    this.#overflow = { ...divided.rest, mayWait: gathered.entries.length > 1 };
    return divided.fitting;
  }

  async #waitUntil(until: number): Promise<boolean> {
    const left = until - performance.now();
    if (left <= 0 || this.#hurry || this.#ended.signal.aborted || this.storage.closed) return false;
    const timer = setTimeout(() => this.storage.wake(), left);
    await this.storage.arrival();
    clearTimeout(timer);
    return true;
  }

  /** Unsettled work stays listed when the queue ends. */
  async #settle({ batch, entries }: Gathered): Promise<void> {
    const { events, bytes } = sumOf(entries);
    const work: Work = { batch, entries, events, isSettled: false };
    this.#works.push(work);
    const unreadable = events - countLive(batch);
    if (unreadable > 0)
      this.deps.account.dropped(unreadable, Math.max(0, bytes - sizeOf(batch, liveEvents(batch))));
    try {
      await this.#writer.settle(batch);
      const now = steadyNow();
      const { latency } = this.deps.account.owner.metrics;
      for (const entry of entries) latency.add(entry.events, now - entry.arrivedAt);
      work.isSettled = true;
      this.#finishing = this.#finishing.then(() => this.#finishSettled());
      await this.#finishing;
    } catch (error) {
      if (!(error instanceof QueueEnded)) throw error;
    } finally {
      this.#whenLess();
    }
  }

  /** In-order storage is acknowledged only once all earlier batches are settled. */
  async #finishSettled(): Promise<void> {
    const next = () =>
      this.storage.acksInOrder ? this.#works[0] : this.#works.find((work) => work.isSettled);
    for (let work = next(); work?.isSettled; work = next()) await this.#finish(work);
  }

  async #finish(work: Work): Promise<void> {
    this.deps.pool.release(work.batch);
    await Promise.all(work.entries.map((entry) => entry.done()));
    this.#works.splice(this.#works.indexOf(work), 1);
    this.#settled(work.events);
  }

  async #deadLetterRest(): Promise<void> {
    const overflow = this.#takeOverflow();
    if (overflow) this.#works.push({ ...overflow, events: sumOf(overflow.entries).events, isSettled: false });
    for (let [work] = this.#works; work; [work] = this.#works) {
      if (!work.isSettled) await this.#writer.addDeadLetters(work.batch, NOT_DELIVERED);
      await this.#finish(work);
    }
    for (;;) {
      const entry = this.#next ?? this.storage.poll();
      this.#next = null;
      if (!entry) return;
      const batch = entry.batch ?? this.deps.pool.take();
      if (!entry.batch) entry.loadInto(batch);
      await this.#writer.addDeadLetters(batch, NOT_DELIVERED);
      this.deps.pool.release(batch);
      await entry.done();
      this.#settled(entry.events);
    }
  }

  /** Unacknowledged events without room on disk are safe as dead letters. */
  async #deadLetterLeftOver(): Promise<void> {
    for (const parcel of this.storage.leftOver) {
      const batch = this.deps.pool.take();
      if (parcel.stored) decodeBatch(parcel.stored, batch);
      await this.#writer.addDeadLetters(batch, NOT_DELIVERED);
      this.deps.pool.release(batch);
      parcel.delivery.release();
      this.#settled(parcel.events);
    }
  }

  #settled(events: number): void {
    this.#unsettled -= events;
    if (this.#unsettled > 0) return;
    const waiting = this.#whenEmpty;
    this.#whenEmpty = [];
    for (const resolve of waiting) resolve();
  }
}
