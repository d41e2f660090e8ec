import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SinkBatching } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { encodeBatch } from '../event/encode.ts';
import { Output } from '../event/output.ts';
import { BatchPool, liveEvents, sizeOf } from './batch-pool.ts';
import { Delivery } from './delivery.ts';
import { MemoryStorage } from './memory-storage.ts';
import { ComponentMetrics } from './metrics.ts';
import { SinkQueue } from './sink-queue.ts';
import { QueueAccount, type SinkQueueDeps } from './sink-writer.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const FILE: SinkBatching = { maxEvents: 50_000, maxBytes: 4 * MIB, timeoutMs: 0 };
const HTTP: SinkBatching = { maxEvents: 1000, maxBytes: MIB, timeoutMs: 0 };
const LOWERED: SinkBatching = { maxEvents: 20, maxBytes: 64 * KIB, timeoutMs: 0 };

/** Knows all the memory that it gave away. */
class CountingPool extends BatchPool {
  readonly batches = new Set<Batch>();
  get bytes(): number {
    return [...this.batches].reduce((sum, { buf }) => sum + buf.length, 0);
  }
  override take = () => this.#counted(super.take());
  override takeMedium = () => this.#counted(super.takeMedium());
  override takeLarge = () => this.#counted(super.takeLarge());
  override takeForWrite = (bytes: number) => this.#counted(super.takeForWrite(bytes));

  #counted(batch: Batch): Batch {
    this.batches.add(batch);
    return batch;
  }
}

/** A queue before a destination that ends a write when `finish` is called. */
function openQueue(maxBytes: number, pool = new BatchPool()) {
  const written: string[] = [];
  const writes: { events: number; bytes: number }[] = [];
  let ended = Promise.withResolvers<void>();
  const host = {
    batching: FILE,
    concurrency: 1,
    restMs: 0,
    owners: new Set(),
    identity: { name: 'held' },
    async write(batch: Batch) {
      const live = liveEvents(batch);
      writes.push({ events: live.length, bytes: sizeOf(batch, live) });
      for (const ev of live) written.push(batch.bytesOf(ev).toString().slice(0, 12));
      await ended.promise;
      return { bytes: 0 };
    },
  };
  const owner = { pipelineId: '1', componentId: '2', nodeId: '2', metrics: new ComponentMetrics() };
  const account = new QueueAccount(owner);
  const deps = { account, host, pool, errors: {}, deadLetters: {} } as unknown as SinkQueueDeps;
  const storage = new MemoryStorage(
    { mode: 'memory', maxBytes, whenFull: 'block' },
    pool,
    () => host.batching,
  );
  const queue = new SinkQueue(deps, storage);
  let count = 0;
  let waiting = 0;
  const pressure = {
    waiting: (bytes: number) => {
      waiting += bytes;
    },
    settled: (bytes: number) => {
      waiting -= bytes;
    },
  };
  const put = (events: number, length: number, isStored = false) => {
    const batch = pool.take();
    const bytes = Buffer.alloc(Math.max(length, 12), 120);
    for (let i = 0; i < events; i++) {
      bytes.write(String(count++).padStart(12, '0'));
      batch.appendRaw(bytes);
    }
    const size = events * bytes.length;
    const delivery = new Delivery(pressure);
    if (isStored) queue.take(null, encodeBatch(batch, new Output()), events, size, delivery);
    else queue.take(batch, null, events, size, delivery);
    delivery.release();
  };
  return {
    host,
    queue,
    writes,
    put,
    isFull: () => waiting > 0 || !storage.hasRoom(1, 1),
    finish() {
      ended.resolve();
      ended = Promise.withResolvers<void>();
    },
    async settled() {
      while (!queue.isEmpty) {
        this.finish();
        await nextTurn();
      }
    },
    expectAll() {
      expect(written).toEqual(Array.from({ length: count }, (_, n) => String(n).padStart(12, '0')));
    },
  };
}

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      events: fc.integer({ min: 1, max: 40 }),
      kib: fc.integer({ min: 1, max: 12 }),
      isStored: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom('finish' as const, 'turn' as const) },
  { weight: 1, arbitrary: fc.constantFrom(FILE, HTTP, LOWERED) },
);

const put = (events: number, kib: number, isStored = false) => ({ events, kib, isStored });
/** The last ones wait for room behind a pack that was the next to be written before. */
const BLOCKED_BEHIND_NEXT = [
  ...[put(14, 12, true), put(32, 11), put(2, 8), LOWERED, 'finish', 'finish', put(3, 9), put(12, 11)],
  ...[FILE, 'turn', put(27, 8), put(18, 11), LOWERED, put(13, 6), 'finish', put(1, 1), put(5, 1)],
  ...['finish', put(1, 1), put(1, 1), put(1, 1), put(1, 1)],
] as const;

test('all events are written once and in order, however they waited [R5]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, mib) => {
        const held = openQueue(mib * MIB);
        for (const one of steps) {
          if (one === 'turn') await nextTurn();
          else if (one === 'finish') {
            held.finish();
            await nextTurn();
          } else if ('maxBytes' in one) held.host.batching = one;
          else held.put(one.events, one.kib * KIB, one.isStored);
        }
        await held.settled();
        held.expectAll();
      },
    ),
    { numRuns: 60, examples: [[[...BLOCKED_BEHIND_NEXT], 1]] },
  );
});

test('32 MiB behind a slow destination take less than 36, in whole writes', async () => {
  const pool = new CountingPool();
  const held = openQueue(32 * MIB, pool);
  for (let n = 0; !held.isFull(); n++) {
    held.put(1050, 128);
    if (n % 8 === 0) await nextTurn();
  }
  await held.settled();
  held.expectAll();
  expect(pool.bytes).toBeLessThan(36 * MIB);
  const sizes = held.writes.slice(1, -1).map(({ bytes }) => bytes);
  expect(Math.min(...sizes)).toBeGreaterThan(3.5 * MIB);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * MIB);
});

test('32 MiB take less than 36 as well where a write takes few events', async () => {
  const pool = new CountingPool();
  const held = openQueue(32 * MIB, pool);
  held.host.batching = HTTP;
  while (!held.isFull()) held.put(3000, 200);
  await held.settled();
  held.expectAll();
  expect(pool.bytes).toBeLessThan(36 * MIB);
});
