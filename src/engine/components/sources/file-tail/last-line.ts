import { open } from 'node:fs/promises';
import type { FoundFile } from './find-files.ts';
import { isBigEndian, UNIT_BYTES } from './utf16.ts';

const LOOK_BACK_BYTES = 64 * 1024;
const NEWLINE = Buffer.from([0x0a]);

/** At a multiple of the width of a character; -1 where there is none. */
function findLast(bytes: Buffer, newline: Buffer): number {
  const width = newline.length;
  let at = bytes.lastIndexOf(newline);
  while (at >= 0 && at % width !== 0) at = at === 0 ? -1 : bytes.lastIndexOf(newline, at - 1);
  return at;
}

/**
 * Offset after the last newline, so that an unfinished line is read whole later; the file size when no
 * newline is near.
 */
export async function endOfLastLine({ path, size }: FoundFile, isUtf16: boolean): Promise<number> {
  const handle = await open(path, 'r');
  try {
    const width = isUtf16 ? UNIT_BYTES : 1;
    const end = size - (size % width);
    const from = Math.max(0, end - LOOK_BACK_BYTES);
    const tail = Buffer.alloc(end - from);
    const { bytesRead } = await handle.read(tail, 0, tail.length, from);
    const head = Buffer.alloc(UNIT_BYTES);
    if (isUtf16) await handle.read(head, 0, UNIT_BYTES, 0);
    const wide = isBigEndian(head) ? [0, 0x0a] : [0x0a, 0];
    const newline = findLast(tail.subarray(0, bytesRead), isUtf16 ? Buffer.from(wide) : NEWLINE);
    if (newline >= 0) return from + newline + width;
    return from === 0 ? 0 : end;
  } finally {
    await handle.close();
  }
}
