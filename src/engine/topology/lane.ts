import type { ComponentProblem } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { decodeBatch } from '../event/encode.ts';
import { liveEvents } from './batch-pool.ts';
import type { Delivery } from './delivery.ts';
import type { LaneQueue, Parcel, Waiting } from './lane-queue.ts';
import { type LaneDeps, LaneEnded, LaneWriter } from './lane-writer.ts';

/** A batch of at least this part of the limit goes out as it is, even when more waits. */
const LARGE_PART = 1 / 2;
/** A batch of at least so many bytes does not wait to be joined with what may come. */
const WORTH_A_WRITE = 64 << 10;

const NOT_DELIVERED: ComponentProblem = {
  errorName: 'NotDeliveredInTime',
  message: 'The events waited for the destination until the pipeline or the engine ended',
  causes: ['The destination did not take them in time'],
  resolutions: ['Find them among the dead letters of the pipeline, in the data folder'],
};

/**
 * What becomes of what is left when a lane ends: to the dead letters; kept on the disk, what has no room
 * there to the dead letters; kept on the disk, the others for `adopt`.
 */
export type Rest = 'set aside' | 'keep' | 'hand over';

/** What is being written: a batch and the queue's entries it came from. */
type Gathered = { readonly batch: Batch; readonly entries: Waiting[] };
type Work = Gathered & { readonly events: number; isSettled: boolean };

/** The way from a pipeline to one of its destinations: a queue, and the loop that empties it. */
export class Lane {
  readonly deps: LaneDeps;
  readonly queue: LaneQueue;
  readonly #ended = new AbortController();
  readonly #writer: LaneWriter;
  readonly #loop: Promise<void>;
  #ending: Promise<void> | null = null;
  #hurry = false;
  #next: Waiting | null = null;
  /** In the order of the queue; as many as the destination takes at a time. */
  #works: Work[] = [];
  #finishing: Promise<void> = Promise.resolve();
  #whenLess: () => void = () => {};
  /** Events handed over and not acknowledged to the queue. */
  #unsettled: number;
  #whenEmpty: (() => void)[] = [];

  /** The queue may hold events already, see LaneAccount.restored. */
  constructor(deps: LaneDeps, queue: LaneQueue) {
    this.deps = deps;
    this.queue = queue;
    this.#unsettled = queue.events;
    deps.host.owners.add(deps.account.owner);
    this.#writer = new LaneWriter(deps, this.#ended.signal);
    this.#loop = this.#run();
  }

  get isEmpty(): boolean {
    return this.#unsettled === 0;
  }

  /** Takes live events over: in a batch of their own (which it keeps), or encoded. */
  take(batch: Batch | null, stored: Buffer | null, events: number, bytes: number, delivery: Delivery): void {
    this.deps.account.entered(events, bytes);
    this.#put({ batch, stored, events, bytes, delivery });
  }

