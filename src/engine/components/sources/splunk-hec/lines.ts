import type { Batch } from '../../../event/batch.ts';
import { NEWLINE, RETURN } from '../../../event/bytes.ts';
import {
  EVENT_BYTES,
  type Made,
  makesTooMuch,
  PART_BYTES,
  type Part,
} from '../../shared/inbound/admission.ts';
import { endOfPart } from '../../shared/inbound/parts.ts';
import { HecRefusal } from './answers.ts';
import { defaultMetadata, isBlank, type Rules } from './metadata.ts';

const membersText = (metadata: Iterable<[string, string]>): string =>
  Array.from(metadata, ([name, json]) => `"${name}":${json}`).join(',');

/** Lines with the URL's metadata, which is kept once and written into each part. */
export class LineParts implements Made {
  private readonly body: Buffer;
  private readonly newBatch: () => Batch;
  private readonly rules: Rules;
  private readonly head: Buffer;
  private at = 0;
  private made = 0;
  readonly refusal = null;

  /** @throws HecRefusal */
  constructor(body: Buffer, newBatch: () => Batch, rules: Rules) {
    if (isBlank(body)) throw new HecRefusal('noData');
    const metadata = defaultMetadata(rules);
    this.head = Buffer.from(metadata.size === 0 ? '' : `{${membersText(metadata)},"message":`);
    this.body = body;
    this.newBatch = newBatch;
    this.rules = rules;
    this.check();
  }

  get bytes(): number {
    return this.at < this.body.length ? this.body.length : 0;
  }

  next(): Part | null {
    if (this.at >= this.body.length) return null;
    const batch = this.newBatch();
    let payloadBytes = 0;
    if (this.head.length === 0) {
      const end = endOfPart(this.body, this.at);
      payloadBytes = batch.loadLines(this.body, this.at, end);
      this.at = end;
    } else
      while (this.at < this.body.length && batch.footprint < PART_BYTES) payloadBytes += this.addLine(batch);
    return { batch, payloadBytes };
  }

  private addLine(batch: Batch): number {
    const { body, head } = this;
    const end = this.lineEnd(this.at);
    const line = body.subarray(this.at, trimmedEnd(body, this.at, end));
    this.at = end + 1;
    if (line.length === 0) return 0;
    const tail = Buffer.from(`${JSON.stringify(line.toString())}}`);
    batch.appendJoined(head, 0, head.length, tail, 0, tail.length);
    return line.length;
  }

  private lineEnd(from: number): number {
    const newline = this.body.indexOf(NEWLINE, from);
    return newline < 0 ? this.body.length : newline;
  }

  /** Before accepting anything, since a refusal names no line. */
  private check(): void {
    const { body, head, rules } = this;
    for (let from = 0; from < body.length; ) {
      const end = this.lineEnd(from);
      const length = trimmedEnd(body, from, end) - from;
      if (length > rules.maxEventBytes) throw new HecRefusal('tooLarge');
      if (length > 0) this.made += head.length + length + EVENT_BYTES;
      if (this.made > rules.most)
        throw new HecRefusal('tooLarge', { detail: makesTooMuch(rules.most).message });
      from = end + 1;
    }
  }
}

const trimmedEnd = (body: Buffer, from: number, end: number): number =>
  end > from && body[end - 1] === RETURN ? end - 1 : end;
