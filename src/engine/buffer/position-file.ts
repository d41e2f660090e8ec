import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { BufferFile, FileIo } from './file-io.ts';

/**
 * Acknowledged position in two alternating slots, so a torn write leaves the other intact. The last stored
 * event number distinguishes a truncated buffer from an empty one.
 */
const SLOT_DISTANCE = 4096;
const SLOT_SIZE = 32;
/** Allocated up front, so that a full disk cannot block saving. */
const FILE_SIZE = 2 * SLOT_DISTANCE;
const MAGIC = 0x31505350;

export type Position = { readonly acked: number; readonly tail: number };

export class PositionFile {
  private file: BufferFile | null;
  private counter: number;
  private readonly io: FileIo;
  private readonly path: string;

  private constructor(io: FileIo, path: string, file: BufferFile | null, counter: number) {
    this.io = io;
    this.path = path;
    this.file = file;
    this.counter = counter;
  }

  static async open(io: FileIo, folder: string): Promise<{ file: PositionFile; position: Position | null }> {
    const path = join(folder, 'position');
    let newest: (Position & { counter: number }) | null = null;
    let file: BufferFile | null = null;
    try {
      file = await io.open(path, 'update');
      for (const slot of [0, 1]) {
        const read = await readSlot(file, slot);
        if (read && (newest === null || read.counter > newest.counter)) newest = read;
      }
      await takeBlocks(file);
    } catch {
      await file?.close().catch(() => undefined);
      file = null;
    }
    return { file: new PositionFile(io, path, file, newest?.counter ?? 0), position: newest };
  }

  /** After a failure the next call reopens the file. */
  async save(position: Position): Promise<void> {
    const counter = this.counter + 1;
    const bytes = Buffer.alloc(SLOT_SIZE);
    bytes.writeUInt32LE(MAGIC, 0);
    bytes.writeDoubleLE(counter, 8);
    bytes.writeDoubleLE(position.acked, 16);
    bytes.writeDoubleLE(position.tail, 24);
    bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
    try {
      this.file ??= await this.io.open(this.path, 'update');
      await this.file.write([bytes], (counter % 2) * SLOT_DISTANCE);
      await this.file.sync();
      this.counter = counter;
    } catch (error) {
      // The slot may be torn: retry the same one, not the intact other.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const file = this.file;
    this.file = null;
    await file?.close().catch(() => undefined);
  }
}

/** On a full disk, this is done at the next start. */
async function takeBlocks(file: BufferFile): Promise<void> {
  if ((await file.size()) >= FILE_SIZE) return;
  const rest = Buffer.alloc(SLOT_DISTANCE - SLOT_SIZE);
  try {
    // The later slot sets the file size, so it comes last.
    for (const slot of [0, SLOT_DISTANCE]) await file.write([rest], slot + SLOT_SIZE);
  } catch {}
}

/** Reads the position of a buffer in use elsewhere; null when missing or damaged. */
export async function readPosition(io: FileIo, folder: string): Promise<Position | null> {
  const file = await io.open(join(folder, 'position'), 'read').catch(() => null);
  if (!file) return null;
  try {
    const slots = [await readSlot(file, 0), await readSlot(file, 1)].filter((slot) => slot !== null);
    return slots.sort((a, b) => b.counter - a.counter)[0] ?? null;
  } finally {
    await file.close();
  }
}

async function readSlot(file: BufferFile, slot: number): Promise<(Position & { counter: number }) | null> {
  const bytes = Buffer.alloc(SLOT_SIZE);
  const count = await file.read(bytes, slot * SLOT_DISTANCE);
  if (count < SLOT_SIZE || bytes.readUInt32LE(0) !== MAGIC) return null;
  if (bytes.readUInt32LE(4) !== crc32(bytes.subarray(8))) return null;
  return { counter: bytes.readDoubleLE(8), acked: bytes.readDoubleLE(16), tail: bytes.readDoubleLE(24) };
}