  #put(parcel: Parcel): void {
    this.#unsettled += parcel.events;
    parcel.delivery.hold();
    this.queue.put(parcel, () => {
      this.deps.account.dropped(parcel.events);
      this.#settled(parcel.events);
    });
  }

  /** From now on batches do not wait to be filled. */
  hurry(): void {
    this.#hurry = true;
    this.queue.wake();
  }

  /** Resolves to true when everything is settled, to false when that takes longer than `ms`. */
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

  /** Ends the loop and closes the queue. */
  end(rest: Rest): Promise<void> {
    this.#ending ??= this.#end(rest);
    return this.#ending;
  }

  /** Takes over what an ended lane could not keep on its disk. */
  adopt(former: Lane): void {
    for (const parcel of former.queue.leftOver) {
      this.deps.account.takenOver(parcel.events);
      this.#put(parcel);
      parcel.delivery.release();
    }
  }

  async #end(rest: Rest): Promise<void> {
    this.#ended.abort();
    this.queue.wake();
    await this.#loop;
    if (rest === 'set aside') await this.#setAsideRest();
    await this.queue.close();
    if (rest !== 'hand over') await this.#setAsideLeftOver();
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
      const first = this.#next ?? this.queue.poll();
      this.#next = null;
      if (first) {
        const settling = this.#settle(await this.#gather(first)).finally(() => writing.delete(settling));
        writing.add(settling);
      } else if (this.queue.closed) break;
      else await this.queue.arrival();
    }
    await Promise.all(writing);
  }

  /** Joins what waits up to the limits of the destination, so that one write is worth its cost. */
  async #gather(first: Waiting): Promise<Gathered> {
    const { maxEvents, maxBytes, timeoutMs } = this.deps.host.batching;
    const until = timeoutMs > 0 ? performance.now() + timeoutMs : 0;
    if (first.batch && first.bytes >= maxBytes * LARGE_PART) return { batch: first.batch, entries: [first] };
    this.#next = this.queue.poll();
    if (first.batch && !this.#next && (until === 0 || first.bytes >= WORTH_A_WRITE))
      return { batch: first.batch, entries: [first] };
    const batch = this.#next || until > 0 ? this.deps.pool.takeLarge() : this.deps.pool.take();
    const entries = [first];
    first.loadInto(batch);
    for (let { events, bytes } = first; events < maxEvents && bytes < maxBytes; ) {
      const next = this.#next ?? this.queue.poll();
      this.#next = next;
      if (next) {
        if (bytes + next.bytes > maxBytes || events + next.events > maxEvents) break;
        this.#next = null;
        next.loadInto(batch);
        entries.push(next);
        events += next.events;
        bytes += next.bytes;
      } else if (!(await this.#waitUntil(until))) break;
    }
    return { batch, entries };
  }

  /** False when there is nothing to wait for any more. */
  async #waitUntil(until: number): Promise<boolean> {
    const left = until - performance.now();
    if (left <= 0 || this.#hurry || this.#ended.signal.aborted || this.queue.closed) return false;
    const timer = setTimeout(() => this.queue.wake(), left);
    await this.queue.arrival();
    clearTimeout(timer);
    return true;
  }

  /** Writes a batch; what is not settled when the lane ends stays among the works. */
  async #settle({ batch, entries }: Gathered): Promise<void> {
    const events = entries.reduce((sum, entry) => sum + entry.events, 0);
    const work: Work = { batch, entries, events, isSettled: false };
    this.#works.push(work);
    const unreadable = events - liveEvents(batch).length;
    if (unreadable > 0) this.deps.account.dropped(unreadable);
    try {
      await this.#writer.settle(batch);
      work.isSettled = true;
      this.#finishing = this.#finishing.then(() => this.#finishSettled());
      await this.#finishing;
    } catch (error) {
      if (!(error instanceof LaneEnded)) throw error;
    } finally {
      this.#whenLess();
    }
  }

  /** A queue that acknowledges in order is told of a batch once all before it are settled. */
  async #finishSettled(): Promise<void> {
    const next = () => (this.queue.acksInOrder ? this.#works[0] : this.#works.find((work) => work.isSettled));
    for (let work = next(); work?.isSettled; work = next()) await this.#finish(work);
  }

  async #finish(work: Work): Promise<void> {
    this.deps.pool.release(work.batch);
    await Promise.all(work.entries.map((entry) => entry.done()));
    this.#works.splice(this.#works.indexOf(work), 1);
    this.#settled(work.events);
  }

  async #setAsideRest(): Promise<void> {
    for (let [work] = this.#works; work; [work] = this.#works) {
      if (!work.isSettled) await this.#writer.setAside(work.batch, NOT_DELIVERED);
      await this.#finish(work);
    }
    for (;;) {
      const entry = this.#next ?? this.queue.poll();
      this.#next = null;
      if (!entry) return;
      const batch = entry.batch ?? this.deps.pool.take();
      if (!entry.batch) entry.loadInto(batch);
      await this.#writer.setAside(batch, NOT_DELIVERED);
      this.deps.pool.release(batch);
      await entry.done();
      this.#settled(entry.events);
    }
  }

  /** The disk had no room for these, so their senders wait: the dead letters are as safe. */
  async #setAsideLeftOver(): Promise<void> {
    for (const parcel of this.queue.leftOver) {
      const batch = this.deps.pool.take();
      if (parcel.stored) decodeBatch(parcel.stored, batch);
      await this.#writer.setAside(batch, NOT_DELIVERED);
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
    for (const tell of waiting) tell();
  }
}
