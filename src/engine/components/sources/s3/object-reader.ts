import type { Batch } from '../../../event/batch.ts';
import { NEWLINE } from '../../../event/bytes.ts';
import { describeOrigin } from '../../../event/origins.ts';
import { AckOrder } from '../../shared/ack-order.ts';
import { withoutUtf8Mark } from '../../shared/byte-order-mark.ts';
import { WholeParts } from '../../shared/inbound/parts.ts';
import { RequestTooLarge } from '../../shared/inbound/refusal.ts';
import { LineSplitter } from '../../shared/line-splitter.ts';
import { LongLines } from '../../shared/long-lines.ts';
import { lineTooLong } from '../../shared/problems.ts';
import type { SourceContext } from '../../types.ts';
import { fillParts } from '../http-server/events.ts';
import { detectObjectFormat } from './content.ts';
import { objectTooLarge } from './problems.ts';
import type { S3SourceConfig } from './schema.ts';

const BATCH_BYTES = 256 * 1024;
/** Size limit of a JSON document, which is read whole. */
const DOCUMENT_BYTES = 64 * 1024 * 1024;
const DOCUMENT_EVENT_BYTES = 2 * DOCUMENT_BYTES;

export type ObjectReaderOptions = {
  /** Leading lines to skip because they are safe. */
  readonly skip: number;
  readonly name: string;
  /** Such as `s3://bucket/key`. */
  readonly file: string;
  /** Number of leading lines that are safe. */
  readonly reached: (lines: number) => void;
  readonly isStopped: () => boolean;
};

export class ObjectReader {
  private readonly config: S3SourceConfig;
  private readonly context: SourceContext;
  private readonly options: ObjectReaderOptions;
  private readonly acks: AckOrder<number>;
  private readonly deliveries: Promise<boolean>[] = [];
  private batch: Batch | null = null;
  private isJsonLines = false;
  private lines = 0;
  private gathered = 0;
  private payloadBytes = 0;
  private rawBytes = 0;

  constructor(config: S3SourceConfig, context: SourceContext, options: ObjectReaderOptions) {
    this.config = config;
    this.context = context;
    this.options = options;
    this.acks = new AckOrder(options.reached);
  }

  received(bytes: number): void {
    this.rawBytes += bytes;
  }

  /** True when every event is safe; false to read again from the first unsafe line. */
  async read(content: AsyncIterable<Buffer>): Promise<boolean> {
    const iterator = content[Symbol.asyncIterator]();
    try {
      const first = await iterator.next();
      if (first.done) return true;
      const start = withoutUtf8Mark(first.value);
      const format = detectObjectFormat(this.config.format, start);
      const rest = { [Symbol.asyncIterator]: () => iterator };
      const isWhole =
        format === 'json' ? await this.readDocument(start, rest) : await this.readLines(format, start, rest);
      const outcomes = await Promise.all(this.deliveries);
      return isWhole && outcomes.every(Boolean);
    } finally {
      await iterator.return?.(undefined);
    }
  }

  get underWay(): Promise<unknown> {
    return Promise.all(this.deliveries);
  }

  /** After an error, delivers what was read; true when it is safe. */
  async settled(): Promise<boolean> {
    this.deliver();
    return (await Promise.all(this.deliveries)).every(Boolean);
  }

  private async readLines(
    format: 'ndjson' | 'text',
    first: Buffer,
    rest: AsyncIterable<Buffer>,
  ): Promise<boolean> {
    this.isJsonLines = format === 'ndjson';
    const { maxLineBytes } = this.config;
    const longLines = new LongLines(this.config.longLines, lineTooLong(maxLineBytes), this.context);
    const splitter = new LineSplitter(maxLineBytes, {
      lines: (bytes, from, to) => this.take(bytes, from, to),
      tooLong: (head, length) => {
        if (this.lines++ >= this.options.skip) this.takeLong(longLines, head, length);
      },
    });
    splitter.push(first);
    for await (const chunk of rest) {
      if (!(await this.mayGoOn())) return false;
      splitter.push(chunk);
      if (this.gathered >= BATCH_BYTES) this.deliver();
    }
    splitter.end();
    if (!(await this.mayGoOn())) return false;
    this.deliver();
    return true;
  }

