import { expect, test } from 'vitest';
import { computeCoverage, toCoverageEntity } from './ranges.ts';

const DAY = 86_400;
const NOW = 1_790_000_000;

const cover = (start: number, end = NOW) => {
  const query = { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end };
  return toCoverageEntity(computeCoverage(query, NOW * 1000, 'series'));
};

test('a range older than what is kept says from when figures are kept [R5-08]', () => {
  const keptFrom = Math.ceil((NOW - 60 * DAY) / 60) * 60;
  expect(cover(NOW - 61 * DAY)).toMatchObject({ keptFromUnixTimeSeconds: keptFrom });
  expect(cover(0, 60)).toMatchObject({ keptFromUnixTimeSeconds: keptFrom });
  expect(cover(NOW - 60 * DAY)).not.toHaveProperty('keptFromUnixTimeSeconds');
  expect(cover(NOW - 3600)).not.toHaveProperty('keptFromUnixTimeSeconds');
});
