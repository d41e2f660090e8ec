import { expect, it } from 'vitest';
import type { Batch } from '../event/batch.ts';
import { BatchPool } from './batch-pool.ts';

const takeMany = (pool: BatchPool, count: number): Batch[] =>
  Array.from({ length: count }, () => pool.take());

it('batches of a burst are released after it, used ones stay', () => {
  const pool = new BatchPool();
  const burst = takeMany(pool, 60);
  for (const batch of burst) pool.release(batch);
  for (let second = 0; second < 30; second++) {
    const [one, other] = takeMany(pool, 2);
    pool.release(other!);
    pool.release(one!);
    pool.letGo();
  }
  const kept = takeMany(pool, 60).filter((batch) => burst.includes(batch));
  expect(kept).toHaveLength(2);
});

it('no batch is released while all are needed each second', () => {
  const pool = new BatchPool();
  const first = takeMany(pool, 40);
  for (const batch of first) pool.release(batch);
  pool.letGo();
  for (let second = 0; second < 10; second++) {
    for (const batch of takeMany(pool, 40)) pool.release(batch);
    pool.letGo();
  }
  expect(new Set(takeMany(pool, 40))).toEqual(new Set(first));
});

it('the last ones go as well when nothing comes', () => {
  const pool = new BatchPool();
  const used = [...takeMany(pool, 5), pool.takeMedium(), pool.takeLarge()];
  for (const batch of used) pool.release(batch);
  for (let second = 0; second < 30; second++) pool.letGo();
  expect(takeMany(pool, 8).some((batch) => used.includes(batch))).toBe(false);
});

it('what waited behind a slow destination is used again, not allocated anew', () => {
  const pool = new BatchPool();
  const waiting = Array.from({ length: 60 }, () => pool.takeMedium());
  for (const batch of waiting) pool.release(batch);
  const next = Array.from({ length: 60 }, () => pool.takeMedium());
  expect(new Set(next)).toEqual(new Set(waiting));
});
