import { describe, expect, it } from 'vitest';
import { Holding, InputBudget, inputMemory, inputMemoryOfEach } from './budget.ts';

describe('the memory for input', () => {
  it('one source: half of it, what it gives back may be taken again', () => {
    const budget = new InputBudget(1000);
    const holding = new Holding(budget.open());
    expect(holding.add(500)).toBe(true);
    expect(holding.add(1)).toBe(false);
    expect(budget.used).toBe(500);
    expect(holding.set(200)).toBe(true);
    expect(holding.add(301)).toBe(false);
    expect(holding.set(500)).toBe(true);
    holding.close();
    expect([budget.used, holding.bytes]).toEqual([0, 0]);
  });

  it('several sources: each as much as it leaves, never the last byte', () => {
    const budget = new InputBudget(1 << 20);
    const held = Array.from({ length: 50 }, () => {
      const holding = new Holding(budget.open());
      while (holding.add(64));
      return holding.bytes;
    });
    expect(held[0]).toBe(1 << 19);
    expect(held[1]).toBe(1 << 18);
    expect(budget.used).toBeLessThan(budget.limit);
  });

  it('the figure: as set, at most 512 MiB, else by the machine', () => {
    expect(inputMemory({ PENSTOCK_INPUT_MEMORY: '64' })).toBe(64 << 20);
    expect([1, 2, 4, 64].map((processes) => inputMemoryOfEach(processes, 512 << 20))).toEqual([
      512, 256, 128, 32,
    ]);
    expect(inputMemory({ PENSTOCK_INPUT_MEMORY: '900' })).toBe(512 << 20);
    expect(inputMemory({ PENSTOCK_INPUT_MEMORY: '' })).toBeGreaterThan(0);
    expect(inputMemory({})).toBeLessThanOrEqual(512 << 20);
  });
});
