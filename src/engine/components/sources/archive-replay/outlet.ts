import { createHash } from 'node:crypto';
import type { ArchiveFile } from '../../../archive-search/list-folder.ts';
import type { ArchiveRecord } from '../../../archive-search/record.ts';
import type { Batch } from '../../../event/batch.ts';
import { REPLAY_REPEATS_MAX, type ReplayConfig } from '../../../types/replay.ts';
import { settleWithin } from '../../shared/settle.ts';
import type { SourceContext } from '../../types.ts';
import type { Ledger } from './ledger.ts';
import { placeIn } from './position.ts';

/** Rate limiter: at most `perSecond`, in bursts of at most a tenth of a second. */
export class Pace {
  readonly #perSecond: number;
  readonly #now: () => number;
  #due: number;
  #at: number;

  /** @param now monotonic milliseconds */
  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#at = now();
    this.#due = this.#most;
  }

  get #most(): number {
    return Math.max(1, Math.floor(this.#perSecond / 10));
  }

  take(wanted: number): number {
    const now = this.#now();
    this.#due = Math.min(this.#most, this.#due + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    const events = Math.min(wanted, Math.floor(this.#due));
    this.#due -= events;
    return events;
  }

  /** Milliseconds until at least one event may go. */
  get waitMs(): number {
    return Math.max(5, Math.ceil(((1 - this.#due) / this.#perSecond) * 1000));
  }
}

const STOP_GRACE_MS = 1000;
const BATCH_EVENTS = 500;
const BATCH_BYTES = 256 * 1024;

export type Found = { readonly record: ArchiveRecord; readonly line: number };

/** Thrown internally to leave a file: the source stops, or a delivery was rejected. */
export class LeftOff extends Error {}

/** Delivers events within the rate and the limit of repeats after a kill. */
export class Outlet {
  readonly #eventLimit: number;
  readonly #context: SourceContext;
  readonly #ledger: Ledger;
  readonly #pace: Pace | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  #wasRefused = false;
  #isStopped = false;
  #wake = () => {};

  constructor(config: ReplayConfig, context: SourceContext, ledger: Ledger) {
    const { eventLimit = Number.POSITIVE_INFINITY, eventsPerSecond } = config;
    this.#eventLimit = eventLimit;
    this.#context = context;
    this.#ledger = ledger;
    this.#pace =
      eventsPerSecond === undefined ? undefined : new Pace(eventsPerSecond, () => performance.now());
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isLimitReached(): boolean {
    return this.#ledger.sent.events >= this.#eventLimit;
  }

  /** @throws LeftOff when the source stops, or a delivery was rejected */
  goOn(): void {
    if (this.#isStopped || this.#wasRefused) throw new LeftOff();
  }

  /**
   * Delivers all, or up to the limit.
   * @param bytesPart of the file read with all of them
   * @throws LeftOff
   */
  async send(file: ArchiveFile, found: readonly Found[], bytesPart: number): Promise<void> {
    const before = this.#ledger.sent.bytesPart;
    for (let at = 0; at < found.length && !this.isLimitReached; ) {
      const count = await this.#mayTake(found.length - at);
      at += this.#deliver(file, found.slice(at, at + count), (sent) => {
        return before + ((bytesPart - before) * (at + sent)) / found.length;
      });
    }
  }

  async settle(): Promise<void> {
    while (this.#underWay.size > 0 && !this.#isStopped)
      await Promise.race([Promise.all(this.#underWay), this.#stopped()]);
  }

  /** Repeats rejected deliveries. In-flight ones may still be accepted meanwhile. */
  async beginAgain(): Promise<void> {
    await this.settle();
    if (this.#isStopped) return;
    this.#ledger.fallBack();
    this.#wasRefused = false;
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** @returns whether nothing is in flight any more */
  async drain(running: Promise<unknown>): Promise<boolean> {
    await settleWithin(STOP_GRACE_MS, [running, ...this.#underWay]);
    return this.#underWay.size === 0;
  }

  async #mayTake(wanted: number): Promise<number> {
    for (;;) {
      const room = this.#context.ready();
      if (room) await room;
      this.goOn();
      if (this.#ledger.unsavedEvents >= REPLAY_REPEATS_MAX - BATCH_EVENTS) {
        await this.settle();
        await this.#ledger.save();
        if (this.#ledger.hasUnsaved) await this.#sleep(1000);
        continue;
      }
      const most = Math.min(wanted, BATCH_EVENTS, this.#eventLimit - this.#ledger.sent.events);
      const count = this.#pace ? this.#pace.take(most) : most;
      if (count > 0) return count;
      await this.#sleep(this.#pace?.waitMs ?? 0);
    }
  }

  /** Delivers the first of `found`, up to the size of a batch; returns how many. */
  #deliver(file: ArchiveFile, found: readonly Found[], findPart: (count: number) => number): number {
    const batch = this.#context.newBatch();
    const name = createHash('sha256').update(file.name).digest('base64url').slice(0, 22);
    let bytes = 0;
    let last: Found | undefined;
    for (const one of found) {
      if (bytes >= BATCH_BYTES) break;
      bytes += this.#append(batch, one, name);
      last = one;
    }
    if (!last) return 0;
    const { sent } = this.#ledger;
    const { line, record } = last;
    const { count } = batch;
    const acknowledge = this.#ledger.hand({
      ...placeIn(sent, file, line + 1),
      micros: Math.max(sent.micros, record.micros),
      events: sent.events + count,
      bytes: sent.bytes + bytes,
      bytesPart: findPart(count),
    });
    const delivery = this.#context
      .deliver(batch, { payloadBytes: bytes, rawBytes: bytes })
      .then((outcome) => {
        if (outcome === 'accepted') acknowledge();
        else this.#wasRefused = true;
      });
    // Before anything reaches a destination, so that repeats after a kill are reported exactly.
    this.#context.keepCounters();
    this.#underWay.add(delivery);
    void delivery.then(() => this.#underWay.delete(delivery));
    return count;
  }

  #append(batch: Batch, { record, line }: Found, name: string): number {
    const bytes = Buffer.from(record.text);
    const event = record.isText ? batch.appendRaw(bytes) : batch.appendJson(bytes);
    if (this.#context.identifies) batch.setId(event, `${name}.${line.toString(36)}`);
    if (this.#context.tracksOrigin && record.origin !== '') batch.setOrigin(record.origin, event, event + 1);
    return bytes.length;
  }

  #stopped(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #sleep(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([over, this.#stopped()]);
    clearTimeout(timer);
    if (this.#isStopped) throw new LeftOff();
  }
}