  private async readDocument(first: Buffer, rest: AsyncIterable<Buffer>): Promise<boolean> {
    const parts = [first];
    let length = first.length;
    for await (const chunk of rest) {
      if (this.options.isStopped()) return false;
      length += chunk.length;
      if (length <= DOCUMENT_BYTES) parts.push(chunk);
    }
    if (!(await this.mayGoOn())) return false;
    if (length > DOCUMENT_BYTES) return this.refuseDocument(length, first, DOCUMENT_BYTES);
    const made = new WholeParts(this.context, DOCUMENT_EVENT_BYTES, Number.POSITIVE_INFINITY);
    try {
      fillParts(made, 'json', Buffer.concat(parts));
    } catch (error) {
      made.clear();
      if (!(error instanceof RequestTooLarge)) throw error;
      return this.refuseDocument(length, first, DOCUMENT_EVENT_BYTES);
    }
    this.deliverDocument(made);
    return true;
  }

  private deliverDocument(made: WholeParts): void {
    let first = 0;
    for (let part = made.next(); part; part = made.next()) {
      const { batch, payloadBytes } = part;
      if (this.context.identifies)
        for (let ev = 0; ev < batch.count; ev++) batch.setId(ev, this.idOf(first + ev));
      first += batch.count;
      this.batch = batch;
      this.payloadBytes = payloadBytes;
      // Only the last part makes the document safe.
      this.lines = made.bytes === 0 ? 1 : 0;
      this.deliver();
    }
  }

  private refuseDocument(length: number, first: Buffer, most: number): true {
    const intake = { payloadBytes: length, rawBytes: this.rawBytes };
    this.context.refuse(objectTooLarge(most), 1, intake, first.toString('utf8', 0, 256));
    return true;
  }

  private async mayGoOn(): Promise<boolean> {
    const room = this.context.ready();
    if (room) await room;
    return !this.options.isStopped();
  }

  private take(bytes: Buffer, from: number, to: number): void {
    if (this.context.identifies) {
      for (let p = from; p < to; ) {
        const next = bytes.indexOf(NEWLINE, p) + 1;
        if (this.lines++ >= this.options.skip) this.load(bytes, p, next, this.lines);
        p = next;
      }
      return;
    }
    let start = from;
    for (let p = from; p < to; ) {
      p = bytes.indexOf(NEWLINE, p) + 1;
      if (this.lines++ < this.options.skip) start = p;
    }
    if (start < to) this.load(bytes, start, to);
  }

  private takeLong(longLines: LongLines, head: Buffer, length: number): void {
    this.batch ??= this.context.newBatch();
    if (this.context.identifies) this.batch.setId(this.batch.count, this.idOf(this.lines));
    longLines.append(this.batch, head);
    this.payloadBytes += length;
    this.gathered += head.length;
  }

  /** With `line`, the event gets that line number as id. */
  private load(bytes: Buffer, start: number, to: number, line?: number): void {
    this.batch ??= this.context.newBatch();
    const first = this.batch.count;
    if (this.isJsonLines) this.batch.loadJsonLines(bytes, start, to);
    else this.batch.loadLines(bytes, start, to);
    if (line !== undefined && this.batch.count > first) this.batch.setId(first, this.idOf(line));
    for (let ev = first; ev < this.batch.count; ev++) this.payloadBytes += this.batch.size(ev);
    this.gathered += to - start;
  }

  private idOf(place: number): string {
    return `${this.options.name}.${place.toString(36)}`;
  }

  private deliver(): void {
    const { batch, payloadBytes, rawBytes } = this;
    if (!batch) return;
    this.batch = null;
    if (this.context.tracksOrigin) batch.setOrigin(describeOrigin({ file: this.options.file }), 0);
    this.gathered = 0;
    this.payloadBytes = 0;
    this.rawBytes = 0;
    const acknowledge = this.acks.add(this.lines);
    const delivery = this.context.deliver(batch, { payloadBytes, rawBytes }).then((outcome) => {
      if (outcome === 'accepted') acknowledge();
      return outcome === 'accepted';
    });
    this.deliveries.push(delivery);
  }
}
