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

/** Of at most the first `limit` bytes. */
export async function takeFingerprint(handle: FileHandle, limit: number): Promise<Fingerprint> {
  const head = await headOf(handle, Math.min(limit, HEAD_BYTES));
  return { bytes: head.length, hash: createHash('sha256').update(head).digest('base64url') };
}

export async function hasFingerprint(handle: FileHandle, wanted: Fingerprint): Promise<boolean> {
  const there = await takeFingerprint(handle, wanted.bytes);
  return there.bytes === wanted.bytes && there.hash === wanted.hash;
}

/** A longer one says more; this one is as long as it gets. */
export const isFull = (fingerprint: Fingerprint): boolean => fingerprint.bytes >= HEAD_BYTES;
