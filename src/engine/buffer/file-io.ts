import { constants, copyFile, mkdir, open, readdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface BufferFile {
  write(parts: readonly Buffer[], offset: number): Promise<void>;
  read(into: Buffer, offset: number): Promise<number>;
  size(): Promise<number>;
  truncate(size: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** File operations, replaceable in tests of power loss, full disks and bit flips. */
export interface FileIo {
  makeFolder(path: string): Promise<void>;
  list(path: string): Promise<string[]>;
  /** `create` fails on an existing file; `update` creates a missing one. */
  open(path: string, how: 'read' | 'create' | 'update'): Promise<BufferFile>;
  remove(path: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Makes created and removed names durable. */
  syncFolder(path: string): Promise<void>;
}

const FLAGS = {
  read: constants.O_RDONLY,
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
  update: constants.O_RDWR | constants.O_CREAT,
} as const;

class DiskFile implements BufferFile {
  private readonly handle: Awaited<ReturnType<typeof open>>;

  constructor(handle: Awaited<ReturnType<typeof open>>) {
    this.handle = handle;
  }

  async write(parts: readonly Buffer[], offset: number): Promise<void> {
    const { bytesWritten } = await this.handle.writev([...parts], offset);
    let skip = bytesWritten;
    let at = offset + bytesWritten;
    for (const part of parts) {
      for (let from = Math.min(skip, part.length); from < part.length; ) {
        // Short write; the next call continues or reports why.
        const { bytesWritten: more } = await this.handle.write(part, from, part.length - from, at);
        from += more;
        at += more;
      }
      skip = Math.max(0, skip - part.length);
    }
  }

  async read(into: Buffer, offset: number): Promise<number> {
    let total = 0;
    while (total < into.length) {
      const { bytesRead } = await this.handle.read(into, total, into.length - total, offset + total);
      if (bytesRead === 0) break;
      total += bytesRead;
    }
    return total;
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  truncate(size: number): Promise<void> {
    return this.handle.truncate(size);
  }

  sync(): Promise<void> {
    return this.handle.datasync();
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

export const diskIo: FileIo = {
  async makeFolder(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = path; made.length >= first.length; made = dirname(made))
      await this.syncFolder(dirname(made));
  },
  list: (path) => readdir(path),
  open: async (path, how) => new DiskFile(await open(path, FLAGS[how], 0o600)),
  remove: (path) => unlink(path),
  copy: (from, to) => copyFile(from, to),
  async syncFolder(path) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};
