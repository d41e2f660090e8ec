import { expect, it } from 'vitest';
import { RATE_SECONDS } from '../../contract/figures.ts';
import type { ComponentCounters } from '../../contract/live.ts';
import { computeLiveRate, holdHistory, listLiveRates, readConnection } from './live-rates.ts';

const count = (bytesIn: number, bytesOut: number) =>
  ({ bytesIn: String(bytesIn), bytesOut: String(bytesOut) }) as ComponentCounters;
/** 100 B/s in, 40 B/s out at one node, one sample per second. */
const steady = (seconds: number) =>
  Array.from({ length: seconds }, (_, at) => ({ at, pipelines: { p: { n: count(at * 100, at * 40) } } }));

it('rate: the rise over one window, whatever is asked', () => {
  const history = steady(60);
  expect(computeLiveRate(history, readConnection('n', 'source', 'bytes'))).toBe(100);
  expect(computeLiveRate(history, readConnection('n', 'destination', 'bytes'))).toBe(40);
  const burst = [...steady(30), { at: 30, pipelines: { p: { n: count(2900 + 10_000, 0) } } }];
  const rate = computeLiveRate(burst, readConnection('n', 'source', 'bytes'));
  expect(rate).toBe((12_900 - 2000) / RATE_SECONDS);
  expect(listLiveRates(burst, readConnection('n', 'source', 'bytes')).at(-1)).toBe(rate);
});

it('rate: unknown before two samples, and where nothing is counted', () => {
  expect(computeLiveRate(steady(1), readConnection('n', 'source', 'bytes'))).toBeUndefined();
  expect(computeLiveRate(steady(9), readConnection('other', 'source', 'bytes'))).toBeUndefined();
  expect(listLiveRates(steady(3), readConnection('n', 'destination', 'bytes'))).toEqual([40, 40]);
});

it('rate: a source shared by pipelines counts once, a destination the sum', () => {
  const shared = [0, 10].map((at) => ({
    at,
    pipelines: { p: { n: count(at * 100, at * 10) }, q: { n: count(at * 100, at * 20) } },
  }));
  expect(computeLiveRate(shared, readConnection('n', 'source', 'bytes'))).toBe(100);
  expect(computeLiveRate(shared, readConnection('n', 'destination', 'bytes'))).toBe(30);
});

it('rate: of the moment of the totals, and stands while they stand', () => {
  const held = holdHistory(undefined, steady(20), 14);
  expect(held?.history.at(-1)?.at).toBe(14);
  // A minute later nothing of then is left in the feed.
  const later = steady(90).slice(-60);
  expect(holdHistory(held, later, 14)).toBe(held);
  expect(holdHistory(held, later, 80)?.history.at(-1)?.at).toBe(80);
  expect(holdHistory(held, steady(20), 0)).toBeUndefined();
});
