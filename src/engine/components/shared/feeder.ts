import type { Batch } from '../../event/batch.ts';
import type { Ints } from '../../event/layout.ts';
import type { Output } from '../../event/output.ts';
import type { ComponentProblem, DeliverOutcome, Intake, SourceContext } from '../types.ts';
import type { Sender } from './inbound/peer.ts';
import type { LongLines } from './long-lines.ts';
import { settleWithin } from './settle.ts';

/** This plus one read fits the CPU cache. */
const FLUSH_BYTES = 192 * 1024;
const FLUSH_MS = 5;

/**
 * Batches and delivers input for sources that continue before the acknowledgement. While `blocked`, stop
 * reading until `onReady`. Request `outcome` before adding an event.
 */
export class Feeder {
  blocked = false;
  private readonly context: SourceContext;
  private readonly onReady: () => void;
  private batch: Batch | null = null;
  private tracksOrigin = false;
  private payloadBytes = 0;
  private rawBytes = 0;
  private timer: NodeJS.Timeout | null = null;
  private awaited: PromiseWithResolvers<DeliverOutcome> | null = null;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(context: SourceContext, onReady: () => void) {
    this.context = context;
    this.onReady = onReady;
  }

  get waitingBytes(): number | null {
    return this.blocked ? (this.batch?.footprint ?? 0) : null;
  }

  /** Outcome of the event added next; one promise per batch. */
  outcome(): Promise<DeliverOutcome> {
    this.awaited ??= Promise.withResolvers<DeliverOutcome>();
    return this.awaited.promise;
  }

  addLines(bytes: Buffer, from: number, to: number, sender: Sender): number {
    const batch = this.current();
    const before = batch.count;
    const payloadBytes = batch.loadLines(bytes, from, to);
    const count = batch.count - before;
    this.added(payloadBytes, to - from, batch, before, sender);
    return count;
  }

  /** `json` must be written by this program. */
  addJson(json: string, intake: Intake, sender: Sender): void {
    const batch = this.current();
    this.added(intake.payloadBytes, intake.rawBytes, batch, batch.appendTrustedJson(json), sender);
  }

  addWritten({ bytes, length }: Output, intake: Intake, sender: Sender): void {
    const batch = this.current();
    this.added(
      intake.payloadBytes,
      intake.rawBytes,
      batch,
      batch.appendTrusted(bytes, false, length),
      sender,
    );
  }

  /** Like `addJson` for lines of JSON in bytes[from, to), each with a newline, at the offsets `ends` from `from`. */
  addJsonLines(
    bytes: Buffer,
    from: number,
    to: number,
    ends: Ints,
    { payloadBytes, rawBytes }: Intake,
    sender: Sender,
  ): void {
    const batch = this.current();
    const first = batch.count;
    batch.appendTrustedLines(bytes, from, to, ends);
    this.added(payloadBytes, rawBytes, batch, first, sender);
  }

  /** Lets `into` write one line of valid JSON without copying. `takeBack` must follow. */
  lendRoom(into: Output): void {
    this.current().lendRoom(into);
  }

  /** Adds what was written since `lendRoom`, or gives it up. Returns `isWritten`. */
  takeBack(
    written: Output,
    isWritten: boolean,
    payloadBytes: number,
    rawBytes: number,
    sender: Sender,
  ): boolean {
    const batch = this.current();
    if (!isWritten) batch.giveUp(written);
    else this.added(payloadBytes, rawBytes, batch, batch.appendLent(written), sender);
    return isWritten;
  }

  /** Adds a JSON object as received. False for invalid JSON, which becomes a dead letter. */
  addObject(bytes: Buffer, intake: Intake, sender: Sender): boolean {
    const batch = this.current();
    const event = batch.appendJson(bytes);
    const isObject = batch.isLive(event);
    this.added(intake.payloadBytes, intake.rawBytes, batch, event, sender);
    return isObject;
  }

  addText(bytes: Buffer, rawBytes: number, sender: Sender): void {
    const batch = this.current();
    this.added(bytes.length, rawBytes, batch, batch.appendRaw(bytes), sender);
  }

  /** `head`: the line's beginning; `intake`: all of it. */
  addLong(longLines: LongLines, head: Buffer, intake: Intake, sender: Sender): void {
    const batch = this.current();
    const before = batch.count;
    longLines.append(batch, head);
    this.added(intake.payloadBytes, intake.rawBytes, batch, before, sender);
  }

  addRefused(bytes: Buffer, problem: ComponentProblem, intake: Intake, sender: Sender): void {
    const batch = this.current();
    this.added(intake.payloadBytes, intake.rawBytes, batch, batch.appendRefused(bytes, problem), sender);
  }

  private current(): Batch {
    if (this.batch) return this.batch;
    this.tracksOrigin = this.context.tracksOrigin ?? false;
    this.batch = this.context.newBatch();
    return this.batch;
  }

  /** Numbers, not an `Intake`: an object for each message is much garbage. */
  private added(payloadBytes: number, rawBytes: number, batch: Batch, first: number, sender: Sender): void {
    if (this.tracksOrigin) batch.setOrigin(sender.origin, first);
    this.payloadBytes += payloadBytes;
    this.rawBytes += rawBytes;
    if (this.rawBytes >= FLUSH_BYTES) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (!this.batch || this.blocked) return;
    const wait = this.context.ready();
    if (wait) {
      this.blocked = true;
      void wait.then(() => {
        this.blocked = false;
        this.flush();
        if (!this.blocked) this.onReady();
      });
    } else this.deliver(this.batch);
  }

  /** Delivers the current batch and waits up to `graceMs` for acknowledgements. */
  async stop(graceMs: number): Promise<void> {
    this.flush();
    if (this.batch && this.blocked) this.deliver(this.batch);
    await settleWithin(graceMs, this.underWay);
  }

  private deliver(batch: Batch): void {
    const intake = { payloadBytes: this.payloadBytes, rawBytes: this.rawBytes };
    this.batch = null;
    this.payloadBytes = 0;
    this.rawBytes = 0;
    const outcome = this.context.deliver(batch, intake);
    this.awaited?.resolve(outcome);
    this.awaited = null;
    this.underWay.add(outcome);
    void outcome.then(() => this.underWay.delete(outcome));
  }
}
