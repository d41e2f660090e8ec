import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const HEAD_BYTES = 256;

/** Identifies a file by its first bytes, because inodes are reused. */
export type Fingerprint = { readonly bytes: number; readonly hash: string };

async function readHead(handle: FileHandle, bytes: number): Promise<Buffer> {
  const head = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(head, 0, bytes, 0);
  return head.subarray(0, bytesRead);
}

const hashBytes = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

export const EMPTY: Fingerprint = { bytes: 0, hash: hashBytes(Buffer.alloc(0)) };

/** Covers at most the first `limit` bytes. */
export async function takeFingerprint(handle: FileHandle, limit: number): Promise<Fingerprint> {
  const head = await readHead(handle, Math.min(limit, HEAD_BYTES));
  return { bytes: head.length, hash: hashBytes(head) };
}

/** A longer fingerprint of the same file; null for another file. */
export async function extendFingerprint(
  handle: FileHandle,
  former: Fingerprint,
  limit: number,
): Promise<Fingerprint | null> {
  const head = await readHead(handle, Math.min(Math.max(limit, former.bytes), HEAD_BYTES));
  const isSame = head.length >= former.bytes && hashBytes(head.subarray(0, former.bytes)) === former.hash;
  if (!isSame) return null;
  return head.length === former.bytes ? former : { bytes: head.length, hash: hashBytes(head) };
}

export const hasFingerprint = async (handle: FileHandle, wanted: Fingerprint): Promise<boolean> =>
  (await extendFingerprint(handle, wanted, 0)) !== null;
