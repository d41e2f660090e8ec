import { expect, it } from 'vitest';
import { RestartBackoff } from './restart-backoff.ts';

it('delays of restarts grow with own crashes, up to a limit', () => {
  const backoff = new RestartBackoff(1000);
  const delays = Array.from({ length: 6 }, () => {
    backoff.markStart();
    return backoff.nextDelayMs(true);
  });
  expect(delays).toEqual([100, 200, 400, 800, 1000, 1000]);
});

it('a kill from outside delays the next start no longer, however often it comes', () => {
  const backoff = new RestartBackoff(30_000);
  for (let kill = 0; kill < 20; kill++) {
    backoff.markStart();
    expect(backoff.nextDelayMs(false)).toBe(100);
  }
  expect(backoff.nextDelayMs(true)).toBe(100);
  expect(backoff.nextDelayMs(false)).toBe(100);
  expect(backoff.nextDelayMs(true)).toBe(200);
});
