import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Batch } from '../../../event/batch.ts';
import { NEWLINE, RETURN } from '../../../event/bytes.ts';
import { describeOrigin } from '../../../event/origins.ts';
import { AckOrder } from '../../shared/ack-order.ts';
import { hasUtf8Mark, UTF8_MARK_BYTES } from '../../shared/byte-order-mark.ts';
import { LineSplitter } from '../../shared/line-splitter.ts';
import type { LongLines } from '../../shared/long-lines.ts';
import type { Intake, SourceContext } from '../../types.ts';
import type { Assembler } from './assembler.ts';
import { EventAssembler } from './event-assembler.ts';
import type { FoundFile } from './find-files.ts';
import {
  EMPTY,
  extendFingerprint,
  type Fingerprint,
  hasFingerprint,
  takeFingerprint,
} from './fingerprint.ts';
import { JournalAssembler } from './journal-assembler.ts';
import { fileReplaced, lineUnfinished } from './problems.ts';
import type { Reading } from './reading.ts';
import type { SavedFile } from './state.ts';
import { COUNTED_FROM_BYTES, Unfinished, type UnfinishedOptions } from './unfinished.ts';
import { UNIT_BYTES, Utf16Text } from './utf16.ts';

const CHUNK_BYTES = 256 * 1024;
const SPARE_CHUNKS_MAX = 8;
/** Files are read concurrently, so a chunk belongs to one read until its lines are processed. */
const spareChunks: Buffer[] = [];

/** A line unfinished for this long is reported. */
const UNFINISHED_MS = 5000;

const newName = (): string => randomBytes(9).toString('base64url');

export type FollowOptions = Pick<UnfinishedOptions, 'share' | 'makeRoom'> & {
  readonly maxLineBytes: number;
  readonly longLines: LongLines;
  /** Quiet time after which a line without newline is taken; undefined waits for its end. */
  readonly lastLineWaitMs: number | undefined;
  readonly reading: Reading | null;
  /** The content with this beginning was emptied or overwritten. */
  readonly onReplaced: (head: Fingerprint) => void;
  readonly onProgress: () => void;
  readonly remember: () => Promise<void>;
  readonly underWay: Set<Promise<unknown>>;
};

const createAssembler = (reading: Reading, longLines: LongLines, context: SourceContext): Assembler =>
  reading.isJournal
    ? new JournalAssembler(reading.maxEventBytes, longLines)
    : new EventAssembler(reading, longLines, context);

/** One open file. Lines before `acknowledged` are safe. */
export class FollowedFile {
  path: string;
  readonly dev: number;
  readonly ino: number;
  acknowledged: number;
  /** When the path began to point to another file (performance.now()); null while it points to this one. */
  leftAt: number | null = null;
  lastReadAt = performance.now();
  private readonly handle: FileHandle;
  private readonly context: SourceContext;
  private readonly options: FollowOptions;
  private readonly acks: AckOrder<number>;
  private readonly splitter: LineSplitter;
  private readonly assembler: Assembler | null;
  /** Null until the file is read, and for other encodings. */
  private utf16: Utf16Text | null = null;
  head: Fingerprint;
  private offset: number;
  private lineEnd: number;
  private content = 0;
  /** Unique per file content, even across restarts; with an offset it identifies a line. */
  private name: string;
  private isNameStored = false;
  private reportedLine = -1;
  readonly unfinished: Unfinished;
  private batch: Batch | null = null;
  private taken: Intake = { payloadBytes: 0, rawBytes: 0 };

