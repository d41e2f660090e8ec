import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QUANTILE_ERROR, Quantiles } from './quantiles.ts';

const value = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);

it('finds any quantile within its error', () => {
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 200 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (all, part) => {
        const quantiles = new Quantiles();
        for (const one of all) quantiles.add(one);
        const exact = all.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(part * all.length) - 1)] ?? 0;
        expect(Math.abs(quantiles.at(part) - exact)).toBeLessThanOrEqual(
          Math.abs(exact) * QUANTILE_ERROR + 1e-9,
        );
      },
    ),
  );
});

it('stays small, and right at the upper end, whatever comes', () => {
  const quantiles = new Quantiles();
  let bytes = 0;
  for (let i = 0; i < 30_000; i++) bytes += quantiles.add(1.021 ** (i % 3000));
  expect(bytes).toBeLessThan(100_000);
  const exact = 1.021 ** 2970;
  expect(Math.abs(quantiles.at(0.99) - exact)).toBeLessThanOrEqual(exact * 0.03);
});
