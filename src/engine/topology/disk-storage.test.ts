import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openBuffer } from '../buffer/open.ts';
import type { ComponentProblem } from '../components/types.ts';
import { BatchPool } from './batch-pool.ts';
import { Delivery } from './delivery.ts';
import { DiskStorage } from './disk-storage.ts';
import { Reserve } from './reserve.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-disk-storage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

it('refusals for a full disk name it, though the buffer is empty [R10]', async () => {
  const buffer = await openBuffer(join(folder, 'buffer'), {
    mode: 'durable',
    maxBytes: 1 << 20,
    whenFull: 'block',
  });
  const reserve = new Reserve(folder, () => 0);
  const told: ComponentProblem[] = [];
  const storage = new DiskStorage(
    buffer,
    new BatchPool(),
    (problem) => told.push(problem),
    () => null,
    () => false,
    reserve,
  );
  for (let n = 0; n < 1000; n++) expect(storage.hasRoom(1, 100)).toBe(false);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    errorName: 'BufferNotWritten',
    message: expect.stringContaining(`The disk of ${folder} is full`),
    resolutions: expect.arrayContaining([expect.stringContaining('df -i')]),
  });
  await storage.close();
});

it('what waits is no older for a clock that was put back [R20]', async () => {
  const buffer = await openBuffer(join(folder, 'put-back'), {
    mode: 'durable',
    maxBytes: 1 << 20,
    whenFull: 'block',
  });
  const storage = new DiskStorage(
    buffer,
    new BatchPool(),
    () => {},
    () => null,
    () => false,
    new Reserve(folder, () => 1 << 30),
  );
  const before = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(before - 3_600_000);
  const delivery = new Delivery({ waiting: () => {}, settled: () => {} });
  storage.put({ delivery, events: 1, bytes: 1, batch: null, stored: Buffer.from('x') }, () => {});
  await vi.waitFor(() => expect(buffer.stats().events).toBe(1));
  expect(storage.fill().oldestAgeMs).toBeLessThan(60_000);
  await storage.close();
});
