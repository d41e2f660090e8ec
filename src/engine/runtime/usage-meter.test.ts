import { expect, test } from 'vitest';
import { UsageMeter } from './usage-meter.ts';

test('usage of an engine: ended processes keep their share, new ones add', () => {
  let own = { cpuMs: 100, memoryBytes: 1000 };
  const cpu = new Map([
    [7, 40],
    [8, 5],
  ]);
  const meter = new UsageMeter({
    own: () => own,
    cpuOf: (pid) => cpu.get(pid) ?? 0,
    memoryOf: (pid) => pid * 10,
  });
  expect(meter.read([])).toEqual({ cpuMs: 100, memoryBytes: 1000 });
  expect(meter.read([7])).toEqual({ cpuMs: 140, memoryBytes: 1070 });
  cpu.set(7, 60);
  own = { cpuMs: 110, memoryBytes: 900 };
  expect(meter.read([7, 8])).toEqual({ cpuMs: 175, memoryBytes: 1050 });
  // It ended, and its number was reused.
  expect(meter.read([8])).toEqual({ cpuMs: 175, memoryBytes: 980 });
  cpu.set(7, 3);
  expect(meter.read([7, 8])).toEqual({ cpuMs: 178, memoryBytes: 1050 });
});

test('usage of this process is above zero', () => {
  const { cpuMs, memoryBytes } = new UsageMeter().read([]);
  expect(cpuMs).toBeGreaterThan(0);
  expect(memoryBytes).toBeGreaterThan(1_000_000);
});
