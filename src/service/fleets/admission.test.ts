import { expect, test } from 'vitest';
import { createAdmission, createReturnTimes } from './admission.ts';

test('those who have to come again come one after the other', () => {
  let now = 0;
  const wait = createReturnTimes(
    10,
    () => now,
    () => 0,
  );
  const waits = Array.from({ length: 30 }, wait);
  expect(Object.entries(Object.groupBy(waits, String)).map(([at, all]) => [at, all?.length])).toEqual([
    ['1', 10],
    ['2', 10],
    ['3', 10],
  ]);
  now = 60_000;
  expect(wait()).toBe(1);
});

test('nobody waits longer than two minutes', () => {
  const wait = createReturnTimes(
    1,
    () => 0,
    () => 0.5,
  );
  const waits = Array.from({ length: 1000 }, wait);
  expect(Math.max(...waits)).toBe(121);
});

test('a hundred agents at a time are let in', () => {
  const admission = createAdmission(
    () => 0,
    () => 0,
  );
  const agents = Array.from({ length: 100 }, () => ({}));
  for (const agent of agents) {
    expect(admission.wait()).toBe(0);
    admission.enter(agent);
  }
  expect(admission.wait()).toBe(1);
  admission.leave(agents[0] as object);
  expect(admission.wait()).toBe(0);
});
