import { Output } from '../../../event/output.ts';
import type { Feeder } from '../../shared/feeder.ts';
import { AnswerQueue } from '../../shared/inbound/answer-queue.ts';
import type { Holding } from '../../shared/inbound/budget.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import { MOST_REJECTED, Refusal } from '../../shared/inbound/refusal.ts';
import { Collector } from '../../shared/inbound/request-body.ts';
import type { StreamPeer, StreamReader } from '../../shared/inbound/stream-server.ts';
import type { DeliverOutcome, SourceContext } from '../../types.ts';
import { FrameError, formatAck, frame, readFrame, readPairs } from './frames.ts';
import { batchRefused, brokenBatch, eventTooLong, notLumberjack } from './problems.ts';

const FIRST_BYTES = 1024;
const KEPT_BYTES = 64 * 1024;
/** Bytes processed before yielding. */
const TURN_BYTES = 256 * 1024;
const FRAME_BYTES = 64;
/** Reading pauses at this number. */
const MOST_UNANSWERED = 2000;

type Session = {
  readonly feeder: Feeder;
  readonly context: SourceContext;
  readonly sender: Sender;
  readonly peer: StreamPeer;
  readonly maxEventBytes: number;
  readonly maxBatchBytes: number;
  readonly openHolding: () => Holding;
};

type Unpacked = { readonly bytes: Buffer; readonly holding: Holding; p: number };

/** One Lumberjack connection. A window is acknowledged once all its events are safe. */
export class BeatsSession implements StreamReader {
  private readonly session: Session;
  private readonly answers: AnswerQueue<Buffer>;
  private held: Output | null = null;
  private unpacked: Unpacked | null = null;
  private unpacking: Holding | null = null;
  private packedBytes = 0;
  private expected = 0;
  private rejected = 0;
  private readonly outcomes = new Set<Promise<DeliverOutcome>>();
  private isDeferred = false;
  private isWaiting = false;
  private isOver = false;
  hasTaken = false;

  constructor(session: Session) {
    this.session = session;
    const { peer } = session;
    this.answers = new AnswerQueue(
      (answers) => peer.send(Buffer.concat(answers)),
      () => this.leave(),
    );
  }

  take(bytes: Buffer): void {
    if (this.isOver) return;
    this.held ??= new Output(FIRST_BYTES);
    this.held.copy(bytes, 0, bytes.length);
    this.drain();
  }

  /** Unfinished input was not acknowledged: the sender resends it. */
  end(): void {
    if (!this.isBlocked) this.held = null;
  }

  resume(): void {
    this.drain();
  }

  stop(): void {
    this.leave();
  }

  closed(): void {
    this.giveUp();
  }

  get heldBytes(): number {
    return (this.held?.bytes.length ?? 0) + this.packedBytes + this.answers.heldBytes;
  }

  get isBlocked(): boolean {
    const isBusy = this.isDeferred || this.isWaiting || this.unpacking !== null;
    return this.isOver || isBusy || this.answers.count >= MOST_UNANSWERED;
  }

  private drain(): void {
    if (this.isOver || this.isDeferred || this.unpacking) return;
    this.isWaiting = false;
    try {
      for (let left = TURN_BYTES; !this.isOver && !this.unpacking; ) {
        if (this.session.feeder.blocked) {
          this.isWaiting = true;
          return;
        }
        const used = this.unpacked ? this.readUnpacked(this.unpacked) : this.readHeld();
        if (used < 0) break;
        left -= used + FRAME_BYTES;
        if (left <= 0) {
          this.defer();
          return;
        }
      }
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.session.context.report(notLumberjack, error.message);
      this.giveUp();
      this.session.peer.close();
      return;
    }
    if (!this.isOver && !this.unpacking) this.session.peer.resume();
  }

  private defer(): void {
    this.isDeferred = true;
    setImmediate(() => {
      this.isDeferred = false;
      this.drain();
    });
  }

  /** @returns bytes of the frame, or -1 while incomplete @throws FrameError */
  private readHeld(): number {
    const { held } = this;
    if (!held) return -1;
    const { maxBatchBytes } = this.session;
    const end = readFrame(held.bytes, 0, held.length, maxBatchBytes);
    if (end === Number.POSITIVE_INFINITY) this.refuse(`it is larger than ${maxBatchBytes} bytes`);
    if (end < 0 || end === Number.POSITIVE_INFINITY) return -1;
    if (frame.kind === 'packed') this.unpack(Buffer.from(held.bytes.subarray(frame.from, frame.to)));
    else this.takeFrame(held.bytes, end);
    this.dropHeld(held, end);
    return end;
  }

