import { afterEach, expect, test, vi } from 'vitest';
import { lazyCode } from './lazy-code.ts';

afterEach(() => {
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
