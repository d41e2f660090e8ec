import { describe, expect, test } from 'vitest';
import { compareLevels, getLevelLook, listLevels } from './error-level.ts';
import { countPerStep } from './occurrences.ts';

const series = (...points: [number, number][]) => ({
  timeSeriesTuple: points.map(([unixTimeSeconds, value]) => ({ unixTimeSeconds, value })),
});

describe('occurrences over time', () => {
  test('each step of the range has a count, 0 when empty', () => {
    const range = { start: 600, end: 900, resolution: 60 };
    expect(countPerStep(series([660, 2], [840, 5]), range)).toEqual([0, 2, 0, 0, 5]);
  });
  test('a range that begins inside a step takes the whole of it', () => {
    expect(countPerStep(series([600, 1]), { start: 630, end: 720, resolution: 60 })).toEqual([1, 0]);
  });
  test.each([
    ['nothing occurred', series(), { start: 0, end: 3600, resolution: 60 }],
    ['the range is one step', series([0, 4]), { start: 0, end: 60, resolution: 60 }],
  ])('no line where %s', (_, points, range) => {
    expect(countPerStep(points, range)).toEqual([]);
  });
});

describe('error levels [R3-55]', () => {
  test('known levels come first, the worst at the top; others follow', () => {
    expect(listLevels(['NOTICE', 'WARN'])).toEqual(['ERROR', 'WARN', 'INFO', 'NOTICE']);
    expect(['NOTICE', 'INFO', 'ERROR', 'AUDIT', 'WARN'].toSorted(compareLevels)).toEqual([
      'ERROR',
      'WARN',
      'INFO',
      'AUDIT',
      'NOTICE',
    ]);
  });
  test('each known level has its own shape, others a quiet one', () => {
    const shapes = ['ERROR', 'WARN', 'INFO', 'NOTICE'].map((level) => getLevelLook(level).shape);
    expect(new Set(shapes).size).toBe(4);
    expect(getLevelLook('constructor')).toEqual(getLevelLook('NOTICE'));
  });
});
