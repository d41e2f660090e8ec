import { Batch } from './batch.ts';
import { Output } from './output.ts';
import type { LineEntries } from './writer.ts';

/**
 * Batch format of the disk buffer: version byte, event count, one uint32 per event (length * 2 + 1 for raw
 * text), then the events, each followed by a newline. Version 2 adds the byte count of event ids after the
 * event count, and the ids at the end. Version 3 has byte counts of ids and origins, and both at the end.
 */
const VERSION = 1;
const WITH_IDS = 2;
const WITH_ORIGINS = 3;
const HEADS: Readonly<Record<number, number>> = { [VERSION]: 5, [WITH_IDS]: 9, [WITH_ORIGINS]: 13 };
const IDS_AT = 5;
const ORIGINS_AT = 9;
/** Overhead per event: its entry and a newline. */
export const STORED_BYTES = 5;

/** The stored bytes have another version or are not a batch. */
export class BatchDecodeError extends Error {
  override readonly name = 'BatchDecodeError';
}

/** Collects entries while lines are written, which saves a second pass. */
class Entries implements LineEntries {
  bytes = Buffer.allocUnsafeSlow(4096);
  end = 0;

  begin(count: number, ids: string | null, origins: Buffer | null): number {
    const version = origins ? WITH_ORIGINS : ids === null ? VERSION : WITH_IDS;
    const head = HEADS[version]!;
    const size = head + count * 4;
    if (size > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(size * 2);
    this.bytes[0] = version;
    this.bytes.writeUInt32LE(count, 1);
    if (version >= WITH_IDS) this.bytes.writeUInt32LE(ids?.length ?? 0, IDS_AT);
    if (origins) this.bytes.writeUInt32LE(origins.length, ORIGINS_AT);
    this.end = head;
    return size;
  }

  add(length: number, rawText: boolean): void {
    this.bytes.writeUInt32LE(length * 2 + (rawText ? 1 : 0), this.end);
    this.end += 4;
  }
}

const entries = new Entries();

/** Encodes all live events. Returns a view of `body`: reuse it only when done with the view. */
export function encodeBatch(batch: Batch, body: Output = new Output(batch.buf.length)): Buffer {
  let count = 0;
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) count++;
  const ids = batch.idText();
  const text = batch.originText();
  const origins = text === null ? null : Buffer.from(text);
  const size = entries.begin(count, ids, origins);
  body.clear();
  body.reserve(size);
  body.length = size;
  batch.writeStored(body, entries);
  entries.bytes.copy(body.bytes, 0, 0, entries.end);
  if (ids !== null) {
    const at = body.reserve(ids.length);
    body.length = at + body.bytes.write(ids, at, 'latin1');
  }
  if (origins) body.copy(origins, 0, origins.length);
  return body.view();
}

/** Appends stored events to `into` (or a new batch) without validation. @throws BatchDecodeError */
export function decodeBatch(stored: Buffer, into: Batch = new Batch(stored.length + 64)): Batch {
  const version = stored[0] ?? 0;
  const head = HEADS[version];
  if (head === undefined || stored.length < head)
    throw new BatchDecodeError(
      `The stored batch has format ${stored[0] ?? 'none'}; this version reads ${VERSION} to ${WITH_ORIGINS}`,
    );
  const idBytes = version >= WITH_IDS ? stored.readUInt32LE(IDS_AT) : 0;
  const originBytes = version >= WITH_ORIGINS ? stored.readUInt32LE(ORIGINS_AT) : 0;
  const start = head + stored.readUInt32LE(1) * 4;
  if (start > stored.length) throw new BatchDecodeError('The stored batch ends too early');
  let end = start;
  for (let at = head; at < start; at += 4) end += (stored.readUInt32LE(at) >>> 1) + 1;
  if (end + idBytes + originBytes !== stored.length)
    throw new BatchDecodeError('The stored batch has another length than it says');
  const first = into.count;
  into.loadTrusted(stored, start, end, stored.subarray(head, start));
  if (idBytes > 0) into.takeIds(first, stored.toString('latin1', end, end + idBytes));
  if (originBytes > 0) into.readOrigins(first, stored.toString('utf8', end + idBytes));
  return into;
}
