import { type FileHandle, open } from 'node:fs/promises';
import type { Batch } from '../../../event/batch.ts';
import { AckOrder } from '../../shared/ack-order.ts';
import { LineSplitter } from '../../shared/line-splitter.ts';
import type { ComponentProblem, Intake, SourceContext } from '../../types.ts';
import type { FoundFile } from './find-files.ts';
import { type Fingerprint, hasFingerprint, isFull, takeFingerprint } from './fingerprint.ts';
import { fileReplaced } from './problems.ts';
import type { SavedFile } from './state.ts';

const CHUNK_BYTES = 256 * 1024;
/** All files are read in turn by one reader, so they share the buffer. */
const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

export type FollowOptions = {
  readonly maxLineBytes: number;
  readonly tooLong: ComponentProblem;
  /** The position that a restart goes on from moved. */
  readonly onProgress: () => void;
  readonly underWay: Set<Promise<unknown>>;
};

/** One open file. `acknowledged` is the offset up to which every line is safe. */
export class FollowedFile {
  path: string;
  readonly dev: number;
  readonly ino: number;
  acknowledged: number;
  /** When its path was seen to lead elsewhere; null while it is the current one. */
  leftAt: number | null = null;
  lastReadAt = Date.now();
  private readonly handle: FileHandle;
  private readonly context: SourceContext;
  private readonly options: FollowOptions;
  private readonly acks: AckOrder<number>;
  private readonly splitter: LineSplitter;
  private head: Fingerprint;
  private offset: number;
  /** The last read took all there was: what comes next may be the content of another file. */
  private isCaughtUp = false;
  private batch: Batch | null = null;
  private taken: Intake = { payloadBytes: 0, rawBytes: 0 };

  private constructor(
    handle: FileHandle,
    found: FoundFile,
    from: { offset: number; head: Fingerprint },
    context: SourceContext,
    options: FollowOptions,
  ) {
    this.handle = handle;
    this.path = found.path;
    this.dev = found.dev;
    this.ino = found.ino;
    this.offset = from.offset;
    this.acknowledged = from.offset;
    this.head = from.head;
    this.context = context;
    this.options = options;
    this.acks = new AckOrder((offset) => {
      this.acknowledged = offset;
      options.onProgress();
    });
    this.splitter = new LineSplitter(options.maxLineBytes, {
      lines: (bytes, start, end) => this.take(bytes, start, end),
      tooLong: (head, length) =>
        context.refuse(options.tooLong, 1, { payloadBytes: length, rawBytes: length + 1 }, head.toString()),
    });
  }

  /** Opens a file at an offset; null when it is not the file that the fingerprint is of, or is gone. */
  static async open(
    found: FoundFile,
    from: { offset: number; head?: Fingerprint },
    context: SourceContext,
    options: FollowOptions,
  ): Promise<FollowedFile | null> {
    const handle = await open(found.path, 'r');
    const { ino, size } = await handle.stat();
    const isSame =
      ino === found.ino && from.offset <= size && (!from.head || (await hasFingerprint(handle, from.head)));
    if (isSame) {
      const head = from.head ?? (await takeFingerprint(handle, size));
      return new FollowedFile(handle, found, { offset: from.offset, head }, context, options);
    }
    await handle.close();
    return null;
  }

  get isDelivered(): boolean {
    return this.acks.isEmpty;
  }

  saved(): SavedFile {
    const { path, dev, ino, acknowledged, head } = this;
    return { path, dev, ino, offset: acknowledged, head };
  }

  /** Reads and delivers the next part; false when there is nothing new. */
  async readSome(): Promise<boolean> {
    if (this.isCaughtUp && (await this.handle.stat()).size !== this.offset) await this.restartIfReplaced();
    const { bytesRead } = await this.handle.read(chunk, 0, CHUNK_BYTES, this.offset);
    this.isCaughtUp = bytesRead < CHUNK_BYTES;
    if (bytesRead === 0) return false;
    if (!isFull(this.head)) this.head = await takeFingerprint(this.handle, this.offset + bytesRead);
    this.offset += bytesRead;
    this.lastReadAt = Date.now();
    this.splitter.push(chunk.subarray(0, bytesRead));
    this.deliver(this.offset - this.splitter.pendingBytes);
    return true;
  }

  /** Begins anew when the file was cut short or written anew in place. */
  async restartIfReplaced(): Promise<void> {
    const { size } = await this.handle.stat();
    if (size >= this.offset && (await hasFingerprint(this.handle, this.head))) return;
    this.context.report(fileReplaced(this.path));
    this.takeLastLine();
    this.offset = 0;
    this.head = await takeFingerprint(this.handle, 0);
    this.acks.add(0)();
  }

  /** Nothing will follow: the last line counts though no newline ends it. */
  takeLastLine(): void {
    this.splitter.end();
    this.deliver(this.offset);
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  private take(bytes: Buffer, start: number, end: number): void {
    const batch = this.batch ?? this.context.newBatch();
    this.batch = batch;
    const first = batch.count;
    batch.loadLines(bytes, start, end);
    let { payloadBytes, rawBytes } = this.taken;
    for (let ev = first; ev < batch.count; ev++) payloadBytes += batch.size(ev);
    rawBytes += end - start;
    this.taken = { payloadBytes, rawBytes };
  }

  private deliver(reached: number): void {
    const { batch, taken } = this;
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
      else this.goBack();
    });
  }

  /** Nobody took the lines: they are read again. */
  private goBack(): void {
    this.acks.clear();
    this.splitter.reset();
    this.offset = this.acknowledged;
  }
}
