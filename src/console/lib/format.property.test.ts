import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flattenPercent,
  formatBytes,
  formatCount,
  formatDuration,
  formatExact,
  formatFigure,
  formatPercent,
} from './format.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
const COUNTS = ['', 'K', 'M', 'B'];
const bytes = fc.double({ min: 0, max: 1e18, noNaN: true });
const anything = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, undefined, Number.NaN, Infinity, -Infinity, -0),
);

const readBytes = (value: number): number => {
  const figure = formatBytes(value);
  return Number(figure?.value.replace('−', '-')) * 1000 ** UNITS.indexOf(figure?.unit ?? '');
};
const readCount = (value: number): number => {
  const text = formatFigure(formatCount(value));
  const unit = /[KMB]$/.exec(text)?.[0] ?? '';
  return Number.parseFloat(text.replace('−', '-')) * 1000 ** COUNTS.indexOf(unit);
};

describe('for every number', () => {
  it('no NaN, Infinity, undefined, null or -0, and minus is no hyphen [R2.3-05]', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const texts = [formatBytes(value), formatCount(value), formatPercent(value)].map(formatFigure);
        for (const text of [...texts, formatExact(value), formatDuration(value)]) {
          expect(text).not.toMatch(/NaN|Infinity|∞|undefined|null|-|^−0(\.0)?( |%|$)/);
          expect(text).not.toBe('');
        }
      }),
    );
  });

  it('a greater number never reads as a smaller one [R9-44, R9-45]', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(readBytes(low)).toBeLessThanOrEqual(readBytes(high) * (1 + 1e-12));
        expect(readCount(low)).toBeLessThanOrEqual(readCount(high) * (1 + 1e-12));
      }),
    );
  });

  it('1000 of a unit is 1 of the next [R9-44]', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 9.99e17, noNaN: true }), (value) => {
        const figure = formatBytes(value);
        if (figure?.unit !== 'PB') expect(Number(figure?.value)).toBeLessThan(1000);
      }),
    );
    for (let power = 3; power <= 15; power += 3) {
      const unit = UNITS[power / 3];
      expect(formatBytes(10 ** power)).toEqual({ value: '1', unit });
      expect(formatBytes(10 ** power * 0.999999)).toEqual({ value: '1', unit });
    }
  });

  it('at most two decimals, none of them a trailing zero [R9-46]', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(formatBytes(value)?.value).toMatch(/^\d+(\.\d?[1-9])?$/);
        expect(formatFigure(formatCount(value))).toMatch(/^\d+(\.\d?[1-9])?[KMB]?$/);
      }),
    );
  });

  it('-2 to 0 percent reads 0, growth has a sign, 100 is exact [R5-57]', () => {
    fc.assert(
      fc.property(fc.double({ min: -5000, max: 100, noNaN: true }), (value) => {
        const text = formatPercent(value)?.value ?? '';
        if (value >= -2 && value <= 0) expect(text).toBe('0.0');
        if (value < -2) expect(text.startsWith('−')).toBe(true);
        if (value > 0 && value < 100) expect(Number(text)).toBeLessThan(100);
        expect(flattenPercent(flattenPercent(value))).toBe(flattenPercent(value));
      }),
    );
  });

  it('a longer duration never reads as a shorter one [R9-16]', () => {
    const seconds: Record<string, number> = {
      y: 31_536_000,
      mo: 2_592_000,
      d: 86_400,
      h: 3600,
      m: 60,
      s: 1,
    };
    const read = (text: string) =>
      text.endsWith(' ms')
        ? Number.parseInt(text, 10) / 1000
        : text
            .split(' ')
            .reduce(
              (sum, part) => sum + Number.parseInt(part, 10) * (seconds[part.replace(/^\d+/, '')] ?? 0),
              0,
            );
    const span = fc.integer({ min: 0, max: 2e11 });
    fc.assert(
      fc.property(span, span, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(read(formatDuration(low))).toBeLessThanOrEqual(read(formatDuration(high)));
      }),
    );
  });
});
