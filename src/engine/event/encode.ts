import { Batch } from './batch.ts';
import { Output } from './output.ts';
import type { LineEntries } from './writer.ts';

/**
 * Batch format of the disk buffer: version byte, event count, one uint32 per event (length * 2 + 1 for
 * raw text), then the events, each followed by a newline. Version 2 has event ids: their byte count
 * follows the event count, and the ids are at the end.
 */
const VERSION = 1;
const HEAD = 5;
const WITH_IDS = 2;
const HEAD_WITH_IDS = 9;
/** Overhead per event: its entry and a newline. */
export const STORED_BYTES = 5;

/** The stored bytes have another version or are not a batch. */
export class BatchDecodeError extends Error {
  override readonly name = 'BatchDecodeError';
}

/** Collects the entries while the lines are written, which saves a second pass. */
class Entries implements LineEntries {
  bytes = Buffer.allocUnsafeSlow(4096);
  end = HEAD;

  /** Returns the size of the header and entries. */
  begin(count: number, ids: string | null): number {
    const head = ids === null ? HEAD : HEAD_WITH_IDS;
    const size = head + count * 4;
    if (size > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(size * 2);
    this.bytes[0] = ids === null ? VERSION : WITH_IDS;
    this.bytes.writeUInt32LE(count, 1);
    if (ids !== null) this.bytes.writeUInt32LE(ids.length, HEAD);
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
  const size = entries.begin(count, ids);
  body.clear();
  body.reserve(size);
  body.length = size;
  batch.writeStored(body, entries);
  entries.bytes.copy(body.bytes, 0, 0, entries.end);
  if (ids !== null) {
    const at = body.reserve(ids.length);
    body.length = at + body.bytes.write(ids, at, 'latin1');
  }
  return body.view();
}

/** Appends the stored events to `into` (or a new batch) without validation. @throws BatchDecodeError */
export function decodeBatch(stored: Buffer, into: Batch = new Batch(stored.length + 64)): Batch {
  const head = stored[0] === WITH_IDS ? HEAD_WITH_IDS : HEAD;
  if (stored.length < head || (stored[0] !== VERSION && stored[0] !== WITH_IDS))
    throw new BatchDecodeError(
      `The stored batch has format ${stored[0] ?? 'none'}; this version reads ${VERSION} and ${WITH_IDS}`,
    );
  const idBytes = head === HEAD ? 0 : stored.readUInt32LE(HEAD);
  const start = head + stored.readUInt32LE(1) * 4;
  if (start > stored.length) throw new BatchDecodeError('The stored batch ends too early');
  let end = start;
  for (let at = head; at < start; at += 4) end += (stored.readUInt32LE(at) >>> 1) + 1;
  if (end + idBytes !== stored.length)
    throw new BatchDecodeError('The stored batch has another length than it says');
  const first = into.count;
  into.loadTrusted(stored, start, end, stored.subarray(head, start));
  if (idBytes > 0) into.takeIds(first, stored.toString('latin1', end));
  return into;
}
