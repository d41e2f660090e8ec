import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createMutex } from '../mutex.ts';

export type Received = { path: string; sha256: string; sizeBytes: number };

export class TooManyBytes extends Error {}

/**
 * Contents named by SHA-256 (mode 0600), so that no chosen name becomes a path. Written to `incoming/`, then
 * renamed.
 */
export type ContentStore = {
  /** @throws TooManyBytes */
  receive(parts: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Received>;
  discard(received: Received): Promise<void>;
  /** Moves the content into place while `store` runs, and removes unused content afterwards. */
  keep<T>(
    received: Received,
    store: () => Promise<T>,
    isUsed: (sha256: string) => Promise<boolean>,
  ): Promise<T>;
  keepAll<T>(
    received: readonly Received[],
    store: () => Promise<T>,
    isUsed: (sha256: string) => Promise<boolean>,
  ): Promise<T>;
  release(sha256: string, isUsed: (sha256: string) => Promise<boolean>): Promise<void>;
  pathOf(sha256: string): string;
  has(sha256: string, sizeBytes: number): Promise<boolean>;
  /**
   * Removes leftovers of interrupted uploads and deletions.
   * @returns how many
   */
  sweep(isUsed: (sha256: string) => Promise<boolean>): Promise<number>;
};

export const computeSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const CONTENT_NAME = /^[0-9a-f]{64}$/;

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

export function createContentStore(folder: string): ContentStore {
  const incoming = join(folder, 'incoming');
  const alone = createMutex();
  const ensureFolder = () => mkdir(incoming, { recursive: true, mode: 0o700 });
  const findPath = (sha256: string): string => {
    if (!CONTENT_NAME.test(sha256)) throw new Error('a content has no such name');
    return join(folder, sha256);
  };
  const removeUnused: ContentStore['release'] = async (sha256, isUsed) => {
    if (!(await isUsed(sha256))) await rm(findPath(sha256), { force: true });
  };

  const keepAll: ContentStore['keepAll'] = (received, store, isUsed) =>
    alone(async () => {
      const removeAll = async () => {
        for (const { path, sha256 } of received) {
          await rm(path, { force: true });
          await removeUnused(sha256, isUsed);
        }
      };
      try {
        for (const { path, sha256 } of received) await rename(path, findPath(sha256));
        if (received.length > 0) await syncFolder(folder);
        return await store();
      } catch (error) {
        await removeAll();
        throw error;
      }
    });

  return {
    pathOf: findPath,
    async receive(parts, maxBytes) {
      await ensureFolder();
      const path = join(incoming, randomUUID());
      const hash = createHash('sha256');
      let sizeBytes = 0;
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const part of parts) {
          sizeBytes += part.length;
          if (sizeBytes > maxBytes) throw new TooManyBytes();
          hash.update(part);
          await file.writeFile(part);
        }
        await file.sync();
        await file.close();
        return { path, sha256: hash.digest('hex'), sizeBytes };
      } catch (error) {
        await file.close();
        await rm(path, { force: true });
        throw error;
      }
    },
    discard: ({ path }) => rm(path, { force: true }),
    keep: (received, store, isUsed) => keepAll([received], store, isUsed),
    keepAll,
    release: (sha256, isUsed) => alone(() => removeUnused(sha256, isUsed)),
    async has(sha256, sizeBytes) {
      const found = await stat(findPath(sha256)).catch(() => undefined);
      return found?.size === sizeBytes;
    },
    sweep: (isUsed) =>
      alone(async () => {
        await rm(incoming, { recursive: true, force: true });
        await ensureFolder();
        const unused: string[] = [];
        for (const name of await readdir(folder)) {
          if (CONTENT_NAME.test(name) && !(await isUsed(name))) unused.push(name);
        }
        for (const name of unused) await rm(findPath(name), { force: true });
        return unused.length;
      }),
  };
}
