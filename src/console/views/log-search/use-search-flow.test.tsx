import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showAsked } from './use-search-flow.ts';

const never = new Promise<void>(() => undefined);
const shown = () => `${window.location.pathname}${window.location.search}`;

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/log-search?time=1h');
});
afterEach(() => {
  vi.useRealTimers();
});

test('a typed question of log search stands in the address with its first rows', async () => {
  await showAsked('failed', Promise.resolve());
  expect(shown()).toBe('/log-search?time=1h&q=failed');
});

test('a typed question stands in the address after 50 ms where rows take longer', async () => {
  void showAsked('failed', never);
  await vi.advanceTimersByTimeAsync(49);
  expect(shown()).toBe('/log-search?time=1h');
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBe('/log-search?time=1h&q=failed');
});

test('a typed question stays out of the address of a screen opened since', async () => {
  void showAsked('failed', never);
  window.history.pushState(null, '', '/sources');
  await vi.advanceTimersByTimeAsync(50);
  expect(shown()).toBe('/sources');
});

test('a typed question of log search is asked of a time that was chosen since', async () => {
  void showAsked('failed', never);
  window.history.replaceState(null, '', '/log-search?time=1d');
  await vi.advanceTimersByTimeAsync(50);
  expect(shown()).toBe('/log-search?time=1d&q=failed');
});

test('a typed question of log search gives way to another one of the address', async () => {
  void showAsked('failed', never);
  window.history.replaceState(null, '', '/log-search?time=1h&q=other');
  await vi.advanceTimersByTimeAsync(50);
  expect(shown()).toBe('/log-search?time=1h&q=other');
});
