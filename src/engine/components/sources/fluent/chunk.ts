import { Output } from '../../../event/output.ts';
import type { Feeder } from '../../shared/feeder.ts';
import { EVENT_BYTES, mostMade } from '../../shared/inbound/admission.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import { MOST_REJECTED } from '../../shared/inbound/refusal.ts';
import { MsgpackError, readWhole, skipValue, token } from '../../shared/msgpack/token.ts';
import { JsonTooLong } from '../../shared/msgpack/write-json.ts';
import type { ComponentProblem, DeliverOutcome } from '../../types.ts';
import { writeEvent } from './event-writer.ts';
import type { Entries } from './message.ts';
import { brokenChunk, brokenEntry, eventTooLong } from './problems.ts';

const FIRST_BYTES = 4096;
const KEPT_BYTES = 4 * 1024 * 1024;
let written = new Output(FIRST_BYTES);
const NOTHING_ADDED: Promise<DeliverOutcome> = Promise.resolve('accepted');

export type Intake = { readonly feeder: Feeder; readonly maxEventBytes: number; readonly sender: Sender };

/** Entries of one message, taken one by one while pipelines accept events. */
export class Chunk {
  private readonly intake: Intake;
  private readonly bytes: Buffer;
  private readonly tag: Buffer;
  private readonly entries: Entries;
  private readonly outcomes = new Set<Promise<DeliverOutcome>>();
  private p: number;
  private left: number;
  /** Size of the message on the wire; counted with its first event. */
  private rawBytes: number;
  private room: number;
  private rejected = 0;

  constructor(intake: Intake, bytes: Buffer, tag: Buffer, entries: Entries, rawBytes: number) {
    this.intake = intake;
    this.bytes = bytes;
    this.tag = tag;
    this.entries = entries;
    this.p = entries.from;
    this.left = entries.count;
    this.rawBytes = rawBytes;
    this.room = mostMade(bytes.length);
  }

  get isDone(): boolean {
    return this.left <= 0 || this.p >= this.entries.to;
  }

  /** Adds the next entry as an event; returns the larger of its size and the event's. */
  takeNext(): number {
    const { p, bytes, entries } = this;
    this.left--;
    if (this.room < 0 || this.rejected > MOST_REJECTED) return this.refuseRest();
    try {
      this.p = entries.isBare ? entries.to : skipValue(bytes, p, entries.to);
    } catch (error) {
      if (!(error instanceof MsgpackError)) throw error;
      return this.refuseRest();
    }
    if (this.write(p, this.p)) this.add();
    else this.refuse(bytes.subarray(p, this.p), brokenEntry);
    const made = written.length + EVENT_BYTES;
    this.room -= made;
    if (written.bytes.length > KEPT_BYTES) written = new Output(FIRST_BYTES);
    return Math.max(made, this.p - p);
  }

  outcome(): Promise<DeliverOutcome> {
    const [first = NOTHING_ADDED, ...others] = this.outcomes;
    if (others.length === 0) return first;
    return Promise.all(this.outcomes).then((all) =>
      all.includes('unavailable') ? 'unavailable' : 'accepted',
    );
  }

  refuseRest(): number {
    const rest = this.bytes.subarray(this.p, this.entries.to);
    this.p = this.entries.to;
    this.refuse(rest, brokenChunk);
    return rest.length;
  }

  private write(from: number, to: number): boolean {
    try {
      let time = from;
      if (!this.entries.isBare) {
        readWhole(this.bytes, from, to);
        if (token.kind !== 'array' || token.items < 2) return false;
        time = from + token.head;
      }
      const { bytes, tag, intake } = this;
      const record = skipValue(bytes, time, to);
      writeEvent({ bytes, time, record, end: to, tag }, intake.maxEventBytes, written);
      return true;
    } catch (error) {
      if (error instanceof JsonTooLong) return true;
      if (!(error instanceof MsgpackError)) throw error;
      return false;
    }
  }

  private add(): void {
    const { feeder, maxEventBytes, sender } = this.intake;
    this.outcomes.add(feeder.outcome());
    if (written.length <= maxEventBytes) feeder.addWritten(written, this.sizes(written.length), sender);
    else {
      const head = written.view().subarray(0, maxEventBytes);
      feeder.addRefused(head, eventTooLong(maxEventBytes), this.sizes(written.length), sender);
    }
  }

  /** MessagePack is kept as base64, since dead letters are text. */
  private refuse(bytes: Buffer, problem: ComponentProblem): void {
    const { feeder, maxEventBytes, sender } = this.intake;
    const head = bytes.subarray(0, Math.floor((maxEventBytes * 3) / 4)).toString('base64');
    this.rejected++;
    this.outcomes.add(feeder.outcome());
    feeder.addRefused(Buffer.from(head), problem, this.sizes(bytes.length), sender);
  }

  private sizes(payloadBytes: number): { payloadBytes: number; rawBytes: number } {
    const { rawBytes } = this;
    this.rawBytes = 0;
    return { payloadBytes, rawBytes };
  }
}
