import type { FileHandle } from 'node:fs/promises';
import { NEWLINE, OPEN_BRACE } from '../../event/bytes.ts';

/** Search limit for an unfinished line; longer ones are kept. */
const TAIL_BYTES = 16 * 1024 * 1024;

/**
 * Null when the file ends with a newline, `unended` when only the newline is missing, else the number of
 * bytes to keep.
 */
export type TornTail = null | 'unended' | { keep: number };

/** Checks what a crash during a write left at the end of a file. */
export async function tornTail(handle: FileHandle, size: number, isJson: boolean): Promise<TornTail> {
  if (size === 0) return null;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  if (last[0] === NEWLINE) return null;
  if (!isJson) return 'unended';
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = Buffer.alloc(size - from);
  await handle.read(tail, 0, tail.length, from);
  const start = tail.lastIndexOf(NEWLINE) + 1;
  const isOurs = (start > 0 || from === 0) && tail[start] === OPEN_BRACE;
  return isOurs && !isWhole(tail.toString('utf8', start)) ? { keep: from + start } : 'unended';
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
