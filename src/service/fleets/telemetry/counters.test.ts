import { describe, expect, test } from 'vitest';
import { createCounters, findColumn } from './counters.ts';
import type { CounterPoint } from './read-metrics.ts';

const ACCEPTED = 'otelcol_receiver_accepted_log_records';
const MINUTE = 60_000;
const START = 1_000_000_000;

/** The agent's clock is wrong by years. Minutes. */
const at = (minutes: number): bigint => BigInt(5_000_000 + minutes * MINUTE) * 1_000_000n;
const point = (value: number, time: number, more: Partial<CounterPoint> = {}): CounterPoint => ({
  ...{ name: ACCEPTED, attributes: 'receiver=otlp', temporality: 'CUMULATIVE', value },
  ...{ start: at(0), time: at(time), ...more },
});

const takeAll = (reports: readonly (readonly CounterPoint[])[], listensSince = START) => {
  const counters = createCounters(listensSince);
  return reports.map(
    (points, minute) => counters.take('1', points, START + minute * MINUTE).volumes.received,
  );
};

describe('counters of an agent', () => {
  test('cumulative ones count what they grew by', () => {
    expect(takeAll([[point(100, 10)], [point(130, 11)], [point(130, 12)]])).toEqual([0, 30, 0]);
  });

  test('a Collector that began since the service listens counts in full', () => {
    expect(takeAll([[point(100, 1)], [point(130, 2)]], START - 2 * MINUTE)).toEqual([100, 30]);
  });

  test('growth of the first report began with the Collector', () => {
    const counters = createCounters(START - 2 * MINUTE);
    expect(counters.take('1', [point(100, 1)], START).since).toBe(START - MINUTE);
    expect(createCounters(START).take('1', [point(100, 1)], START).since).toBeUndefined();
  });

  test('a restart counts from zero, with a new start or a lower value', () => {
    expect(takeAll([[point(100, 10)], [point(7, 11, { start: at(10) })]])).toEqual([0, 7]);
    expect(takeAll([[point(100, 10)], [point(7, 11)]])).toEqual([0, 7]);
  });

  test('a report that comes twice or late counts once', () => {
    expect(takeAll([[point(100, 10)], [point(130, 12)], [point(120, 11)], [point(140, 13)]])).toEqual([
      ...[0, 30, 0, 10],
    ]);
  });

  test('what grows after its clock was set back counts once', () => {
    const reports = [[point(100, 90)], [point(130, 31)], [point(130, 32)], [point(150, 33)]];
    expect(takeAll(reports)).toEqual([0, 30, 0, 20]);
  });

  test('a first report from before its own beginning counts nothing', () => {
    expect(takeAll([[point(100, -5)], [point(130, -4)]], START - 2 * MINUTE)).toEqual([0, 30]);
  });

  test('a component that counts for the first time counts in full', () => {
    const second = { attributes: 'receiver=second' };
    expect(takeAll([[point(100, 10)], [point(100, 11), point(9, 11, second)]])).toEqual([0, 9]);
  });

  test('deltas count as they are', () => {
    const delta = { temporality: 'DELTA' } as const;
    expect(takeAll([[point(5, 10, delta)], [point(6, 11, delta)]])).toEqual([5, 6]);
  });

  test('agents and forgotten ones are apart', () => {
    const counters = createCounters(START);
    counters.take('1', [point(100, 10)], START);
    expect(counters.take('2', [point(150, 10)], START).volumes.received).toBe(0);
    counters.forget('1');
    expect(counters.take('1', [point(150, 11)], START).since).toBeUndefined();
  });

  test('streams without end are not kept', () => {
    const many = Array.from({ length: 3000 }, (_, n) => point(1, 10, { attributes: `receiver=${n}` }));
    expect(takeAll([[], many])[1]).toBe(2000);
  });

  test('names are those of the Collector', () => {
    expect(findColumn('otelcol_exporter_sent_spans')).toBe('sent');
    expect(findColumn('otelcol_exporter_send_failed_metric_points_total')).toBe('failed');
    expect(findColumn('otelcol_receiver_refused_log_records')).toBe('refused');
    expect(findColumn('otelcol_processor_accepted_log_records')).toBeUndefined();
  });
});
