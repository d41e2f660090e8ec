/** A growing byte buffer. `clear()` keeps the memory for reuse. */
export class Output {
  bytes: Buffer;
  length = 0;

  constructor(size = 1 << 20) {
    this.bytes = Buffer.allocUnsafeSlow(Math.max(size, 16));
  }

  clear(): void {
    this.length = 0;
  }

  /** Valid until the next write or clear. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  copyOut(): Buffer {
    return Buffer.from(this.view());
  }

  /** Reserves `count` bytes and returns their start; the caller raises `length`. */
  reserve(count: number): number {
    const at = this.length;
    if (at + count > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, at + count));
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    return at;
  }

  byte(value: number): void {
    const at = this.reserve(1);
    this.bytes[at] = value;
    this.length = at + 1;
  }

  copy(source: Buffer, start: number, end: number): void {
    const count = end - start;
    const at = this.reserve(count);
    if (count > 48) source.copy(this.bytes, at, start, end);
    else for (let i = 0, target = this.bytes; i < count; i++) target[at + i] = source[start + i]!;
    this.length = at + count;
  }
}
