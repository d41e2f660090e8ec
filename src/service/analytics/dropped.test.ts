import fc from 'fast-check';
import { expect, test } from 'vitest';
import { droppedAtPoints } from './dropped.ts';

test('what went out at once is the difference of each point', () => {
  expect(droppedAtPoints([50, 0, 20])).toEqual([50, 0, 20]);
});

test('what waited in a buffer and went out later was not dropped, at no point', () => {
  expect(droppedAtPoints([100, 100, -200])).toEqual([0, 0, 0]);
  expect(droppedAtPoints([100, 100, -150])).toEqual([50, 0, 0]);
});

test('what went out and had come in before the first point takes nothing from the total twice', () => {
  expect(droppedAtPoints([-100, 60, 70])).toEqual([0, 0, 30]);
  expect(droppedAtPoints([-100, 60])).toEqual([0, 0]);
});

test('R3-50 the points add up to the total exactly, and none is below zero', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 50 }), (differences) => {
      const points = droppedAtPoints(differences);
      const total = differences.reduce((sum, one) => sum + one, 0);
      expect(points.reduce((sum, one) => sum + one, 0)).toBe(Math.max(0, total));
      expect(points.every((point) => point >= 0)).toBe(true);
    }),
  );
});
