import { open } from 'node:fs/promises';
import type { FoundFile } from './find-files.ts';

const LOOK_BACK_BYTES = 64 * 1024;

/**
 * Offset after the last newline, so that an unfinished line is read whole later; the file size when no
 * newline is near.
 */
export async function endOfLastLine({ path, size }: FoundFile): Promise<number> {
  const handle = await open(path, 'r');
  try {
    const from = Math.max(0, size - LOOK_BACK_BYTES);
    const tail = Buffer.alloc(size - from);
    const { bytesRead } = await handle.read(tail, 0, tail.length, from);
    const newline = tail.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (newline >= 0) return from + newline + 1;
    return from === 0 ? 0 : size;
  } finally {
    await handle.close();
  }
}
