import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryStore } from '../../../../tests/harness/memory-store.ts';
import type { Services } from '../../services.ts';
import type { Store } from '../../store/index.ts';
import { createFollower } from './follower.ts';
import { takeLease } from './lease.ts';

let store: Store;
beforeEach(async () => {
  store = await openMemoryStore();
});
afterEach(() => store.close());

test('the start ends turns of the process before, and none that began since', async () => {
  const keys = Promise.withResolvers<void>();
  const services = {
    store,
    clock: Date.now,
    log: { error: vi.fn() },
    repositories: { removeLeftKeys: () => keys.promise },
  } as unknown as Services;
  const [ours, left] = ['400000000000000001', '400000000000000002'];
  const take = (siteId: string, now: number) => takeLease(services, siteId, 'https://x.example/a.git', now);
  await take(left, Date.now() - 5000);

  const follower = createFollower(services);
  follower.start();
  const row = await take(ours, Date.now());
  keys.resolve();
  await vi.waitFor(async () => expect((await store.gitFollows.find(left))?.leased_until).toBe(0));
  expect((await store.gitFollows.find(ours))?.leased_until).toBe(row?.leased_until);
  await follower.stop();
});
