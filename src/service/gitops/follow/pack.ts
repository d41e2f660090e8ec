import { inflateSync } from 'node:zlib';
import { RemoteProblem } from './problem.ts';

const OBJECT_MAX_BYTES = 8 * 1024 * 1024;
const PACK_MAX_BYTES = 256 * 1024 * 1024;
const OBJECTS_MAX = 200_000;
const OFS_DELTA = 6;
const REF_DELTA = 7;
const ID_BYTES = 20;
const HEADER_BYTES = 12;

const tooLarge = (what: string): RemoteProblem =>
  new RemoteProblem(`The repository holds ${what}`, 'Follow a repository that holds definitions alone');
const broken = (): RemoteProblem =>
  new RemoteProblem('The answer of the Git server is damaged', 'Check the repository with git fsck');

/** The pack in an answer: packets of the first band, or everything without packets. */
export function findPack(answer: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  while (at + 4 <= answer.length) {
    if (answer.toString('latin1', at, at + 4) === 'PACK') return answer.subarray(at);
    const length = Number.parseInt(answer.toString('latin1', at, at + 4), 16);
    if (Number.isNaN(length) || length > answer.length - at) throw broken();
    if (length > 4 && answer[at + 4] === 1) parts.push(answer.subarray(at + 5, at + length));
    at += Math.max(length, 4);
  }
  return parts.length === 0 ? undefined : Buffer.concat(parts);
}

type Read = { value: number; at: number };

/** Seven bits per byte, lowest first. */
function readNumber(bytes: Uint8Array, from: number, first = 0, firstBits = 0): Read {
  let [value, scale, at] = [first, 2 ** firstBits, from];
  for (;;) {
    const byte = bytes[at];
    if (byte === undefined || scale > 2 ** 49) throw broken();
    value += (byte & 0x7f) * scale;
    scale *= 128;
    at += 1;
    if ((byte & 0x80) === 0) return { value, at };
  }
}

const readResultSize = (delta: Uint8Array): number => readNumber(delta, readNumber(delta, 0).at).value;

/**
 * Refuses oversized packs before they are unpacked ([pack format](https://git-scm.com/docs/gitformat-pack)).
 * @throws RemoteProblem
 */
export function requireSoundPack(pack: Buffer): void {
  if (pack.length < HEADER_BYTES + ID_BYTES || pack.toString('latin1', 0, 4) !== 'PACK') throw broken();
  const count = pack.readUInt32BE(8);
  if (count > OBJECTS_MAX) throw tooLarge(`more than ${OBJECTS_MAX} objects`);
  let at = HEADER_BYTES;
  let total = 0;
  const end = pack.length - ID_BYTES;
  for (let index = 0; index < count; index += 1) {
    const byte = pack[at];
    if (byte === undefined || at >= end) throw broken();
    const type = (byte >> 4) & 7;
    const size =
      (byte & 0x80) === 0 ? { value: byte & 15, at: at + 1 } : readNumber(pack, at + 1, byte & 15, 4);
    at = size.at;
    if (type === REF_DELTA) at += ID_BYTES;
    if (type === OFS_DELTA) {
      while (((pack[at] ?? 0) & 0x80) !== 0) at += 1;
      at += 1;
    }
    const isTooLarge = (bytes: number) => {
      total += bytes;
      if (bytes > OBJECT_MAX_BYTES) throw tooLarge(`an object over ${OBJECT_MAX_BYTES / 1024 / 1024} MiB`);
      if (total > PACK_MAX_BYTES) throw tooLarge(`more than ${PACK_MAX_BYTES / 1024 / 1024} MiB`);
    };
    isTooLarge(size.value);
    try {
      const maxOutputLength = Math.max(size.value, 1);
      const { buffer, engine } = inflateSync(pack.subarray(at, end), {
        info: true,
        maxOutputLength,
      }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
      at += engine.bytesWritten;
      if (buffer.length !== size.value) throw broken();
      if (type === OFS_DELTA || type === REF_DELTA) isTooLarge(readResultSize(buffer));
    } catch (error) {
      if (error instanceof RemoteProblem) throw error;
      throw broken();
    }
  }
}
