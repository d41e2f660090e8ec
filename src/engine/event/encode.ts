import { Batch } from './batch.ts';
import { NEWLINE } from './layout.ts';
import { Output } from './output.ts';

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

/** All live events; dropped and invalid ones are left out. The buffers are owned by the caller. */
export function encodeBatch(batch: Batch): Buffer[] {
  const events: number[] = [];
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) events.push(ev);
  return encodeEvents(batch, events);
}

/** Those events only, in that order; their bytes are put into `body`, which the caller may reuse. */
export function encodeEvents(
  batch: Batch,
  events: readonly number[],
  body: Output = new Output(batch.buf.length >> 1),
): Buffer[] {
  const head = Buffer.allocUnsafe(HEAD + events.length * 4);
  body.clear();
  head[0] = VERSION;
  head.writeUInt32LE(events.length, 1);
  for (let i = 0; i < events.length; i++) {
    const ev = events[i]!;
    const before = body.length;
    batch.writeTextOf(ev, body);
    head.writeUInt32LE((body.length - before) * 2 + (batch.isRawText(ev) ? 1 : 0), HEAD + i * 4);
    body.byte(NEWLINE);
  }
  return [head, body.view()];
}

/** Appends the stored events to `into` (or a new batch), without validating them again. Throws BatchDecodeError. */
export function decodeBatch(stored: Buffer, into: Batch = new Batch(stored.length + 64)): Batch {
  if (stored.length < HEAD || stored[0] !== VERSION)
    throw new BatchDecodeError(
      `The stored batch has format ${stored[0] ?? 'none'}; this version reads ${VERSION}`,
    );
  const count = stored.readUInt32LE(1);
  const start = HEAD + count * 4;
  if (start > stored.length) throw new BatchDecodeError('The stored batch ends too early');
  const lengths: number[] = [];
  const rawText: boolean[] = [];
  let total = start;
  for (let i = 0; i < count; i++) {
    const entry = stored.readUInt32LE(HEAD + i * 4);
    lengths.push(entry >>> 1);
    rawText.push((entry & 1) === 1);
    total += (entry >>> 1) + 1;
  }
  if (total !== stored.length) throw new BatchDecodeError('The stored batch has another length than it says');
  into.loadTrusted(stored.subarray(start), lengths, rawText);
  return into;
}
