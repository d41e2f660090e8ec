import type { Batch } from '../../../event/batch.ts';
import type { LongLines } from '../../shared/long-lines.ts';
import type { Intake } from '../../types.ts';
import type { Assembler } from './assembler.ts';
import { entryBroken, isFieldName, journalEvent, SIZE_BYTES } from './journal-entry.ts';

const NEWLINE = Buffer.from('\n');
const RETURN = Buffer.from('\r');
const LARGEST_FIELD = 1n << 30n;
const PART_BYTES = 100;

type Entry = {
  readonly start: number;
  readonly parts: Buffer[];
  bytes: number;
  rawBytes: number;
  isTooLong: boolean;
  isBroken: boolean;
};

/** A binary value, which may contain newlines, between its length and a newline. */
type Binary = { readonly size: Buffer; got: number };

/**
 * Joins lines of the journal export format into entries, which end with an empty line.
 * https://systemd.io/JOURNAL_EXPORT_FORMATS
 */
export class JournalAssembler implements Assembler {
  readonly completeAt = null;
  private readonly maxBytes: number;
  private readonly longLines: LongLines;
  private complete: Entry[] = [];
  private entry: Entry | null = null;
  private binary: Binary | null = null;

  constructor(maxBytes: number, longLines: LongLines) {
    this.maxBytes = maxBytes;
    this.longLines = longLines;
  }

  get heldBytes(): number {
    const { entry } = this;
    return entry ? Math.min(entry.bytes, this.maxBytes) + entry.parts.length * PART_BYTES : 0;
  }

  get waitingFrom(): number | null {
    return this.complete[0]?.start ?? this.entry?.start ?? null;
  }

  add(bytes: Buffer, start: number, rawBytes: number): void {
    // Here a carriage return belongs to the value.
    const line = rawBytes - bytes.length > 1 ? Buffer.concat([bytes, RETURN]) : Buffer.from(bytes);
    this.addLine(line, start, rawBytes, false);
  }

  addLong(head: Buffer, start: number, rawBytes: number): boolean {
    this.addLine(Buffer.from(head), start, rawBytes, true);
    return true;
  }

  completeIdle(): void {}

  completeAll(): void {
    this.endEntry();
  }

  drain(
    newBatch: () => Batch,
    place: ((batch: Batch, event: number, offset: number) => void) | null,
  ): Intake {
    const intake = { payloadBytes: 0, rawBytes: 0 };
    for (const entry of this.complete.splice(0)) {
      intake.rawBytes += entry.rawBytes;
      if (entry.bytes === 0) continue;
      const batch = newBatch();
      this.append(batch, entry);
      intake.payloadBytes += entry.rawBytes;
      place?.(batch, batch.count - 1, entry.start);
    }
    return intake;
  }

  reset(): void {
    this.complete = [];
    this.entry = null;
    this.binary = null;
  }

  private append(batch: Batch, { parts, isTooLong, isBroken }: Entry): void {
    const bytes = Buffer.concat(parts);
    const event = isTooLong || isBroken ? null : journalEvent(bytes);
    if (event !== null) batch.appendTrusted(Buffer.from(event), false);
    else if (isTooLong) this.longLines.append(batch, bytes.subarray(0, this.maxBytes));
    else batch.appendRefused(bytes.subarray(0, this.maxBytes), entryBroken);
  }

  private addLine(line: Buffer, start: number, rawBytes: number, isCut: boolean): void {
    this.entry ??= { start, parts: [], bytes: 0, rawBytes: 0, isTooLong: false, isBroken: false };
    const { entry } = this;
    entry.rawBytes += rawBytes;
    if (!this.binary && line.length === 0) {
      this.endEntry();
      return;
    }
    entry.isTooLong ||= isCut || entry.bytes + line.length + 1 > this.maxBytes;
    if (entry.bytes < this.maxBytes) entry.parts.push(line, NEWLINE);
    entry.bytes += line.length + 1;
    if (this.binary) this.readBinary(entry, this.binary, line, rawBytes);
    else this.readLine(entry, line);
  }

  private readLine(entry: Entry, line: Buffer): void {
    if (entry.isBroken || line.includes('=')) return;
    if (isFieldName(line.toString('latin1'))) this.binary = { size: Buffer.alloc(SIZE_BYTES), got: 0 };
    else entry.isBroken = true;
  }

  private readBinary(entry: Entry, binary: Binary, line: Buffer, rawBytes: number): void {
    const { size } = binary;
    if (binary.got < SIZE_BYTES) Buffer.concat([line, NEWLINE]).copy(size, binary.got);
    binary.got += rawBytes;
    if (binary.got < SIZE_BYTES) return;
    const value = size.readBigUInt64LE();
    const left = value > LARGEST_FIELD ? -1 : SIZE_BYTES + Number(value) + 1 - binary.got;
    if (left > 0) return;
    this.binary = null;
    entry.isBroken ||= left < 0;
  }

  private endEntry(): void {
    const { entry } = this;
    if (entry) this.complete.push({ ...entry, isBroken: entry.isBroken || this.binary !== null });
    this.entry = null;
    this.binary = null;
  }
}
