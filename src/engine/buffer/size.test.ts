import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BufferFile, diskIo, type FileIo } from './file-io.ts';
import { FRAME_HEAD } from './frame.ts';
import { openBuffer } from './open.ts';
import type { EventBuffer } from './types.ts';

const isLong = process.env.PENSTOCK_TEST_LONG === '1';
const RUNS = isLong ? 1000 : 40;
const SEGMENT_BYTES = 4000;
const LARGEST_FRAME = 1500;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      size: fc.integer({ min: 1, max: LARGEST_FRAME }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('take' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

const setting = fc.record({
  whenFull: fc.constantFrom('block' as const, 'drop_newest' as const),
  maxBytes: fc.integer({ min: SEGMENT_BYTES / 2, max: 6 * SEGMENT_BYTES }),
  groupBytes: fc.constantFrom(200, 3000, 1 << 20),
  slowness: fc.integer({ min: 0, max: 30 }),
  steps: fc.array(step, { minLength: 50, maxLength: 250 }),
});

/** A disk with slow removals and position writes. Tracks the segments' size. */
class CountingDisk implements FileIo {
  readonly #sizes = new Map<string, number>();
  most = 0;
  #slowness: number;

  constructor(slowness: number) {
    this.#slowness = slowness;
  }

  async open(path: string, how: 'read' | 'create' | 'update'): Promise<BufferFile> {
    const file = await diskIo.open(path, how);
    const isSegment = path.includes('segment-');
    const grown = (size: number) => {
      this.#sizes.set(path, Math.max(size, this.#sizes.get(path) ?? 0));
      this.most = Math.max(
        this.most,
        [...this.#sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
      );
    };
    return {
      read: (into, offset) => file.read(into, offset),
      size: () => file.size(),
      truncate: (size) => file.truncate(size),
      close: () => file.close(),
      sync: async () => {
        if (!isSegment) await this.#wait();
        return file.sync();
      },
      write: async (parts, offset) => {
        await file.write(parts, offset);
        if (isSegment) grown(parts.reduce((end, part) => end + part.length, offset));
      },
    };
  }

  async remove(path: string): Promise<void> {
    await this.#wait();
    await diskIo.remove(path);
    this.#sizes.delete(path);
  }

  makeFolder = diskIo.makeFolder;
  list = diskIo.list;
  copy = diskIo.copy;
  syncFolder = diskIo.syncFolder;

  async #wait(): Promise<void> {
    for (let n = 0; n < this.#slowness; n++) await new Promise(setImmediate);
  }
}

/** Can hold back one kind of operation. */
class HeldDisk extends CountingDisk {
  readonly #held = new Map<string, Promise<void>>();

  hold(operation: 'store position' | 'close' | 'remove'): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(operation, promise);
    return () => {
      this.#held.delete(operation);
      resolve();
    };
  }

  override async open(path: string, how: 'read' | 'create' | 'update'): Promise<BufferFile> {
    const file = await super.open(path, how);
    const isPosition = path.endsWith('position');
    return {
      ...file,
      sync: async () => {
        if (isPosition) await this.#held.get('store position');
        await file.sync();
      },
      close: async () => {
        if (!isPosition) await this.#held.get('close');
        await file.close();
      },
    };
  }

  override async remove(path: string): Promise<void> {
    await this.#held.get('remove');
    await super.remove(path);
  }
}

type Setting = typeof setting extends fc.Arbitrary<infer S> ? S : never;

async function check({ whenFull, maxBytes, groupBytes, slowness, steps }: Setting): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'size-'));
  const disk = new CountingDisk(slowness);
  const open = () =>
    openBuffer(
      folder,
      { mode: 'durable', maxBytes, whenFull },
      { segmentBytes: SEGMENT_BYTES, groupMs: 0, groupBytes, io: disk },
    );
  const outcomes: Promise<'kept' | 'dropped' | 'refused'>[] = [];
  let buffer: EventBuffer = await open();
  let dropped = 0;
  let taken = 0;
  const withinBound = () => expect(disk.most).toBeLessThanOrEqual(maxBytes + SEGMENT_BYTES);
  const take = async () => {
    if (buffer.stats().events === 0) return;
    const frame = await buffer.read();
    taken++;
    void buffer.ack(frame?.position ?? 0);
  };
  try {
    for (const one of steps) {
      if (one.do === 'append') {
        const payload = Buffer.alloc(Math.min(one.size, maxBytes - FRAME_HEAD), 120);
        outcomes.push(buffer.append([payload], 1).catch(() => 'refused'));
      } else if (one.do === 'take') for (let n = 0; n < one.count; n++) await take();
      else {
        dropped += buffer.stats().droppedEvents;
        await buffer.close();
        withinBound();
        buffer = await open();
      }
      withinBound();
    }
    const settled = Promise.all(outcomes);
    let isSettled = false;
    void settled.then(() => {
      isSettled = true;
    });
    while (!isSettled || buffer.stats().events > 0) {
      await take();
      await new Promise(setImmediate);
      withinBound();
    }
    const all = await settled;
    dropped += buffer.stats().droppedEvents;
    expect(all.filter((outcome) => outcome === 'dropped')).toHaveLength(dropped);
    expect(all.filter((outcome) => outcome === 'kept')).toHaveLength(taken);
    if (whenFull === 'block') expect(dropped).toBe(0);
  } finally {
    await buffer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test(
  `${RUNS} sequences: files stay within the limit and one segment [R9]`,
  () => fc.assert(fc.asyncProperty(setting, check), { numRuns: RUNS }),
  isLong ? 1_800_000 : 120_000,
);

test('a segment counts until it is gone, even when all is done [R9]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'size-'));
  const disk = new HeldDisk(0);
  const limit = { mode: 'durable', maxBytes: 2000, whenFull: 'drop_newest' } as const;
  const buffer = await openBuffer(folder, limit, { segmentBytes: SEGMENT_BYTES, groupMs: 0, io: disk });
  const append = (size: number) => buffer.append([Buffer.alloc(size, 120)], 1);
  const turns = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  };
  try {
    await append(1800);
    await buffer.ack((await buffer.read())?.position ?? 0);
    await append(1800);
    const endSave = disk.hold('store position');
    const saved = buffer.ack((await buffer.read())?.position ?? 0);
    const endChange = disk.hold('close');
    const next = append(1800);
    await turns();
    const endRemoval = disk.hold('remove');
    endSave();
    await saved;
    endChange();
    await next;
    void buffer.ack((await buffer.read())?.position ?? 0);
    const outcome = await append(1800);
    endRemoval();
    expect(outcome).toBe('dropped');
    expect(disk.most).toBeLessThanOrEqual(limit.maxBytes + SEGMENT_BYTES);
  } finally {
    await buffer.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
