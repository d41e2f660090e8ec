import { afterEach, expect, test, vi } from 'vitest';
import { lazyCode } from './lazy-code.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

test('R8-63 asking again leaves a style that may only be late: others wait for it', async () => {
  // No style is loaded here, which the window says.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const late = document.createElement('link');
  late.rel = 'stylesheet';
  late.href = '/late.css';
  document.head.append(late);
  const code = lazyCode(() => Promise.reject(new Error('no network')));
  await expect(code.load()).rejects.toThrow('Loading chunk failed: no network');
  code.load().catch(() => undefined);
  expect(late.isConnected).toBe(true);
});

test('R9-19 code that does not come in 120 s is given up, and asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let tries = 0;
  const code = lazyCode(() => {
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
