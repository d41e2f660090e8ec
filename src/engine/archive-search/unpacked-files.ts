import { type FileStamp, isSameStamp, readStamp, SETTLED_MS } from './file-index.ts';
import { countNewlines, type LineBlock, readLineBlocks } from './lines.ts';
import type { ArchiveFile } from './list-folder.ts';
import { findNewest } from './written-span.ts';

export type CountedBlock = LineBlock & {
  readonly lines: number;
  readonly newest?: Buffer | undefined;
};

const HELD_BYTES = 48 << 20;
const FILE_MAX_BYTES = 16 << 20;
/** Smaller files decompress quickly. */
const FILE_MIN_BYTES = 1 << 18;

const count = (block: LineBlock): CountedBlock => ({
  ...block,
  lines: block.isTorn ? 1 : countNewlines(block.bytes, 0, block.bytes.length),
});
const addNewest = (block: CountedBlock): CountedBlock => ({ ...block, newest: findNewest(block.bytes) });
const sum = (blocks: readonly CountedBlock[]): number =>
  blocks.reduce((bytes, block) => bytes + block.bytes.length, 0);

type Held = { readonly stamp: FileStamp; readonly blocks: readonly CountedBlock[] };

/** Keeps recently decompressed files: while a query is typed, each letter searches the same newest files. */
export class UnpackedFiles {
  /** Least recently used first. */
  readonly #held = new Map<string, Held>();
  readonly #settledMs: number;
  #heldBytes = 0;
  #room = HELD_BYTES;

  constructor({ settledMs = SETTLED_MS } = {}) {
    this.#settledMs = settledMs;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Call when a search begins. Only what it reads first is kept, since the next one starts with the same
   * files.
   */
  begin(): void {
    this.#room = HELD_BYTES;
  }

  /** @throws like `readLineBlocks` */
  async *read(file: ArchiveFile, path: string): AsyncGenerator<CountedBlock> {
    const stamp = path.endsWith('.ndjson') ? undefined : readStamp(file, this.#settledMs);
    const held = this.#held.get(file.path);
    if (held) this.#drop(file.path, held);
    if (held && stamp && isSameStamp(held.stamp, stamp)) {
      this.#hold(file.path, held);
      yield* held.blocks;
      return;
    }
    let blocks: CountedBlock[] | undefined = stamp && [];
    let bytes = 0;
    for await (const block of readLineBlocks(path)) {
      const counted = count(block);
      bytes += block.bytes.length;
      if (bytes > Math.min(FILE_MAX_BYTES, this.#room)) blocks = undefined;
      blocks?.push(counted);
      yield counted;
    }
    if (stamp && blocks && bytes >= FILE_MIN_BYTES)
      this.#hold(file.path, { stamp, blocks: blocks.map(addNewest) });
  }

  #hold(path: string, held: Held): void {
    const bytes = sum(held.blocks);
    this.#held.set(path, held);
    this.#heldBytes += bytes;
    this.#room -= bytes;
    for (const [oldest, other] of this.#held) {
      if (this.#heldBytes <= HELD_BYTES) return;
      this.#drop(oldest, other);
    }
  }

  #drop(path: string, held: Held): void {
    this.#held.delete(path);
    this.#heldBytes -= sum(held.blocks);
  }
}
