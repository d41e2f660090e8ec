import type { Readable } from 'node:stream';

/** Entries of a tar file (ustar), so that a backup can be looked into with any tar program. */
const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
/** Eleven octal digits; larger sizes are written in base 256. */
const OCTAL_MAX = 0o77777777777;

export type TarEntry = { name: string; size: number; content: AsyncIterable<Uint8Array> };

/** The name in the two fields there are for it. */
function splitName(name: string): [name: string, prefix: string] {
  if (Buffer.byteLength(name) <= NAME_BYTES) return [name, ''];
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
    const [prefix, rest] = [name.slice(0, slash), name.slice(slash + 1)];
    if (Buffer.byteLength(prefix) <= PREFIX_BYTES && Buffer.byteLength(rest) <= NAME_BYTES)
      return [rest, prefix];
  }
  throw new Error(`the name '${name}' is too long for a tar file`);
}

function writeSize(header: Buffer, size: number): void {
  if (size <= OCTAL_MAX) return void header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header[124] = 0x80;
  header.writeBigUInt64BE(BigInt(size), 128);
}

const checksumOf = (header: Buffer): number => {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
};

/** @param modifiedAt Unix seconds */
export function tarHeader(path: string, size: number, modifiedAt: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [name, prefix] = splitName(path);
  header.write(name, 0);
  header.write('0000600\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  writeSize(header, size);
  header.write(`${Math.floor(modifiedAt).toString(8).padStart(11, '0')}\0`, 136, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  header.write(prefix, 345);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** What follows content of that many bytes, up to the next block. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** The two empty blocks at the end. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

const textAt = (header: Buffer, start: number, length: number): string => {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('utf8');
};

function readHeader(header: Buffer): { name: string; size: number } {
  if (Number.parseInt(textAt(header, 148, 8), 8) !== checksumOf(header))
    throw new Error('a header is damaged');
  const type = textAt(header, 156, 1);
  if (type !== '0' && type !== '') throw new Error('it holds something that is no file');
  const prefix = textAt(header, 345, PREFIX_BYTES);
  const name = textAt(header, 0, NAME_BYTES);
  const size =
    header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('a size is damaged');
  return { name: prefix === '' ? name : `${prefix}/${name}`, size };
}

/** Bytes of a stream, as many at a time as asked for. */
class ByteReader {
  readonly #parts: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#parts = stream[Symbol.asyncIterator]();
  }

  /** At least one and at most `max` bytes. */
  async some(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#parts.next();
      if (next.done) throw new Error('it ends before its end');
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0; ) {
      const part = await this.some(missing);
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  async *upTo(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0; ) {
      const part = await this.some(missing);
      missing -= part.length;
      yield part;
    }
  }
}

/**
 * The entries of a tar file one after the other; the content of each must be read before the next is asked for.
 * @throws Error for what is no tar file, is damaged, or ends too early.
 */
export async function* readTar(stream: Readable): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(stream);
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const { name, size } = readHeader(header);
    yield { name, size, content: reader.upTo(size) };
    await reader.exactly(tarPadding(size).length);
  }
}
