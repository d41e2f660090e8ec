import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCarrying } from './carrying.ts';

const LIMIT_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a deployment has its whole time limit after it waited for others [R4-86]', async () => {
  const carrying = createCarrying(LIMIT_MS);
  const order = Promise.withResolvers<void>();
  const ended = carrying.ended(order.promise);
  carrying.hold(true);
  vi.advanceTimersByTime(10 * LIMIT_MS);
  expect(carrying.isLate()).toBe(false);
  carrying.hold(false);
  vi.advanceTimersByTime(LIMIT_MS - 1);
  expect(carrying.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(carrying.isLate()).toBe(true);
  expect(carrying.signal.aborted).toBe(true);
  order.resolve();
  await ended;
});

it('leaves no timer behind, also when a step comes late', async () => {
  const carrying = createCarrying(LIMIT_MS);
  await carrying.ended(Promise.resolve());
  carrying.hold(true);
  carrying.hold(false);
  expect(vi.getTimerCount()).toBe(0);
});
