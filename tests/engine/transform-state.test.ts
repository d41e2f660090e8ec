import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '../../src/engine/components/testing/contexts.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted } from './harness/bench.ts';
import { dropLines, planOf, sink, source, transform } from './harness/plans.ts';

type Config = Record<string, unknown>;

let clock: TestClock;
let bench: EngineBench;

beforeEach(() => {
  clock = new TestClock();
  bench = new EngineBench(undefined, clock);
});
afterEach(() => bench.end());

const chain = (config: Config, mode?: 'run' | 'pause' | 'bypass') =>
  planOf(
    [source('in'), transform('sum', 'aggregate', config), sink('out', { buffer: MEMORY })],
    ['in>sum', 'sum>out'],
    mode ? { mode } : {},
  );
const MEMORY = { mode: 'memory', maxBytes: 1 << 20, whenFull: 'block' };
const push = (...lines: string[]) => bench.components.source('in').push(...lines);
const received = () => bench.components.sink('out').received;
const settled = async (outcome: Promise<string>) => {
  const pending = Symbol('pending');
  // Settled promises win the race.
  const later = new Promise((resolve) => setImmediate(() => resolve(pending)));
  return (await Promise.race([outcome, later])) === pending ? null : outcome;
};

describe('what transforms keep back [R17]', () => {
  it('is acknowledged once what became of it is delivered', async () => {
    await bench.engine.deploy(chain({ seconds: 10 }));
    bench.components.sink('out').hold();
    const outcome = push('a', 'b', 'c');
    expect(bench.counters('sum')).toMatchObject({ eventsIn: 3, eventsBuffered: 3, eventsOut: 0 });
    clock.advance(10_000);
    expect(bench.counters('sum')).toMatchObject({ eventsBuffered: 0, eventsOut: 1, eventsMerged: 2 });
    expect(await settled(outcome)).toBeNull();
    bench.components.sink('out').free();
    expect(await outcome).toBe('accepted');
    expect(received()).toEqual(['{"count":3}']);
  });

  it('is acknowledged early with long windows, until results wait', async () => {
    await bench.engine.deploy(chain({ seconds: 60, base: 'last', maxEvents: 2 }));
    expect(await push('a')).toBe('accepted');
    bench.components.sink('out').hold();
    const large = 'x'.repeat(3 << 20);
    expect(await push(large, large)).toBe('accepted');
    await push(large);
    const late = push('b');
    expect(await settled(late)).toBeNull();
    bench.components.sink('out').free();
    expect(await late).toBe('accepted');
    await eventually(() => expect(received()).toHaveLength(2));
    expectAccounted(bench.engine.counters());
  });

  it('survives a deployment that leaves the node, with new connections', async () => {
    const config = { seconds: 10 };
    await bench.engine.deploy(chain(config));
    const first = push('a');
    const nodes = [
      source('in'),
      dropLines('noise', 'noise'),
      { ...transform('sum2', 'aggregate', config), componentId: 'sum', name: 'renamed' },
      sink('other'),
    ];
    await bench.engine.deploy(planOf(nodes, ['in>noise', 'noise>sum2', 'sum2>other'], { graphVersion: 2 }));
    const second = push('b', 'noise');
    expect(bench.counters('sum').eventsBuffered).toBe(2);
    clock.advance(10_000);
    expect(await Promise.all([first, second])).toEqual(['accepted', 'accepted']);
    expect(bench.components.sink('other').received).toEqual(['{"count":2}']);
    expect(received()).toEqual([]);
  });

  it.each<[string, () => Promise<void>]>([
    ['the node changes', () => bench.engine.deploy(chain({ seconds: 9 }))],
    ['the node goes', () => bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']))],
    ['the pipeline is paused', () => bench.engine.deploy(chain({ seconds: 10 }, 'pause'))],
    ['the node is bypassed', () => bench.engine.deploy(chain({ seconds: 10 }, 'bypass'))],
    ['everything starts anew', () => bench.engine.deploy(chain({ seconds: 10 }), { isForced: true })],
    ['the engine stops', () => bench.engine.stop(5000)],
    ['the pipeline is removed', () => bench.engine.remove('300000000000000001', 5000, () => {})],
  ])('leaves when %s', async (_, change) => {
    await bench.engine.deploy(chain({ seconds: 10 }));
    const outcome = push('a', 'b');
    await change();
    expect(await outcome).toBe('accepted');
    expect(received()).toEqual(['{"count":2}']);
    expectAccounted(bench.engine.counters());
  });

  it('is kept through a change of the disk buffer behind it', async () => {
    const plan = (maxBytes: number) =>
      planOf(
        [
          source('in'),
          transform('sum', 'aggregate', { seconds: 10 }),
          sink('out', { buffer: { mode: 'disk', maxBytes, whenFull: 'block' } }),
        ],
        ['in>sum', 'sum>out'],
      );
    await bench.engine.deploy(plan(1 << 20));
    const outcome = push('a', 'b');
    await bench.engine.deploy(plan(1 << 21));
    expect(bench.counters('sum').eventsBuffered).toBe(2);
    clock.advance(10_000);
    expect(await outcome).toBe('accepted');
    await eventually(() => expect(received()).toEqual(['{"count":2}']));
  });

  it('passes through several such nodes one after the other, under one acknowledgement', async () => {
    const nodes = [
      source('in'),
      transform('sum', 'aggregate', { seconds: 2, groupBy: ['message'] }),
      transform('again', 'aggregate', { seconds: 5, results: [{ operation: 'sum', field: 'count' }] }),
      sink('out'),
    ];
    await bench.engine.deploy(planOf(nodes, ['in>sum', 'sum>again', 'again>out']));
    const outcome = push('a', 'b', 'a');
    clock.advance(2000);
    expect(bench.counters('again')).toMatchObject({ eventsIn: 2, eventsBuffered: 2 });
    expect(await settled(outcome)).toBeNull();
    clock.advance(5000);
    expect(await outcome).toBe('accepted');
    expect(received()).toEqual(['{"count_sum":3}']);
    const again = push('a', 'b');
    await bench.engine.stop(5000);
    expect(await again).toBe('accepted');
    expect(received()).toEqual(['{"count_sum":3}', '{"count_sum":2}']);
  });
});
