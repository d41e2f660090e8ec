import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const HEAD_BYTES = 256;

/** The first bytes of a file: numbers of files are used again, so a number alone does not tell which file it is. */
export type Fingerprint = { readonly bytes: number; readonly hash: string };

async function headOf(handle: FileHandle, bytes: number): Promise<Buffer> {
  const head = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(head, 0, bytes, 0);
  return head.subarray(0, bytesRead);
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

export const EMPTY: Fingerprint = { bytes: 0, hash: hashOf(Buffer.alloc(0)) };

/** Of at most the first `limit` bytes. */
export async function takeFingerprint(handle: FileHandle, limit: number): Promise<Fingerprint> {
  const head = await headOf(handle, Math.min(limit, HEAD_BYTES));
  return { bytes: head.length, hash: hashOf(head) };
}

/**
 * The fingerprint of the first `limit` bytes, which says more than a shorter one; null when the file does not
 * begin as the former one says, so that it is another.
 */
export async function extendFingerprint(
  handle: FileHandle,
  former: Fingerprint,
  limit: number,
): Promise<Fingerprint | null> {
  const head = await headOf(handle, Math.min(Math.max(limit, former.bytes), HEAD_BYTES));
  const isSame = head.length >= former.bytes && hashOf(head.subarray(0, former.bytes)) === former.hash;
  if (!isSame) return null;
  return head.length === former.bytes ? former : { bytes: head.length, hash: hashOf(head) };
}

export const hasFingerprint = async (handle: FileHandle, wanted: Fingerprint): Promise<boolean> =>
  (await extendFingerprint(handle, wanted, 0)) !== null;
