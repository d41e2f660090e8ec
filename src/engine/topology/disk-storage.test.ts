import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openBuffer } from '../buffer/open.ts';
import type { ComponentProblem } from '../components/types.ts';
import { BatchPool } from './batch-pool.ts';
import { DiskStorage } from './disk-storage.ts';
import { Reserve } from './reserve.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-disk-storage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