  private constructor(
    handle: FileHandle,
    found: FoundFile,
    from: { offset: number; head: Fingerprint; name?: string | undefined },
    context: SourceContext,
    options: FollowOptions,
  ) {
    this.handle = handle;
    this.path = found.path;
    this.dev = found.dev;
    this.ino = found.ino;
    this.offset = from.offset;
    this.lineEnd = from.offset;
    this.acknowledged = from.offset;
    this.head = from.head;
    this.name = from.name ?? newName();
    this.context = context;
    this.options = options;
    const { share, makeRoom } = options;
    this.unfinished = new Unfinished({ share, makeRoom, forget: () => this.forget() });
    this.acks = new AckOrder((offset) => {
      this.acknowledged = offset;
      options.onProgress();
    });
    this.assembler = options.reading && createAssembler(options.reading, options.longLines, context);
    this.splitter = new LineSplitter(options.maxLineBytes, {
      lines: (bytes, start, end) => this.take(bytes, start, end),
      tooLong: (head, payloadBytes, rawBytes) => this.takeLong(head, { payloadBytes, rawBytes }),
    });
  }

  /** Null when the file is gone or does not match the fingerprint. */
  static async open(
    found: FoundFile,
    from: { offset: number; head?: Fingerprint; name?: string | undefined },
    context: SourceContext,
    options: FollowOptions,
  ): Promise<FollowedFile | null> {
    const handle = await open(found.path, 'r');
    const { ino, size } = await handle.stat();
    const isSame =
      ino === found.ino && from.offset <= size && (!from.head || (await hasFingerprint(handle, from.head)));
    if (isSame) {
      const head = from.head ?? (await takeFingerprint(handle, size));
      return new FollowedFile(handle, found, { ...from, head }, context, options);
    }
    await handle.close();
    return null;
  }

  get isDelivered(): boolean {
    return this.acks.isEmpty;
  }

  saved(): SavedFile {
    const { path, dev, ino, acknowledged, head, name } = this;
    return { path, dev, ino, offset: acknowledged, head, name };
  }

  /** When a waiting event completes (performance.now()); null when none waits. */
  get completeAt(): number | null {
    const { lastLineWaitMs } = this.options;
    const waiting = this.assembler?.completeAt ?? null;
    if (lastLineWaitMs === undefined || this.splitter.pendingBytes === 0) return waiting;
    const takeAt = this.lastReadAt + lastLineWaitMs;
    return waiting === null ? takeAt : Math.min(waiting, takeAt);
  }

  /** Forgets unfinished input; it is read again once the file grows, or its last line is due. */
  private forget(): void {
    const { assembler } = this;
    this.splitter.reset();
    this.utf16?.reset();
    // Limits the lines before it, so that they complete in time.
    if (assembler && assembler.heldBytes > COUNTED_FROM_BYTES) {
      this.lineEnd = assembler.waitingFrom ?? this.lineEnd;
      assembler.reset();
    }
    this.offset = this.lineEnd;
    this.context.report(lineUnfinished(this.path));
  }

  park(): void {
    this.unfinished.park(this.offset);
  }

  private hold(): void {
    this.unfinished.hold(this.splitter.heldBytes + (this.assembler?.heldBytes ?? 0), this.offset);
  }

  private async isParked(): Promise<boolean> {
    if (!this.unfinished.isParked) return false;
    const { lastLineWaitMs = Number.POSITIVE_INFINITY } = this.options;
    if (performance.now() - this.lastReadAt >= lastLineWaitMs) this.unfinished.unpark();
    return this.unfinished.waits((await this.handle.stat()).size);
  }

  async readSome(): Promise<boolean> {
    if (await this.isParked()) return false;
    const chunk = spareChunks.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    try {
      return await this.readInto(chunk);
    } finally {
      if (spareChunks.length < SPARE_CHUNKS_MAX) spareChunks.push(chunk);
    }
  }

