import type { BufferFile, FileIo } from '../file-io.ts';

type Write = { readonly offset: number; readonly bytes: Buffer } | { readonly truncateTo: number };
type Inode = { current: Buffer; durable: Buffer; unsynced: Write[] };
export type FaultOperation = 'open' | 'write' | 'sync' | 'read' | 'remove';

export type Random = (bound: number) => number;

const SECTOR = 512;
const failure = (code: string): Error => Object.assign(new Error(`${code}: planned fault`), { code });

/**
 * A disk in memory. Names and bytes are durable only after a sync; `losePower` drops, tears and reorders the
 * rest. A failed sync loses its writes for good, as on Linux.
 */
export class FaultyDisk implements FileIo {
  private readonly inodes = new Map<string, Inode>();
  private readonly durableNames = new Map<string, Inode>();
  private planned: { operation: FaultOperation; code: string } | null = null;
  private life = 0;
  private operationsLeft = Number.POSITIVE_INFINITY;
  dead = false;
  /** Ignores syncs, as `eatmydata` does: tests must detect it. */
  ignoresSyncs = false;

  failNext(operation: FaultOperation, code: string): void {
    this.planned = { operation, code };
  }

  /** After this many more operations everything fails until `losePower`. */
  dieAfter(operations: number): void {
    this.operationsLeft = operations;
  }

  losePower(random: Random): void {
    this.life++;
    this.dead = false;
    this.operationsLeft = Number.POSITIVE_INFINITY;
    this.planned = null;
    for (const [path, inode] of [...this.inodes])
      if (this.durableNames.get(path) !== inode && random(2) === 0) this.inodes.delete(path);
    for (const [path, inode] of this.durableNames)
      if (!this.inodes.has(path) && random(2) === 0) this.inodes.set(path, inode);
    this.durableNames.clear();
    for (const [path, inode] of this.inodes) {
      inode.current = Buffer.from(survivors(inode, random));
      inode.durable = inode.current;
      inode.unsynced = [];
      this.durableNames.set(path, inode);
    }
  }

  /** Ends the process only: writes stay. */
  killProcess(): void {
    this.life++;
    this.dead = false;
    this.operationsLeft = Number.POSITIVE_INFINITY;
    this.planned = null;
  }

  paths(): string[] {
    return [...this.inodes.keys()];
  }

  contentOf(path: string): Buffer {
    return this.inodes.get(path)?.current ?? Buffer.alloc(0);
  }

  replace(path: string, content: Buffer): void {
    this.inodes.set(path, { current: content, durable: content, unsynced: [] });
  }

  async makeFolder(): Promise<void> {
    this.step(null);
  }

  async list(path: string): Promise<string[]> {
    this.step(null);
    const inside = [...this.inodes.keys()].filter((name) => name.startsWith(`${path}/`));
    return inside.map((name) => name.slice(path.length + 1)).filter((name) => !name.includes('/'));
  }

  async open(path: string, how: 'read' | 'create' | 'update'): Promise<BufferFile> {
    await Promise.resolve();
    this.step('open');
    let inode = this.inodes.get(path);
    if (!inode && how === 'read') throw failure('ENOENT');
    if (inode && how === 'create') throw failure('EEXIST');
    if (!inode) {
      inode = { current: Buffer.alloc(0), durable: Buffer.alloc(0), unsynced: [] };
      this.inodes.set(path, inode);
    }
    return this.handle(inode);
  }

  async remove(path: string): Promise<void> {
    this.step('remove');
    if (!this.inodes.delete(path)) throw failure('ENOENT');
  }

  async copy(from: string, to: string): Promise<void> {
    this.step(null);
    this.replace(to, Buffer.from(this.contentOf(from)));
  }

  async syncFolder(path: string): Promise<void> {
    await Promise.resolve();
    this.step('sync');
    for (const [name, inode] of this.inodes)
      if (name.startsWith(`${path}/`)) this.durableNames.set(name, inode);
    for (const name of [...this.durableNames.keys()])
      if (name.startsWith(`${path}/`) && !this.inodes.has(name)) this.durableNames.delete(name);
  }

  private step(operation: FaultOperation | null): void {
    if (this.operationsLeft-- <= 0) this.dead = true;
    if (this.dead) throw failure('EIO');
    if (operation !== null && this.planned?.operation === operation) {
      const { code } = this.planned;
      this.planned = null;
      throw failure(code);
    }
  }

  private handle(inode: Inode): BufferFile {
    const life = this.life;
    const enter = async (operation: FaultOperation | null) => {
      await Promise.resolve();
      if (life !== this.life) throw failure('EBADF');
      this.step(operation);
    };
    const put = (bytes: Buffer, offset: number) => {
      inode.unsynced.push({ offset, bytes });
      inode.current = patched(inode.current, bytes, offset);
    };
    return {
      write: async (parts, offset) => {
        const bytes = Buffer.concat(parts);
        try {
          await enter('write');
        } catch (error) {
          // A full disk or a dying machine takes a part of the write.
          if (life === this.life) put(bytes.subarray(0, bytes.length >> 1), offset);
          throw error;
        }
        put(bytes, offset);
      },
      read: async (into, offset) => {
        await enter('read');
        return inode.current.copy(into, 0, Math.min(offset, inode.current.length));
      },
      size: async () => inode.current.length,
      truncate: async (size) => {
        await enter(null);
        inode.unsynced.push({ truncateTo: size });
        inode.current = inode.current.subarray(0, size);
      },
      sync: async () => {
        try {
          await enter('sync');
        } catch (error) {
          if (life === this.life && !this.dead) inode.unsynced = [];
          throw error;
        }
        if (this.ignoresSyncs) return;
        inode.durable = inode.current;
        inode.unsynced = [];
      },
      close: async () => undefined,
    };
  }
}

function patched(content: Buffer, bytes: Buffer, offset: number): Buffer {
  const result = Buffer.alloc(Math.max(content.length, offset + bytes.length));
  content.copy(result);
  bytes.copy(result, offset);
  return result;
}

/** Synced bytes, and random sectors of unsynced writes. */
function survivors(inode: Inode, random: Random): Buffer {
  let content = inode.durable;
  const mode = random(3);
  for (const write of inode.unsynced) {
    if ('truncateTo' in write) {
      if (mode > 0) content = content.subarray(0, write.truncateTo);
      continue;
    }
    for (let at = 0; at < write.bytes.length; at += SECTOR) {
      if (mode === 0 || (mode === 1 && random(2) === 0)) continue;
      content = patched(content, write.bytes.subarray(at, at + SECTOR), write.offset + at);
    }
  }
  return content;
}
