import { Output } from '../../../event/output.ts';
import { AnswerQueue } from '../../shared/inbound/answer-queue.ts';
import type { Holding } from '../../shared/inbound/budget.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { Collector } from '../../shared/inbound/request-body.ts';
import type { StreamPeer, StreamReader } from '../../shared/inbound/stream-server.ts';
import { MsgpackError, ValueScanner } from '../../shared/msgpack/token.ts';
import type { SourceContext } from '../../types.ts';
import { Chunk, type Intake } from './chunk.ts';
import { formatAck, readMessage } from './message.ts';
import { chunkRefused, notFluent } from './problems.ts';

const FIRST_BYTES = 1024;
const KEPT_BYTES = 64 * 1024;
/** Bytes processed before yielding. */
const TURN_BYTES = 256 * 1024;
/** Reading pauses at this number. */
const MOST_UNANSWERED = 2000;
const EXAMPLE_BYTES = 256;

type Session = {
  readonly intake: Intake;
  readonly context: SourceContext;
  readonly peer: StreamPeer;
  readonly maxChunkBytes: number;
  readonly openHolding: () => Holding;
};

type Task = {
  chunk: Chunk | null;
  readonly ack: Buffer | null;
  readonly bytes: number;
  holding: Holding | null;
};

/** One Fluent Forward connection. A chunk that requests it is acknowledged once all its events are safe. */
export class FluentSession implements StreamReader {
  private readonly session: Session;
  private readonly scanner = new ValueScanner();
  private readonly answers: AnswerQueue<Buffer | null>;
  private held: Output | null = null;
  private tasks: Task[] = [];
  private taskBytes = 0;
  private isDeferred = false;
  private isOver = false;
  hasTaken = false;

  constructor(session: Session) {
    this.session = session;
    const { peer } = session;
    this.answers = new AnswerQueue(
      (answers) => {
        const acks = answers.filter((ack) => ack !== null);
        if (acks.length > 0) peer.send(Buffer.concat(acks));
        else peer.resume();
      },
      () => this.leave(),
    );
  }

  take(bytes: Buffer): void {
    if (this.isOver) return;
    this.held ??= new Output(FIRST_BYTES);
    this.held.copy(bytes, 0, bytes.length);
    this.readHeld(this.held);
    this.drain();
  }

  /** Unfinished input was not acknowledged: the sender resends it. */
  end(): void {
    this.held = null;
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
    return (this.held?.bytes.length ?? 0) + this.taskBytes + this.answers.heldBytes;
  }

  get isBlocked(): boolean {
    return this.isOver || this.tasks.length > 0 || this.answers.count >= MOST_UNANSWERED;
  }

  private readHeld(held: Output): void {
    const { context, peer, maxChunkBytes } = this.session;
    const bytes = held.view();
    let from = 0;
    try {
      for (;;) {
        const end = this.scanner.scan(bytes.subarray(from));
        if (end > maxChunkBytes) {
          this.refuse(`it is larger than ${maxChunkBytes} bytes`);
          return;
        }
        if (end < 0) break;
        this.open(Buffer.from(bytes.subarray(from, from + end)));
        from += end;
      }
    } catch (error) {
      if (!(error instanceof MsgpackError)) throw error;
      context.report(notFluent, `${error.message}: ${bytes.toString('latin1', from, from + EXAMPLE_BYTES)}`);
      this.giveUp();
      peer.close();
      return;
    }
    held.bytes.copyWithin(0, from, bytes.length);
    held.length = bytes.length - from;
    if (held.length > maxChunkBytes) this.refuse(`it is larger than ${maxChunkBytes} bytes`);
    else if (held.length === 0 && held.bytes.length > KEPT_BYTES) this.held = null;
  }

  /** @throws MsgpackError */
  private open(bytes: Buffer): void {
    const { intake } = this.session;
    const { tag, entries, chunk, compressed } = readMessage(bytes);
    this.hasTaken = true;
    const isPacked = compressed !== '' && compressed !== 'text';
    const made = new Chunk(intake, bytes, tag, entries, bytes.length);
    const ack = chunk && formatAck(chunk);
    const task: Task = { chunk: isPacked ? null : made, ack, bytes: bytes.length, holding: null };
    this.tasks.push(task);
    this.taskBytes += task.bytes;
    if (isPacked) void this.unpack(task, bytes.subarray(entries.from, entries.to), tag, compressed, made);
  }

  private async unpack(
    task: Task,
    packed: Buffer,
    tag: Buffer,
    encoding: string,
    made: Chunk,
  ): Promise<void> {
    const { intake, openHolding, maxChunkBytes } = this.session;
    const holding = openHolding();
    task.holding = holding;
    try {
      const collector = new Collector(encoding, maxChunkBytes, holding, () => {});
      collector.write(packed);
      collector.end();
      const { bytes } = await collector.body();
      const entries = { from: 0, to: bytes.length, count: Number.POSITIVE_INFINITY, isBare: false };
      task.chunk = new Chunk(intake, bytes, tag, entries, task.bytes);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isBroken = error.status === 400 || error.status === 415;
      if (!isBroken) this.refuse(error.message);
      if (this.isOver) return;
      made.refuseRest();
      task.chunk = made;
    }
    this.drain();
  }

  private drain(): void {
    const { intake, peer } = this.session;
    if (this.isDeferred || this.isOver) return;
    let left = TURN_BYTES;
    for (let task = this.tasks[0]; task?.chunk; task = this.tasks[0]) {
      while (!task.chunk.isDone && !intake.feeder.blocked && left > 0) left -= task.chunk.takeNext();
      if (!task.chunk.isDone) break;
      this.close(task);
      this.answers.add(task.chunk.outcome(), task.ack);
    }
    if (left <= 0 && this.tasks.length > 0) {
      this.isDeferred = true;
      setImmediate(() => {
        this.isDeferred = false;
        this.drain();
      });
    } else if (this.tasks.length === 0) peer.resume();
  }

  private close(task: Task): void {
    this.tasks.shift();
    this.taskBytes -= task.bytes;
    task.holding?.close();
  }

  private refuse(reason: string): void {
    if (this.isOver) return;
    this.session.context.report(chunkRefused(reason));
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
    for (const { holding } of this.tasks) holding?.close();
    this.tasks = [];
    this.taskBytes = 0;
  }
}
