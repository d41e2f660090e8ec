import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepApart } from './straighten.ts';

const wishes = fc.array(
  fc.record({
    at: fc.double({ min: -100, max: 100, noNaN: true }),
    weight: fc.double({ min: 0.1, max: 10, noNaN: true }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe('places that keep their distance', () => {
  it('are never closer than asked, in the order given', () => {
    fc.assert(
      fc.property(wishes, fc.double({ min: 0, max: 5, noNaN: true }), (all, gap) => {
        const places = keepApart(all, new Array<number>(all.length).fill(gap));
        for (const [index, place] of places.entries()) {
          const former = places[index - 1];
          if (former !== undefined) expect(place - former).toBeGreaterThanOrEqual(gap - 1e-6);
        }
      }),
    );
  });

  it('are what was wished where that leaves room', () => {
    const free = [0, 3, 7].map((at) => ({ at, weight: 1 }));
    expect(keepApart(free, [0, 1, 1])).toEqual([0, 3, 7]);
  });

  it('share the shift by weight where it does not', () => {
    const tight = [
      { at: 0, weight: 3 },
      { at: 0, weight: 1 },
    ];
    expect(keepApart(tight, [0, 1])).toEqual([-0.25, 0.75]);
  });
});
