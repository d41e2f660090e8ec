import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacedWriter } from './paced-writer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('paced writer: the first change is written at once, the next in time', () => {
  const write = vi.fn();
  const writer = createPacedWriter(write, 200);
  writer.note();
  vi.advanceTimersByTime(0);
  expect(write).toHaveBeenCalledTimes(1);
  writer.note();
  vi.advanceTimersByTime(199);
  expect(write).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(write).toHaveBeenCalledTimes(2);
});

test('paced writer: keys that starve timers are written all the same', () => {
  const write = vi.fn();
  const writer = createPacedWriter(write, 200);
  // No timer runs: only the time passes, as when a browser handles one key after the other.
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  for (let key = 0; key < 100; key += 1) {
    writer.note();
    now += 20;
  }
  expect(write.mock.calls.length).toBeGreaterThanOrEqual(9);
});

test('paced writer: what is dropped stays unwritten, what is flushed is written once', () => {
  const write = vi.fn();
  const writer = createPacedWriter(write, 200);
  writer.note();
  writer.drop();
  writer.flush();
  vi.runAllTimers();
  expect(write).not.toHaveBeenCalled();
  writer.note();
  writer.flush();
  vi.runAllTimers();
  expect(write).toHaveBeenCalledTimes(1);
});
