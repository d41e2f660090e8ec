/** Bytes of a code unit, and of a byte order mark. */
export const UNIT_BYTES = 2;

/** By the byte order mark; little-endian by default. */
export const isBigEndian = (head: Buffer): boolean => head[0] === 0xfe && head[1] === 0xff;

const countBytes = (utf8: Buffer): number => utf8.toString().length * UNIT_BYTES;

/** Decodes a UTF-16 file to UTF-8, and maps lengths of text back to file bytes. */
export class Utf16Text {
  readonly #encoding: 'utf-16le' | 'utf-16be';
  #decoder: TextDecoder;
  #text: Buffer = Buffer.alloc(0);
  #carried = 0;
  #pending = 0;

  constructor(head: Buffer) {
    this.#encoding = isBigEndian(head) ? 'utf-16be' : 'utf-16le';
    this.#decoder = this.#makeDecoder();
  }

  get carried(): number {
    return this.#carried;
  }

  /** The next bytes as UTF-8, including a byte order mark. */
  read(bytes: Buffer): Buffer {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#carried += bytes.length - text.length * UNIT_BYTES;
    this.#text = Buffer.from(text);
    this.#pending += this.#text.length;
    return this.#text;
  }

  take(bytes: Buffer, start: number, end: number): number {
    this.#pending -= end - start;
    return countBytes(bytes.subarray(start, end));
  }

  /** File bytes read after a line of this length that just ended, when its text is truncated. */
  skip(length: number): number {
    this.#pending -= length;
    return this.#carried + countBytes(this.#text.subarray(this.#text.length - Math.max(0, this.#pending)));
  }

  reset(): void {
    this.#decoder = this.#makeDecoder();
    this.#carried = 0;
    this.#pending = 0;
  }

  #makeDecoder(): TextDecoder {
    return new TextDecoder(this.#encoding, { ignoreBOM: true });
  }
}