  private async readInto(chunk: Buffer): Promise<boolean> {
    if (this.context.identifies && !this.isNameStored) {
      await this.options.remember();
      this.isNameStored = true;
    }
    if (this.options.reading?.isUtf16 && !this.utf16 && !(await this.findByteOrder())) return false;
    const { bytesRead } = await this.handle.read(chunk, 0, CHUNK_BYTES, this.offset);
    this.unfinished.isAtEnd = bytesRead < CHUNK_BYTES;
    if (bytesRead === 0) {
      const isShorter = (await this.handle.stat()).size < this.offset;
      if (isShorter) await this.beginAnew();
      return isShorter;
    }
    const bytes = chunk.subarray(0, bytesRead);
    const head = await extendFingerprint(this.handle, this.head, this.offset + bytesRead);
    // The file may have been rewritten during the read. The bytes belong to the new content only if they are
    // still there.
    if (!head && (await this.holds(bytes))) await this.beginAnew();
    else {
      if (head) this.head = head;
      this.lastReadAt = performance.now();
      this.push(bytes);
      this.deliver();
      this.hold();
      if (!head) await this.beginAnew();
      if (this.unfinished.isParked) return false;
    }
    return true;
  }

  private async findByteOrder(): Promise<boolean> {
    const { bytesRead, buffer } = await this.handle.read(Buffer.alloc(UNIT_BYTES), 0, UNIT_BYTES, 0);
    if (bytesRead === UNIT_BYTES) this.utf16 = new Utf16Text(buffer);
    return this.utf16 !== null;
  }

  /** Without the byte order mark. */
  private push(bytes: Buffer): void {
    const text = this.utf16?.read(bytes) ?? bytes;
    const mark = this.offset === 0 && hasUtf8Mark(text) ? UTF8_MARK_BYTES : 0;
    if (mark > 0) this.lineEnd += this.utf16?.take(text, 0, mark) ?? mark;
    this.offset += bytes.length;
    if (text.length > mark) this.splitter.push(text.subarray(mark));
  }

  private async holds(bytes: Buffer): Promise<boolean> {
    const there = Buffer.allocUnsafe(bytes.length);
    const { bytesRead } = await this.handle.read(there, 0, bytes.length, this.offset);
    return bytesRead === bytes.length && there.equals(bytes);
  }

  /** Starts over if the file was truncated or rewritten in place. */
  async restartIfReplaced(): Promise<void> {
    const { size } = await this.handle.stat();
    if (size < this.offset || !(await hasFingerprint(this.handle, this.head))) await this.beginAnew();
  }

  private async beginAnew(): Promise<void> {
    this.context.report(fileReplaced(this.path));
    this.options.onReplaced(this.head);
    this.takeLastLine();
    this.utf16 = null;
    this.content++;
    this.acks.clear();
    this.offset = 0;
    this.lineEnd = 0;
    this.acknowledged = 0;
    this.head = EMPTY;
    this.name = newName();
    this.isNameStored = false;
    this.unfinished.clear();
    this.options.onProgress();
  }

  /** No more input: completes a last line without newline, and a waiting event. */
  takeLastLine(): void {
    this.splitter.end();
    this.offset -= this.utf16?.carried ?? 0;
    this.utf16?.reset();
    this.lineEnd = this.offset;
    this.assembler?.completeAll();
    this.deliver();
    this.hold();
  }

  /** Delivers idle events, and a last line as configured. Call once everything was read. */
  takeIdle(): void {
    if (this.splitter.pendingBytes > 0) this.waitForLine(performance.now() - this.lastReadAt);
    if (!this.assembler) return;
    this.assembler.completeIdle(performance.now());
    this.deliver();
    this.hold();
  }

  private waitForLine(quietMs: number): void {
    const { lastLineWaitMs } = this.options;
    if (lastLineWaitMs !== undefined && quietMs >= lastLineWaitMs) this.takeLastLine();
    else if (lastLineWaitMs === undefined && quietMs >= UNFINISHED_MS && this.reportedLine !== this.lineEnd) {
      this.reportedLine = this.lineEnd;
      this.context.report(lineUnfinished(this.path));
    }
  }

  async close(): Promise<void> {
    this.unfinished.close();
    await this.handle.close();
  }

