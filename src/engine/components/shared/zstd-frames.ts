import * as zlib from 'node:zlib';

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const BLOCK_BYTES = 1 << 17;
const MIN_CHUNK_BYTES = 1 << 14;
/** Each takes time, and an empty one has only nine bytes. */
export const FRAMES_MAX = 1000;
export const TOO_MANY_FRAMES = `More than ${FRAMES_MAX} frames of zstd at once`;

/** What the walk needs next: bytes to read, or to skip. */
type Want = { readonly look: number } | { readonly pass: number };

/** One frame (https://datatracker.ietf.org/doc/html/rfc8878#section-3.1). @returns false when invalid */
function* walkFrame(addBlock: () => void): Generator<Want, boolean, Buffer> {
  const magic = (yield { look: 4 }).readUInt32LE();
  if ((magic & 0xfffffff0) === SKIPPABLE) {
    yield { pass: (yield { look: 4 }).readUInt32LE() };
    return true;
  }
  if (magic !== MAGIC) return false;
  const descriptor = (yield { look: 1 })[0]!;
  const isSingle = (descriptor & 0x20) !== 0;
  const idBytes = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >>> 6]!;
  yield { pass: (isSingle ? 0 : 1) + idBytes + sizeBytes };
  for (let isLast = false; !isLast; ) {
    const head = (yield { look: 3 }).readUIntLE(0, 3);
    isLast = (head & 1) === 1;
    const isRepeated = ((head >>> 1) & 3) === 1;
    addBlock();
    yield { pass: isRepeated ? 1 : head >>> 3 };
  }
  yield { pass: (descriptor & 4) === 0 ? 0 : 4 };
  return true;
}

/**
 * Finds where Zstandard frames end: Node's decompressor ignores what follows a frame's end within a chunk, so
 * it must get each frame separately. Appended files, and those of multithreaded compressors, have many.
 */
export class ZstdFrames {
  #blocks = 0;
  #walk = walkFrame(() => this.#blocks++);
  #looked: Buffer[] = [];
  #want: Want | undefined = this.#walk.next().value as Want;
  #missing = 4;

  get unpackedMax(): number {
    return this.#blocks * BLOCK_BYTES;
  }

  /** Parts of the chunk, split at frame ends. Invalid data stays whole, for the decompressor to refuse. */
  split(chunk: Buffer): Buffer[] {
    const parts: Buffer[] = [];
    let begin = 0;
    for (let at = 0; this.#want && at < chunk.length; ) {
      const end = Math.min(chunk.length, at + this.#missing);
      if ('look' in this.#want) this.#looked.push(chunk.subarray(at, end));
      this.#missing -= end - at;
      at = end;
      if (this.#missing === 0 && this.#goOn()) {
        parts.push(chunk.subarray(begin, at));
        begin = at;
      }
    }
    if (begin < chunk.length) parts.push(chunk.subarray(begin));
    return parts;
  }

  #goOn(): boolean {
    let next: IteratorResult<Want, boolean>;
    do {
      const [one, ...more] = this.#looked;
      next = this.#walk.next(one && more.length === 0 ? one : Buffer.concat(this.#looked));
      this.#looked = [];
      if (next.done) break;
      this.#want = next.value;
      this.#missing = 'look' in next.value ? next.value.look : next.value.pass;
    } while (this.#missing === 0);
    if (!next.done) return false;
    if (!next.value) {
      this.#want = undefined;
      return false;
    }
    this.#walk = walkFrame(() => this.#blocks++);
    this.#want = this.#walk.next().value as Want;
    this.#missing = 4;
    return true;
  }
}

export async function* splitFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const frames = new ZstdFrames();
  for await (const chunk of chunks) yield* frames.split(chunk);
}

/** @throws zlib errors, ERR_BUFFER_TOO_LARGE above `maxOutputLength`, an Error for too many frames */
export function unpackZstd(packed: Buffer, { maxOutputLength }: { maxOutputLength: number }): Buffer {
  const frames = new ZstdFrames();
  const packedFrames = frames.split(packed);
  if (packedFrames.length > FRAMES_MAX) throw new Error(TOO_MANY_FRAMES);
  // In one piece: joining small ones takes longer than decompressing.
  const chunkSize = Math.max(MIN_CHUNK_BYTES, Math.min(maxOutputLength + 1, frames.unpackedMax));
  const parts: Buffer[] = [];
  let room = maxOutputLength;
  for (const frame of packedFrames) {
    const part = zlib.zstdDecompressSync(frame, { maxOutputLength: Math.max(1, room), chunkSize });
    room -= part.length;
    parts.push(part);
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}
