import { describe, expect, test } from 'vitest';
import { createProcessUsages, isProcessMetric } from './process-usage.ts';
import type { CounterPoint } from './read-metrics.ts';

const NOW = 1_000_000_000;

/** The agent's clock is wrong by years. Seconds. */
const at = (seconds: number): bigint => BigInt(5_000 + seconds) * 1_000_000_000n;
const cpu = (value: number, time: number, more: Partial<CounterPoint> = {}): CounterPoint => ({
  ...{ name: 'otelcol_process_cpu_seconds', attributes: '', temporality: 'CUMULATIVE', value },
  ...{ start: at(0), time: at(time), ...more },
});
const memory = (value: number, time: number): CounterPoint => ({
  ...{ name: 'otelcol_process_memory_rss', attributes: '', temporality: 'LEVEL', value },
  ...{ start: 0n, time: at(time) },
});

const takeAll = (...reports: CounterPoint[][]) => {
  const usages = createProcessUsages();
  return reports.map((points, minute) => {
    usages.take('1', points, NOW + minute * 60_000);
    const { at: time = 0, cpuPercent, memoryBytes } = usages.find('1') ?? {};
    return [cpuPercent, memoryBytes, (time - NOW) / 60_000];
  });
};

describe('what the Collector of an agent takes', () => {
  test('processor time is a share of a core since the report before', () => {
    expect(takeAll([cpu(10, 600), memory(8, 600)], [cpu(11.5, 660), memory(9, 660)])).toEqual([
      [undefined, 8, 0],
      [2.5, 9, 1],
    ]);
  });

  test('several cores are more than 100 %', () => {
    expect(takeAll([cpu(10, 600)], [cpu(160, 660)])[1]).toEqual([250, undefined, 1]);
  });

  test('a restart begins anew, with a new start or a lower value', () => {
    for (const more of [{ start: at(630) }, {}]) {
      const [, restarted, next] = takeAll([cpu(10, 600)], [cpu(3, 660, more)], [cpu(6, 720, more)]);
      expect(restarted).toEqual([undefined, undefined, 1]);
      expect(next?.[0]).toBe(5);
    }
    // It already used more than its predecessor.
    expect(takeAll([cpu(10, 600)], [cpu(30, 660, { start: at(630) })])[1]?.[0]).toBeUndefined();
  });

  test('a report that comes twice or late changes nothing', () => {
    const first = [cpu(10, 600), memory(8, 600)];
    const second = [cpu(11.5, 660), memory(9, 660)];
    expect(takeAll(first, second, second, first).slice(1)).toEqual([
      [2.5, 9, 1],
      [2.5, 9, 1],
      [2.5, 9, 1],
    ]);
  });

  test('a clock that was set back leaves one share unknown', () => {
    const shares = takeAll([cpu(10, 600)], [cpu(11, 300)], [cpu(11.6, 360)]).map(([share]) => share);
    expect(shares.slice(0, 2)).toEqual([undefined, undefined]);
    expect(shares[2]).toBeCloseTo(1);
  });

  test('deltas are of their own time', () => {
    const delta = cpu(1.5, 660, { temporality: 'DELTA', start: at(600) });
    expect(takeAll([delta])[0]).toEqual([2.5, undefined, 0]);
    expect(takeAll([{ ...delta, start: 0n }])[0]?.[0]).toBeUndefined();
  });

  test('a report without them leaves those before, with their time', () => {
    expect(takeAll([memory(8, 600)], [])[1]).toEqual([undefined, 8, 0]);
  });

  test('a figure that is no longer reported is unknown', () => {
    expect(takeAll([cpu(10, 600), memory(8, 600)], [cpu(11.5, 660)])[1]).toEqual([2.5, undefined, 1]);
  });

  test('agents and forgotten ones are apart', () => {
    const usages = createProcessUsages();
    usages.take('1', [memory(8, 600)], NOW);
    expect(usages.find('2')).toBeUndefined();
    usages.forget('1');
    expect(usages.find('1')).toBeUndefined();
  });

  test('names are those of the Collector', () => {
    expect(
      ['otelcol_process_cpu_seconds_total', 'otelcol_process_memory_rss_bytes'].every(isProcessMetric),
    ).toBe(true);
    expect(['otelcol_process_uptime', 'otelcol_process_runtime_heap_alloc_bytes'].some(isProcessMetric)).toBe(
      false,
    );
  });
});
