import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const read = async () =>
  (await api.call('getSavingPrice', { path: { siteId: api.siteId } })).body.savingPrice;
const set = (savingPrice: object, ifMatch = '*') =>
  api.call('setSavingPrice', {
    path: { siteId: api.siteId },
    body: { savingPrice },
    headers: { 'if-match': ifMatch },
  });

test('a site has no price until it is set, or after removal [R2.1-05]', async () => {
  expect(await read()).toEqual({ pricePerGigabyte: null, currency: '', revision: 0 });
  expect((await set({ pricePerGigabyte: 0.25, currency: 'EUR' })).status).toBe(200);
  expect(await read()).toEqual({ pricePerGigabyte: 0.25, currency: 'EUR', revision: 1 });
  await set({ pricePerGigabyte: null, currency: 'EUR' });
  expect(await read()).toEqual({ pricePerGigabyte: null, currency: '', revision: 2 });
});

test('a price changed meanwhile is kept; a bad one is refused', async () => {
  await set({ pricePerGigabyte: 1, currency: 'USD' }, '"0"');
  const late = await set({ pricePerGigabyte: 2, currency: 'USD' }, '"0"');
  expect(late.status).toBe(412);
  expect(late.body.current.pricePerGigabyte).toBe(1);
  const bad = await set({ pricePerGigabyte: -1, currency: 'dollars' });
  expect(bad.status).toBe(400);
  expect(bad.body.details.map((one: { field: string }) => one.field).toSorted()).toEqual([
    'savingPrice.currency',
    'savingPrice.pricePerGigabyte',
  ]);
});
