import type { Batch } from '../../../event/batch.ts';
import { CLOSE_BRACE } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import { type Made, makesTooMuch, PART_BYTES, type Part } from '../../shared/inbound/admission.ts';
import { MOST_REJECTED } from '../../shared/inbound/refusal.ts';
import type { ComponentProblem } from '../../types.ts';
import { MalformedRequest } from './record.ts';

/** Overhead per record, mostly for the time to read it. */
const RECORD_BYTES = 128;
/** Fields of a record: end of its own text, start and end of its tail. */
const RECORD = 3;

type Refused = { readonly bytes: Buffer; readonly problem: ComponentProblem };

/**
 * A request's records: each one's own members, and once per scope the shared ones. Events are assembled in
 * the delivered parts.
 */
export class Draft implements Made {
  readonly #newBatch: () => Batch;
  readonly #maxEventBytes: number;
  readonly #most: number;
  readonly #tooLarge: ComponentProblem;
  readonly #own = new Output(4096);
  #records = new Int32Array(256 * RECORD);
  #count = 0;
  /** Ends of events: a comma and shared members, then a closing brace. */
  readonly #tails = new Output(1024);
  #tailFrom = 0;
  #lastShared: string | null = null;
  #made = 0;
  #next = 0;
  #from = 0;
  payloadBytes = 0;
  /** Invalid or overlong records, and where to continue. */
  readonly #refused: Refused[] = [];
  #nextRefused = 0;
  #refusedBytes = 0;

  /** `tooLarge`: why a record with an event over `maxEventBytes` becomes a dead letter. */
  constructor(newBatch: () => Batch, maxEventBytes: number, most: number, tooLarge: ComponentProblem) {
    this.#newBatch = newBatch;
    this.#maxEventBytes = maxEventBytes;
    this.#most = most;
    this.#tooLarge = tooLarge;
  }

  get bytes(): number {
    if (this.#next >= this.#count) return this.#refusedBytes;
    const events = this.#own.bytes.length + this.#records.byteLength + this.#tails.bytes.length;
    return events + this.#refusedBytes;
  }

  /**
   * `own` begins with a brace and has no end; `shared` begins with a comma unless empty.
   * @throws MalformedRequest for too many overlong ones, RequestTooLarge
   */
  add(own: string, shared: string): void {
    if (shared !== this.#lastShared) this.#share(shared);
    const out = this.#own;
    const start = out.reserve(own.length * 3);
    const length = out.bytes.write(own, start);
    // No comma after the brace of a record without own members.
    const tailFrom = this.#tailFrom + (length === 1 && shared !== '' ? 1 : 0);
    const size = length + this.#tails.length - tailFrom;
    if (size > this.#maxEventBytes) {
      const tail = this.#tails.bytes.subarray(tailFrom, this.#tails.length);
      this.#keep(Buffer.concat([out.bytes.subarray(start, start + length), tail]), this.#tooLarge);
      return;
    }
    this.#account(size);
    out.length = start + length;
    const at = this.#count++ * RECORD;
    if (at === this.#records.length) this.#grow();
    this.#records[at] = out.length;
    this.#records[at + 1] = tailFrom;
    this.#records[at + 2] = this.#tails.length;
  }

  /** A record that becomes a dead letter. @throws MalformedRequest for too many, RequestTooLarge */
  refuse(text: string, problem: ComponentProblem): void {
    this.#keep(Buffer.from(text), problem);
  }

  /** An overlong record that was not read. @throws like `refuse` */
  refuseUnread(text: string): void {
    this.refuse(text, this.#tooLarge);
  }

  get refusedCount(): number {
    return this.#refused.length;
  }

  get firstReason(): string {
    return this.#refused[0]?.problem.message ?? '';
  }

  next(): Part | null {
    if (this.#next === this.#count) return this.#nextOfRefused();
    const payloadBytes = this.#next === 0 ? this.payloadBytes : 0;
    const batch = this.#newBatch();
    const records = this.#records;
    while (this.#next < this.#count && batch.footprint < PART_BYTES) {
      const at = this.#next++ * RECORD;
      const to = records[at]!;
      const { bytes } = this.#tails;
      batch.appendJoined(this.#own.bytes, this.#from, to, bytes, records[at + 1]!, records[at + 2]!);
      this.#from = to;
    }
    return { batch, payloadBytes };
  }

  #nextOfRefused(): Part | null {
    if (this.#nextRefused === this.#refused.length) return null;
    const payloadBytes = this.#count === 0 && this.#nextRefused === 0 ? this.payloadBytes : 0;
    const batch = this.#newBatch();
    while (this.#nextRefused < this.#refused.length && batch.footprint < PART_BYTES) {
      const { bytes, problem } = this.#refused[this.#nextRefused++]!;
      batch.appendRefused(bytes, problem, false);
      this.#refusedBytes -= bytes.length;
    }
    return { batch, payloadBytes };
  }

  #keep(bytes: Buffer, problem: ComponentProblem): void {
    if (this.#refused.length >= MOST_REJECTED) throw new MalformedRequest(problem.message);
    this.#account(bytes.length);
    this.#refusedBytes += bytes.length;
    this.#refused.push({ bytes, problem });
  }

  #account(bytes: number): void {
    this.#made += bytes + RECORD_BYTES;
    if (this.#made > this.#most) throw makesTooMuch(this.#most);
  }

  #share(shared: string): void {
    const tails = this.#tails;
    this.#tailFrom = tails.reserve(shared.length * 3 + 1);
    tails.length = this.#tailFrom + tails.bytes.write(shared, this.#tailFrom);
    tails.byte(CLOSE_BRACE);
    this.#lastShared = shared;
  }

  #grow(): void {
    const larger = new Int32Array(this.#records.length * 2);
    larger.set(this.#records);
    this.#records = larger;
  }
}
