import type { Batch } from '../../../event/batch.ts';
import { NEWLINE } from '../../../event/bytes.ts';
import type { ComponentProblem } from '../../types.ts';
import { type Made, makesTooMuch, PART_BYTES, type Part } from './admission.ts';
import { EventTooLarge, MOST_REJECTED, type Refusal } from './refusal.ts';

/** End of the part of whole lines that begins at `from`. */
export function endOfPart(body: Buffer, from: number): number {
  if (body.length - from <= PART_BYTES) return body.length;
  const newline = body.indexOf(NEWLINE, from + PART_BYTES);
  return newline < 0 ? body.length : newline + 1;
}

/** Locating more takes long. */
const REJECTED_SHOWN = 10;

export type Rejected = { readonly line?: number; readonly column?: number; readonly error: string };

const eventTooLarge = (maxBytes: number): ComponentProblem => ({
  errorName: 'EventTooLarge',
  message: `An event is longer than ${maxBytes} bytes; the others of its request were taken`,
  causes: ['The sender puts whole documents into events'],
  resolutions: ['Raise the longest event of the source', 'Configure the sender to truncate long fields'],
});

/** Parts made at once, for requests that are taken completely or not at all. */
export class WholeParts implements Made {
  readonly #newBatch: () => Batch;
  readonly #recycle: (batch: Batch) => void;
  readonly #most: number;
  readonly #maxEventBytes: number;
  #parts: Part[] = [];
  #open: Batch | null = null;
  bytes = 0;
  count = 0;
  /** Bad events become dead letters; otherwise all events are taken or none. */
  isPartial = false;
  rejectedCount = 0;
  readonly rejected: Rejected[] = [];

  constructor(
    context: { newBatch(): Batch; recycle(batch: Batch): void },
    most: number,
    maxEventBytes: number,
  ) {
    this.#newBatch = context.newBatch;
    this.#recycle = context.recycle;
    this.#most = most;
    this.#maxEventBytes = maxEventBytes;
  }

  /** The batch to fill. Call `filled` after each step. */
  open(): Batch {
    this.#open ??= this.#newBatch();
    return this.#open;
  }

  /** `isLast`: ends the part. @throws RequestTooLarge */
  filled(isLast = false): void {
    const batch = this.open();
    const { footprint } = batch;
    if (this.bytes + footprint > this.#most) throw makesTooMuch(this.#most);
    if (!isLast && footprint < PART_BYTES) return;
    let payloadBytes = 0;
    for (let ev = 0; ev < batch.count; ev++) {
      const size = batch.size(ev);
      if (size > this.#maxEventBytes && batch.isLive(ev)) {
        this.reject(() => this.#eventTooLarge(ev, size));
        batch.refuse(ev, eventTooLarge(this.#maxEventBytes));
      }
      payloadBytes += size;
    }
    this.#parts.push({ batch, payloadBytes });
    this.bytes += footprint;
    this.count += batch.count;
    this.#open = null;
  }

  /** @throws the refusal unless partial */
  reject(describe: () => Refusal): void {
    if (!this.isPartial || this.rejectedCount >= MOST_REJECTED) throw describe();
    if (this.rejectedCount++ >= REJECTED_SHOWN) return;
    const { place, message } = describe();
    this.rejected.push({ ...place, error: message });
  }

  next(): Part | null {
    const part = this.#parts.shift() ?? null;
    if (part) this.bytes -= part.batch.footprint;
    return part;
  }

  #eventTooLarge(ev: number, size: number): EventTooLarge {
    const most = this.#maxEventBytes;
    return new EventTooLarge(`Event ${this.count + ev + 1} has ${size} bytes; at most ${most} are allowed`);
  }

  clear(): void {
    for (const { batch } of this.#parts) this.#recycle(batch);
    if (this.#open) this.#recycle(this.#open);
    this.#parts = [];
    this.#open = null;
    this.bytes = 0;
    this.count = 0;
    this.rejectedCount = 0;
    this.rejected.length = 0;
  }
}