  private take(bytes: Buffer, start: number, end: number): void {
    if (this.assembler) this.addLines(this.assembler, bytes, start, end);
    else {
      const batch = this.currentBatch();
      const first = batch.count;
      const payloadBytes = batch.loadLines(bytes, start, end);
      if (this.isPlaced) this.placeLines(batch, first, bytes, start, end);
      this.count({ payloadBytes, rawBytes: end - start });
      this.lineEnd += end - start;
    }
  }

  private takeLong(head: Buffer, read: Intake): void {
    const { longLines } = this.options;
    const behind = this.utf16?.skip(read.rawBytes);
    const rawBytes = behind === undefined ? read.rawBytes : this.offset - behind - this.lineEnd;
    const intake = { ...read, rawBytes };
    const { assembler } = this;
    if (!assembler?.addLong(head, this.lineEnd, intake.rawBytes, performance.now())) {
      const batch = this.currentBatch();
      const event = batch.count;
      longLines.append(batch, head);
      if (this.isPlaced) this.place(batch, event, this.lineEnd);
      this.count(intake);
    }
    this.lineEnd += intake.rawBytes;
  }

  private addLines(assembler: Assembler, bytes: Buffer, start: number, end: number): void {
    const now = performance.now();
    for (let p = start; p < end; ) {
      const newline = bytes.indexOf(NEWLINE, p);
      const stop = newline > p && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      const rawBytes = this.utf16?.take(bytes, p, newline + 1) ?? newline + 1 - p;
      assembler.add(bytes.subarray(p, stop), this.lineEnd, rawBytes, now);
      this.lineEnd += rawBytes;
      p = newline + 1;
    }
  }

  private get isPlaced(): boolean {
    const { identifies = false, tracksOrigin = false } = this.context;
    return identifies || tracksOrigin;
  }

  /** The id of an event is the position of its line. */
  private place = (batch: Batch, event: number, offset: number): void => {
    const { identifies, tracksOrigin } = this.context;
    if (identifies) batch.setId(event, `${this.name}.${offset.toString(36)}`);
    if (tracksOrigin) batch.setOrigin(describeOrigin({ file: this.path, offset }), event, event + 1);
  };

  private placeLines(batch: Batch, first: number, bytes: Buffer, start: number, end: number): void {
    let event = first;
    for (let p = start; p < end; ) {
      const newline = bytes.indexOf(NEWLINE, p);
      const stop = newline > p && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      if (stop > p) this.place(batch, event++, this.lineEnd + p - start);
      p = newline + 1;
    }
  }

  private currentBatch(): Batch {
    this.batch ??= this.context.newBatch();
    return this.batch;
  }

  private count({ payloadBytes, rawBytes }: Intake): void {
    this.taken = {
      payloadBytes: this.taken.payloadBytes + payloadBytes,
      rawBytes: this.taken.rawBytes + rawBytes,
    };
  }

  /** A restart continues at the first undelivered line. */
  private deliver(): void {
    if (this.assembler)
      this.count(this.assembler.drain(() => this.currentBatch(), this.isPlaced ? this.place : null));
    const reached = this.assembler?.waitingFrom ?? this.lineEnd;
    const { batch, taken, content } = this;
    if (!batch) {
      if (this.acks.isEmpty && reached === this.acknowledged) return;
      this.acks.add(reached)();
      return;
    }
    this.batch = null;
    this.taken = { payloadBytes: 0, rawBytes: 0 };
    const acknowledge = this.acks.add(reached);
    const delivery = this.context.deliver(batch, taken);
    this.options.underWay.add(delivery);
    void delivery.then((outcome) => {
      this.options.underWay.delete(delivery);
      if (outcome === 'accepted') acknowledge();
      else if (content === this.content) this.goBack();
    });
  }

  private goBack(): void {
    this.acks.clear();
    this.splitter.reset();
    this.utf16?.reset();
    this.assembler?.reset();
    this.offset = this.acknowledged;
    this.lineEnd = this.acknowledged;
    this.unfinished.clear();
  }
}
