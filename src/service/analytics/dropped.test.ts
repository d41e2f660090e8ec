import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadDropped } from './dropped.ts';

test('what went out at once is the difference of each point', () => {
  expect(spreadDropped([50, 0, 20])).toEqual([50, 0, 20]);
});

test('buffered events delivered later were not dropped at any point', () => {
  expect(spreadDropped([100, 100, -200])).toEqual([0, 0, 0]);
  expect(spreadDropped([100, 100, -150])).toEqual([50, 0, 0]);
});

test('output of earlier input reduces the total only once', () => {
  expect(spreadDropped([-100, 60, 70])).toEqual([0, 0, 30]);
  expect(spreadDropped([-100, 60])).toEqual([0, 0]);
});

test('the points add up to the total, and none is negative [R3-50]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 50 }), (differences) => {
      const points = spreadDropped(differences);
      const total = differences.reduce((sum, one) => sum + one, 0);
      expect(points.reduce((sum, one) => sum + one, 0)).toBe(Math.max(0, total));
      expect(points.every((point) => point >= 0)).toBe(true);
    }),
  );
});
