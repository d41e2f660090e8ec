import { describe, expect, it } from 'vitest';
import { InputBudget } from '../../shared/inbound/budget.ts';
import { Channels } from './channels.ts';

describe('channels of the Splunk HEC source', () => {
  it('are forgotten with their numbers when nobody used them for long', () => {
    let now = 0;
    const channels = new Channels(() => now);
    const first = channels.open('a');
    channels.open('b').safe();
    now = 9 * 60_000;
    expect(channels.ask('a', [0])).toEqual({ 0: false });
    now = 12 * 60_000;
    channels.open('c');
    expect(channels.size).toEqual({ channels: 2, numbers: 2 });
    expect(channels.ask('b', [0])).toEqual({ 0: false });
    first.safe();
    expect(channels.ask('a', [0])).toEqual({ 0: true });
    expect(channels.size.numbers).toBe(1);
  });

  it('numbers are bounded by memory, and free once senders asked', () => {
    const channels = new Channels();
    for (let i = 0; i < 100_000; i++) channels.open('a').safe();
    expect(() => channels.open('a')).toThrow('Server is busy');
    channels.ask('a', [5]);
    expect(channels.open('a').ackId).toBe(100_000);
    for (let i = 1; i < 10_000; i++) channels.open(`b${i}`);
    expect(() => channels.open('one more')).toThrow('Server is busy');
  });

  it('are held to the memory for input, over all sources together', () => {
    let now = 0;
    const budget = new InputBudget(1 << 20);
    const channels = new Channels(() => now, budget);
    let taken = 0;
    expect(() => {
      for (; ; taken += 1) channels.open(`a${taken % 100}`).safe();
    }).toThrow('Server is busy');
    expect(taken).toBeGreaterThan(5000);
    expect(budget.used).toBeGreaterThan(taken * 64);
    const other = new Channels(() => now, budget);
    expect(other.open('b').ackId, 'there is room for another source').toBe(0);
    const acks = Array.from({ length: 100 }, (_, id) => id);
    const before = budget.used;
    expect(channels.ask('a0', acks)).toMatchObject({ 0: true });
    expect(budget.used).toBeLessThan(before);
    now = 11 * 60_000;
    channels.open('a1');
    expect(channels.size.channels).toBe(1);
    channels.close();
    other.close();
    expect(budget.used).toBe(0);
  });
});
