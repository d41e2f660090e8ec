/** The service's sockets take messages of 64 KiB: a longer one goes in parts. */
const PART_BYTES = 60_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MORE = 0;
const LAST = 1;

/** A message as the parts to send: one byte that says whether more comes, then a piece of its JSON. */
export function toFrames(message: object): Buffer[] {
  const bytes = Buffer.from(JSON.stringify(message));
  const frames: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    const isLast = from + PART_BYTES >= bytes.length;
    frames.push(Buffer.concat([Buffer.of(isLast ? LAST : MORE), bytes.subarray(from, from + PART_BYTES)]));
  }
  return frames;
}

/** Puts the parts of one connection together. */
export class FrameReader {
  #parts: Buffer[] = [];
  #bytes = 0;

  /** The message once its last part came. @throws Error for what is no message, or too long */
  take(frame: Buffer): unknown {
    this.#bytes += frame.length;
    if (this.#bytes > MAX_BYTES) throw new Error(`A message is longer than ${MAX_BYTES} bytes`);
    this.#parts.push(frame.subarray(1));
    if (frame[0] !== LAST) return undefined;
    const text = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.#bytes = 0;
    return JSON.parse(text);
  }
}
