/** Bytes of a code unit; a byte order mark is one. */
export const UNIT_BYTES = 2;

/** Whether the high byte comes first: by the mark a file begins with, else it does not. */
export const isBigEndian = (head: Buffer): boolean => head[0] === 0xfe && head[1] === 0xff;

const countBytes = (utf8: Buffer): number => utf8.toString().length * UNIT_BYTES;

/** Turns a file of UTF-16 into UTF-8 while it is read, and tells how many of its bytes a piece of text was. */
export class Utf16Text {
  readonly #encoding: 'utf-16le' | 'utf-16be';
  #decoder: TextDecoder;
  #text: Buffer = Buffer.alloc(0);
  /** Bytes of a character that is not whole yet. */
  #carried = 0;
  /** UTF-8 that is part of no finished line. */
  #pending = 0;

  /** @param head the first bytes of the file */
  constructor(head: Buffer) {
    this.#encoding = isBigEndian(head) ? 'utf-16be' : 'utf-16le';
    this.#decoder = this.#makeDecoder();
  }

  /** Bytes read of a character that is not whole yet. */
  get carried(): number {
    return this.#carried;
  }

  /** The next bytes of the file as UTF-8, with a mark if they begin with one. */
  read(bytes: Buffer): Buffer {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#carried += bytes.length - text.length * UNIT_BYTES;
    this.#text = Buffer.from(text);
    this.#pending += this.#text.length;
    return this.#text;
  }

  /** Bytes in the file of lines that came to their end. */
  take(bytes: Buffer, start: number, end: number): number {
    this.#pending -= end - start;
    return countBytes(bytes.subarray(start, end));
  }

  /** Bytes read behind a line of this length that has just come to its end, whose text is not known whole. */
  skip(length: number): number {
    this.#pending -= length;
    return this.#carried + countBytes(this.#text.subarray(this.#text.length - Math.max(0, this.#pending)));
  }

  /** Reading goes on elsewhere. */
  reset(): void {
    this.#decoder = this.#makeDecoder();
    this.#carried = 0;
    this.#pending = 0;
  }

  #makeDecoder(): TextDecoder {
    return new TextDecoder(this.#encoding, { ignoreBOM: true });
  }
}
