import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLine, type Urgency } from './line.ts';

const create = () =>
  createLine(
    () => 0,
    () => 0,
  );

/** Queues `count` requests. @returns `done` counts finished ones */
function fill(line: ReturnType<typeof createLine>, urgency: Urgency, count: number) {
  let done = 0;
  const all = Array.from({ length: count }, () =>
    line.take(urgency, async () => {
      done += 1;
    }),
  );
  return { done: () => done, all };
}

test('others are few at a time, those that may be ending more', async () => {
  const line = create();
  const [others, ending] = [fill(line, 'other', 20), fill(line, 'ending', 120)];
  const seen: [number, number][] = [];
  while (others.done() < 20) {
    await setImmediate();
    seen.push([others.done(), ending.done()]);
  }
  expect(seen[0]).toEqual([5, 50]);
  expect(seen.at(-1)).toEqual([20, 120]);
  await Promise.all([...others.all, ...ending.all]);
});

test('only who may be ending is never told to come again', async () => {
  const line = create();
  const others = fill(line, 'other', 100);
  expect((['ending', 'doubtful', 'other'] as const).map((urgency) => line.wait(urgency))).toEqual([0, 0, 1]);
  const doubtful = fill(line, 'doubtful', 900);
  expect((['ending', 'doubtful', 'other'] as const).map((urgency) => line.wait(urgency))).toEqual([0, 1, 1]);
  await Promise.all([...others.all, ...doubtful.all]);
  expect((['ending', 'doubtful', 'other'] as const).map((urgency) => line.wait(urgency))).toEqual([0, 0, 0]);
});

test('times to come again are spread, and none is later than an exporter waits', async () => {
  const line = create();
  const { all } = fill(line, 'other', 100);
  const waits = Array.from({ length: 6000 }, () => line.wait('other'));
  expect(waits.filter((seconds) => seconds === 1)).toHaveLength(200);
  expect(Math.max(...waits)).toBe(20);
  await Promise.all(all);
});

test('one that fails fails alone', async () => {
  const line = create();
  const results = await Promise.allSettled([
    line.take('other', async () => 1),
    line.take('other', () => Promise.reject(new Error('refused'))),
    line.take('ending', async () => 3),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
