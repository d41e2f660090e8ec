import { Batch } from './batch.ts';
import { Output } from './output.ts';
import type { LineEntries } from './writer.ts';

/**
 * Compact form of a batch for the disk buffer: version byte, number of events, one uint32 per event
 * (length * 2 + 1 when raw text), then the bytes of the events, each followed by a newline.
 */
const VERSION = 1;
const HEAD = 5;

/** A stored batch cannot be read: another version, or not a batch at all. */
export class BatchDecodeError extends Error {
  override readonly name = 'BatchDecodeError';
}

/** The entries before the lines, written while the lines are: so the lines need no second look. */
class Entries implements LineEntries {
  bytes = Buffer.allocUnsafeSlow(4096);
  end = HEAD;

  begin(count: number): void {
    const size = HEAD + count * 4;
    if (size > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(size * 2);
    this.bytes[0] = VERSION;
    this.bytes.writeUInt32LE(count, 1);
    this.end = HEAD;
  }

  add(length: number, rawText: boolean): void {
    this.bytes.writeUInt32LE(length * 2 + (rawText ? 1 : 0), this.end);
    this.end += 4;
  }
}

const entries = new Entries();

/**
 * All live events; dropped and invalid ones are left out. The answer is a view of `body`, which the caller may
 * reuse once the view is not needed any more.
 */
export function encodeBatch(batch: Batch, body: Output = new Output(batch.buf.length)): Buffer {
  let count = 0;
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) count++;
  entries.begin(count);
  body.clear();
  body.reserve(HEAD + count * 4);
  body.length = HEAD + count * 4;
  batch.writeStored(body, entries);
  entries.bytes.copy(body.bytes, 0, 0, entries.end);
  return body.view();
}

/** Appends the stored events to `into` (or a new batch), without validating them again. Throws BatchDecodeError. */
export function decodeBatch(stored: Buffer, into: Batch = new Batch(stored.length + 64)): Batch {
  if (stored.length < HEAD || stored[0] !== VERSION)
    throw new BatchDecodeError(
      `The stored batch has format ${stored[0] ?? 'none'}; this version reads ${VERSION}`,
    );
  const start = HEAD + stored.readUInt32LE(1) * 4;
  if (start > stored.length) throw new BatchDecodeError('The stored batch ends too early');
  let total = start;
  for (let at = HEAD; at < start; at += 4) total += (stored.readUInt32LE(at) >>> 1) + 1;
  if (total !== stored.length) throw new BatchDecodeError('The stored batch has another length than it says');
  into.loadTrusted(stored, start, stored.length, stored.subarray(HEAD, start));
  return into;
}
