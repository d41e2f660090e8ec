import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryStore } from '../../../../tests/harness/memory-store.ts';
import type { Services } from '../../services.ts';
import type { Store } from '../../store/index.ts';
import { keepLease, LostTurn, takeLease } from './lease.ts';

const ADDRESS = 'https://git.example.org/pipelines.git';
let store: Store;
let services: Services;
let siteId = '';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  store = await openMemoryStore();
  services = { store, clock: Date.now, log: { error: vi.fn() } } as unknown as Services;
  siteId = (await store.sites.list())[0]?.id ?? '';
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

const take = () => takeLease(services, siteId, ADDRESS, Date.now());

test('a turn of minutes keeps its site while it works', async () => {
  const row = await take();
  if (!row) throw new Error('the site was not free');
  const renewal = keepLease(services, row);
  for (let second = 0; second < 300; second += 15) {
    vi.advanceTimersByTime(15_000);
    // Lets the renewal before it be stored.
    await new Promise((resolve) => setImmediate(resolve));
    expect(await take()).toBeUndefined();
  }
  await renewal.end();
});

test('a turn whose process ended holds its site for a minute, and no longer', async () => {
  await take();
  vi.advanceTimersByTime(59_999);
  expect(await take()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(await take()).toMatchObject({ leased_until: Date.now() + 60_000 });
});

test('a turn that stood still for longer than its lease is no longer the one', async () => {
  const row = await take();
  if (!row) throw new Error('the site was not free');
  const renewal = keepLease(services, row);
  await renewal.require(store);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await take()).toBeDefined();
  await expect(renewal.require(store)).rejects.toThrow(LostTurn);
  await renewal.end();
});

test('one whose clock is a little behind takes no site that is held', async () => {
  await takeLease(services, siteId, ADDRESS, Date.now());
  for (const behind of [1, 2000, 60_000])
    expect(await takeLease(services, siteId, ADDRESS, Date.now() - behind)).toBeUndefined();
});

test('a clock that was set back does not lock a site', async () => {
  await take();
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await take()).toBeDefined();
});
