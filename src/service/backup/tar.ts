import type { Readable } from 'node:stream';

/**
 * [ustar](https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html), readable by any tar program.
 */
const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
/** Larger sizes are written in base 256. */
const OCTAL_MAX = 0o77777777777;

export type TarEntry = { name: string; size: number; content: AsyncIterable<Uint8Array> };

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

const computeChecksum = (header: Buffer): number => {
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
  header.write(`${computeChecksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

const readText = (header: Buffer, start: number, length: number): string => {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('utf8');
};

function readHeader(header: Buffer): { name: string; size: number } {
  if (Number.parseInt(readText(header, 148, 8), 8) !== computeChecksum(header))
    throw new Error('a header is damaged');
  const type = readText(header, 156, 1);
  if (type !== '0' && type !== '') throw new Error('it contains something that is not a file');
  const prefix = readText(header, 345, PREFIX_BYTES);
  const name = readText(header, 0, NAME_BYTES);
  const size =
    header[124] === 0x80
      ? Number(header.readBigUInt64BE(128))
      : Number.parseInt(readText(header, 124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('a size is damaged');
  return { name: prefix === '' ? name : `${prefix}/${name}`, size };
}

class ByteReader {
  readonly #parts: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#parts = stream[Symbol.asyncIterator]();
  }

  async some(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#parts.next();
      if (next.done) throw new Error('it is cut short');
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
 * Read each entry's content before asking for the next.
 * @throws Error for a damaged or truncated file
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
