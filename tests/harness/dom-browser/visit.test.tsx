import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginVisit } from './visit.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }),
);
afterEach(() => vi.useRealTimers());

test('a page that was left hears, sees and starts nothing any more', async () => {
  const heard: string[] = [];
  const end = beginVisit();
  const { setTimeout: kept } = globalThis;
  setTimeout(() => heard.push('timeout'), 10);
  setInterval(() => heard.push('interval'), 10);
  setImmediate(() => heard.push('immediate'));
  addEventListener('resize', () => heard.push('window'));
  document.addEventListener('keydown', () => heard.push('document'));
  new MutationObserver(() => heard.push('mutation')).observe(document.body, { childList: true });
  const channel = new BroadcastChannel('visit');
  end();

  kept(() => heard.push('late timeout'), 0);
  vi.advanceTimersByTime(100);
  dispatchEvent(new Event('resize'));
  document.dispatchEvent(new Event('keydown'));
  document.body.append('changed');
  await turn();
  await turn();
  expect(heard).toEqual([]);
  expect(() => channel.postMessage('')).toThrow();
});

test('the next page finds timers, listeners and connections as they were', () => {
  const names = [
    'setTimeout',
    'setInterval',
    'setImmediate',
    'addEventListener',
    'BroadcastChannel',
    'WebSocket',
    'MutationObserver',
  ] as const;
  const before = names.map((name) => globalThis[name]);
  beginVisit()();
  expect(names.map((name) => globalThis[name])).toEqual(before);
});
