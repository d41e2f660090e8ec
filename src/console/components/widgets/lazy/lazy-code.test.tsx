import { afterEach, expect, test, vi } from 'vitest';
import { createLazyCode } from './lazy-code.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

test('a retry leaves a late style to those who wait for it [R8-63]', async () => {
  // jsdom loads no styles and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const late = document.createElement('link');
  late.rel = 'stylesheet';
  late.href = '/late.css';
  document.head.append(late);
  const code = createLazyCode(() => Promise.reject(new Error('no network')));
  await expect(code.load()).rejects.toThrow('Loading chunk failed: no network');
  code.load().catch(() => undefined);
  expect(late.isConnected).toBe(true);
});

test('code not loaded in 120 s is given up, and requested again [R9-19]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let tries = 0;
  const code = createLazyCode(() => {
    tries += 1;
    return new Promise<never>(() => undefined);
  });
  const told: string[] = [];
  code.load().catch((error: Error) => told.push(error.message));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['Loading chunk failed: no answer in 120 s']);
  code.load().catch(() => undefined);
  expect(tries).toBe(2);
});
