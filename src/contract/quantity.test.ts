import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBound, formatQuantity, parseQuantity } from './quantity.ts';

describe('sizes and durations', () => {
  it.each([
    ['256 MB', 'bytes', 256_000_000],
    ['256 MiB', 'bytes', 268_435_456],
    ['64kib', 'bytes', 65_536],
    ['1.5 GB', 'bytes', 1_500_000_000],
    ['1,048,576', 'bytes', 1_048_576],
    ['1,5 k', 'bytes', 1500],
    ['5 min', 'ms', 300_000],
    ['5 min', 's', 300],
    ['1h 30min', 's', 5400],
    ['90', 's', 90],
    ['0.1 h', 's', 360],
    ['2 days', 'h', 48],
    ['1 GiB', 'MiB', 1024],
  ])('reads %s in %s as %d', (text, unit, value) => {
    expect(parseQuantity(text, unit)).toBe(value);
  });

  it.each([
    ['', 'bytes'],
    ['many', 'bytes'],
    ['5 min', 'bytes'],
    ['256 MB', 's'],
    ['5 5', 's'],
    ['-1 s', 's'],
    ['1 MBit', 'bytes'],
  ])('does not read %j in %s', (text, unit) => {
    expect(parseQuantity(text, unit)).toBeUndefined();
  });

  it.each([
    [268_435_456, 'bytes', '256 MiB'],
    [256_000_000, 'bytes', '256 MB'],
    [65_507, 'bytes', '65507 B'],
    [102_400, 'bytes', '100 KiB'],
    [1_500_000, 'bytes', '1.5 MB'],
    [0, 'ms', '0 ms'],
    [60, 's', '1 min'],
    [90, 's', '90 s'],
    [1500, 'ms', '1.5 s'],
    [0.5, 's', '0.5 s'],
    [60, 'min', '1 h'],
    [168, 'h', '7 d'],
  ])('shows %d %s as %s', (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text);
  });

  it('reads back what it shows', () => {
    const units = fc.constantFrom('bytes', 'MiB', 'ms', 's', 'min', 'h');
    const values = fc.oneof(fc.integer({ min: 0, max: 2 ** 41 }), fc.integer({ min: 0, max: 5000 }));
    fc.assert(
      fc.property(units, values, (unit, value) => {
        expect(parseQuantity(formatQuantity(value, unit), unit)).toBe(value);
      }),
    );
  });

  it('names a bound in both ways where they differ', () => {
    expect(formatBound(1024, 'bytes')).toBe('1 KiB (1,024 bytes)');
    expect(formatBound(30, 's')).toBe('30 s');
    expect(formatBound(5, 'events')).toBe('5');
  });
});
