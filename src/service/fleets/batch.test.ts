import { expect, test } from 'vitest';
import type { Repositories, Store } from '../store/index.ts';
import { createBatch } from './batch.ts';

function createStore() {
  let count = 0;
  const transaction = (async (work: (tx: Repositories) => Promise<unknown>) => {
    count += 1;
    return work({} as Repositories);
  }) as Store['transaction'];
  return { transaction, count: () => count };
}

test('what comes at once is stored at once', async () => {
  const store = createStore();
  const { inBatch } = createBatch(store);
  const results = Array.from({ length: 250 }, (_, at) => inBatch(async () => at));
  expect((await Promise.all(results)).at(-1)).toBe(249);
  expect(store.count()).toBe(3);
  expect(await inBatch(async () => 'later')).toBe('later');
  expect(store.count()).toBe(4);
});

test('one that fails fails alone', async () => {
  const { inBatch } = createBatch(createStore());
  const results = await Promise.allSettled([
    inBatch(async () => 1),
    inBatch(async () => {
      throw new Error('refused');
    }),
    inBatch(async () => 3),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
