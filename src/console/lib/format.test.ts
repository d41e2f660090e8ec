import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatByteRate,
  formatBytes,
  formatClock,
  formatCount,
  formatDateTime,
  formatDuration,
  formatExact,
  formatFigure,
  formatMinute,
  formatPercent,
} from './format.ts';

const bytes = (value: number) => formatFigure(formatBytes(value));

describe('bytes', () => {
  it('scale by thousands from B to PB, and stay at PB [R9-44]', () => {
    expect(bytes(0)).toBe('0 B');
    expect(bytes(999)).toBe('999 B');
    expect(bytes(1000)).toBe('1 KB');
    expect(bytes(1_500_000)).toBe('1.5 MB');
    expect(bytes(603e9)).toBe('603 GB');
    expect(bytes(1.84e12)).toBe('1.84 TB');
    expect(bytes(2e15)).toBe('2 PB');
    expect(bytes(12_345e15)).toBe('12345 PB');
  });

  it('bytes: at most two decimals, and never 1000 of a unit [R9-46]', () => {
    expect(bytes(1234)).toBe('1.23 KB');
    expect(bytes(1204)).toBe('1.2 KB');
    expect(bytes(999_999)).toBe('1 MB');
  });

  it('give value and unit apart, with a rate', () => {
    expect(formatByteRate(511_200_000)).toEqual({ value: '511.2', unit: 'MB/s' });
    expect(formatBytes(-1500)).toEqual({ value: '−1.5', unit: 'KB' });
  });
});

describe('counts', () => {
  it('abbreviate as K, M and B [R9-45]', () => {
    const text = (value: number) => formatFigure(formatCount(value));
    expect([950, 1000, 1500, 2_340_000, 7_000_000_000].map(text)).toEqual([
      '950',
      '1K',
      '1.5K',
      '2.34M',
      '7B',
    ]);
    expect(text(5_000_000_000_000)).toBe('5000B');
  });

  it('can be shown exactly', () => expect(formatExact(1_234_567)).toBe('1,234,567'));
});

describe('durations', () => {
  it('minute, hour, day, month of 30 days, year of 365 days [R9-15, R9-16]', () => {
    const text = (seconds: number) => formatDuration(seconds * 1000);
    expect([60, 3600, 86_400, 2_592_000, 31_536_000].map(text)).toEqual(['1m', '1h', '1d', '1mo', '1y']);
    expect([59, 86_399, 2_591_999, 31_535_999].map(text)).toEqual(['59s', '23h 59m', '29d 23h', '12mo 4d']);
    expect(text(31_536_000 + 2 * 2_592_000)).toBe('1y 2mo');
  });
});

describe('percentages', () => {
  const text = (value: number) => formatFigure(formatPercent(value));
  it('-2 to 0 is 0, both included; below, growth is negative [R5-57, R5-58]', () => {
    expect([-2, -1, 0].map(text)).toEqual(['0.0%', '0.0%', '0.0%']);
    expect(text(-2.1)).toBe('−2.1%');
    expect(text(67.24)).toBe('67.2%');
  });
  it('does not claim 100 before it is 100', () => {
    expect(text(99.99)).toBe('99.9%');
    expect(text(100)).toBe('100.0%');
  });
});

describe('missing values', () => {
  it('are an em dash, as is the empty time [R2.3-05, R9-35]', () => {
    expect(formatFigure(formatBytes(undefined))).toBe('—');
    expect(formatFigure(formatPercent(Number.NaN))).toBe('—');
    expect(formatDateTime(null)).toBe('—');
    expect(formatDateTime('0001-01-01T00:00:00Z')).toBe('—');
    expect(formatDuration(undefined)).toBe('—');
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 21, 14, 32, 8);
  it('read as day, month and time, with another year named', () => {
    expect(formatDateTime(now, now)).toBe('21 Nov 14:32:08');
    expect(formatMinute(now, now)).toBe('21 Nov 14:32');
    expect(formatMinute('0001-01-01T00:00:00Z')).toBe('—');
    expect(formatDateTime(new Date(2025, 0, 2, 3, 4, 5), now)).toBe('2 Jan 2025 03:04:05');
    expect(formatClock(now)).toBe('14:32');
  });
  it('durations show their two largest units', () => {
    expect([0, 350, 42_000, 65_000, 3_600_000, 93_600_000].map(formatDuration)).toEqual([
      '0 ms',
      '350 ms',
      '42s',
      '1m 5s',
      '1h',
      '1d 2h',
    ]);
    expect(formatAge(now.getTime() - 300_000, now)).toBe('5m ago');
  });
});
