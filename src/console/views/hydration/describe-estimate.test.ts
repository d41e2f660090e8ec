import { expect, test } from 'vitest';
import type { HydrationEstimate } from '../../../contract/entities/hydration.ts';
import { describeEstimate, type EstimateLimits, type GigabytePrice } from './describe-estimate.ts';

const ESTIMATE: HydrationEstimate = {
  id: '1',
  state: 'DONE',
  reason: '',
  events: '1200',
  eventBytes: '0',
  eventsSearched: '5000',
  filesRead: 3,
  bytesRead: '4000000',
  countedFromUnixTimeSeconds: 1000,
  unread: [],
  unreadCount: 0,
};
const say = (
  change: Partial<HydrationEstimate>,
  limits: Partial<EstimateLimits> = {},
  price?: GigabytePrice,
) =>
  describeEstimate(
    { ...ESTIMATE, ...change },
    1000,
    {
      eventLimit: undefined,
      eventsPerSecond: undefined,
      ...limits,
    },
    price,
  );

test('estimate: how many events of how many, and what was read for it', () => {
  expect(say({})).toBe('1,200 of 5,000 events match (3 files, 4 MB read).');
  expect(say({ events: '5000', filesRead: 0 })).toBe('5,000 events (counted from indexes).');
  expect(say({ state: 'RUNNING' })).toBe('At least 1,200 events; counting, 3 files, 4 MB read.');
});

test('estimate: a filter that matches nothing is not an empty archive', () => {
  expect(say({ events: '0', filesRead: 0 })).toBe(
    'None of 5,000 events matches (counted from indexes). Nothing would be sent.',
  );
  expect(say({ events: '0', eventsSearched: '0', filesRead: 0 })).toMatch(/^Nothing was archived/);
  expect(say({ countedFromUnixTimeSeconds: 4000 })).toMatch(/there may be more before/);
});

test('estimate: limits of events and rate say how much and how long', () => {
  expect(say({}, { eventsPerSecond: 10 })).toMatch(/At 10 per second that takes 2m\.$/);
  expect(say({}, { eventLimit: 600, eventsPerSecond: 10 })).toMatch(
    /The oldest 600 are sent\. At 10 per second that takes 1m\.$/,
  );
  expect(say({}, { eventLimit: 9999 })).toMatch(/read\)\.$/);
});

test('estimate: the volume of what is sent, and its cost by the price', () => {
  const bytes = { eventBytes: '240000000000' };
  const price = { price: 0.5, currency: 'USD', isBeforeTransforms: true };
  expect(say(bytes)).toMatch(/read\)\. About 240 GB\.$/);
  expect(say(bytes, {}, price)).toMatch(
    /About 240 GB: 120\.00 USD at 0\.5 USD per GB, before transforms make/,
  );
  expect(say(bytes, {}, { ...price, isBeforeTransforms: false })).toMatch(/per GB\.$/);
  expect(say(bytes, { eventLimit: 600 }, price)).toMatch(
    /About 120 GB: 60\.00 USD at .*The oldest 600 are sent\./,
  );
});