  private dropHeld(held: Output, count: number): void {
    held.bytes.copyWithin(0, count, held.length);
    held.length -= count;
    if (held.length === 0 && held.bytes.length > KEPT_BYTES) this.held = null;
  }

  /** @throws FrameError */
  private readUnpacked(unpacked: Unpacked): number {
    const { bytes, p } = unpacked;
    if (p === bytes.length) {
      unpacked.holding.close();
      this.unpacked = null;
      return 0;
    }
    const end = readFrame(bytes, p, bytes.length, this.session.maxBatchBytes);
    if (end < 0 || end === Number.POSITIVE_INFINITY || frame.kind === 'packed') {
      this.session.context.report(brokenBatch);
      this.leave();
      return -1;
    }
    this.takeFrame(bytes, end - p);
    unpacked.p = end;
    return end - p;
  }

  /** @throws FrameError */
  private takeFrame(bytes: Buffer, rawBytes: number): void {
    const { kind, number, version, from, to } = frame;
    if (kind === 'window') {
      if (this.expected > 0)
        throw new FrameError(`a window while ${this.expected} events of another are missing`);
      this.expected = number;
      this.rejected = 0;
      return;
    }
    this.hasTaken = true;
    this.outcomes.add(this.session.feeder.outcome());
    if (kind === 'json') this.add(bytes.subarray(from, to), rawBytes);
    else this.add(Buffer.from(JSON.stringify(readPairs(bytes, from, to))), rawBytes);
    // Without a window, each event is answered.
    this.expected = Math.max(0, this.expected - 1);
    if (this.expected > 0) return;
    this.answers.add(this.joinOutcomes(), formatAck(version, number));
    this.outcomes.clear();
  }

  private joinOutcomes(): Promise<DeliverOutcome> {
    const [first, ...others] = this.outcomes;
    if (first && others.length === 0) return first;
    return Promise.all(this.outcomes).then((all) =>
      all.includes('unavailable') ? 'unavailable' : 'accepted',
    );
  }

  private add(event: Buffer, rawBytes: number): void {
    const { feeder, maxEventBytes, sender, context } = this.session;
    const intake = { payloadBytes: event.length, rawBytes };
    if (event.length > maxEventBytes) {
      feeder.addRefused(event.subarray(0, maxEventBytes), eventTooLong(maxEventBytes), intake, sender);
      this.rejected++;
    } else if (!feeder.addObject(event, intake, sender)) this.rejected++;
    context.senders?.took(sender.address, 1);
    if (this.rejected > MOST_REJECTED)
      throw new FrameError(`more than ${MOST_REJECTED} broken events in a window`);
  }

  private unpack(packed: Buffer): void {
    const { openHolding, maxBatchBytes } = this.session;
    const holding = openHolding();
    this.unpacking = holding;
    this.packedBytes = packed.length;
    void this.inflate(packed, holding, maxBatchBytes).then((bytes) => {
      if (this.unpacking !== holding) return;
      this.unpacking = null;
      this.packedBytes = 0;
      if (bytes) this.unpacked = { bytes, holding, p: 0 };
      this.drain();
    });
  }

  private async inflate(packed: Buffer, holding: Holding, maxBytes: number): Promise<Buffer | null> {
    try {
      const collector = new Collector('deflate', maxBytes, holding, () => {});
      collector.write(packed);
      collector.end();
      return (await collector.body()).bytes;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.isOver) return null;
      if (error.status === 400) {
        this.session.context.report(brokenBatch);
        this.leave();
      } else this.refuse(error.message);
      return null;
    }
  }

  private refuse(reason: string): void {
    if (this.isOver) return;
    this.session.context.report(batchRefused(reason));
    this.leave();
  }

  private leave(): void {
    this.giveUp();
    this.session.peer.end();
  }

  private giveUp(): void {
    this.isOver = true;
    this.held = null;
    this.answers.clear();
    this.outcomes.clear();
    this.unpacking?.close();
    this.unpacking = null;
    this.packedBytes = 0;
    this.unpacked?.holding.close();
    this.unpacked = null;
  }
}
