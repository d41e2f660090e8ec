/** Sockets of the service accept 64 KiB; longer messages are split. */
const PART_BYTES = 60_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Overhead per piece: a message of single bytes must not take a hundred times its length. */
const PIECE_BYTES = 256;
const MORE = 0;
const LAST = 1;

/** Frames of a message: one byte for more or last, then a piece of its JSON. */
export function toFrames(message: object): Buffer[] {
  const bytes = Buffer.from(JSON.stringify(message));
  const frames: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    const isLast = from + PART_BYTES >= bytes.length;
    frames.push(Buffer.concat([Buffer.of(isLast ? LAST : MORE), bytes.subarray(from, from + PART_BYTES)]));
  }
  return frames;
}

export class FrameReader {
  #parts: Buffer[] = [];
  #bytes = 0;

  /**
   * The message once complete.
   * @throws Error when malformed or too long
   */
  take(frame: Buffer): unknown {
    this.#bytes += frame.length + PIECE_BYTES;
    if (this.#bytes > MAX_BYTES) throw new Error(`A message is longer than ${MAX_BYTES} bytes`);
    this.#parts.push(frame.subarray(1));
    if (frame[0] !== LAST) return undefined;
    const text = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.#bytes = 0;
    return JSON.parse(text);
  }
}
