import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlanMode } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted } from './harness/bench.ts';
import { dropLines, PIPELINE, planOf, sink, source, transform } from './harness/plans.ts';

const RUNS = 25;
const kinds = ['plain', 'noise', 'poison', 'bad'] as const;

type Step =
  | { do: 'push'; lines: (typeof kinds)[number][] }
  | { do: 'flip'; sink: 'a' | 'b' | 'c' }
  | { do: 'deploy'; mode: PlanMode; wide: boolean; maxBytes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('push' as const),
      lines: fc.array(fc.constantFrom(...kinds), { maxLength: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('flip' as const), sink: fc.constantFrom('a', 'b', 'c') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deploy' as const),
      mode: fc.constantFrom<PlanMode>('run', 'run', 'bypass', 'pause'),
      wide: fc.boolean(),
      maxBytes: fc.constantFrom(300, 1 << 20),
    }),
  },
);

const plan = (mode: PlanMode, wide: boolean, maxBytes: number) => {
  const buffer = (of: string, whenFull: string) => ({ buffer: { mode: of, maxBytes, whenFull } });
  const nodes = [
    source('in'),
    dropLines('filter', 'noise'),
    transform('break', 'throws', { on: 'bad' }),
    transform('set', 'set_fields', { fields: [{ field: 'x', value: 'y' }] }),
    sink('a', buffer('memory', 'block')),
    sink('b', buffer('disk', 'block')),
    ...(wide ? [sink('c', buffer('memory', 'drop_newest'))] : []),
  ];
  const edges = ['in>filter', 'filter>break', 'in>set', 'break>a', 'set>b', 'set>a'];
  return planOf(nodes, wide ? [...edges, 'filter>c', 'break>c'] : edges, { mode });
};

it('accounts for every event at every node, whatever happens [R17]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const bench = new EngineBench();
      const { components, engine } = bench;
      for (const id of ['a', 'b', 'c']) components.sink(id).poison = 'poison';
      await engine.deploy(plan('run', true, 1 << 20));
      const outcomes: Promise<string>[] = [];
      const pushed: number[] = [];
      for (const each of steps) {
        if (each.do === 'push') {
          outcomes.push(components.source('in').push(...each.lines));
          pushed.push(each.lines.length);
        } else if (each.do === 'flip') {
          const target = components.sink(each.sink);
          target.isDown = !target.isDown;
        } else await engine.deploy(plan(each.mode, each.wide, each.maxBytes));
        expectAccounted(engine.counters());
      }
      for (const id of ['a', 'b', 'c']) components.sink(id).isDown = false;
      const settled = await Promise.all(outcomes);
      await eventually(() => {
        const left = Object.values(engine.counters()[PIPELINE]!).map((cell) => cell.eventsBuffered);
        expect(new Set(left)).toEqual(new Set([0]));
      });
      expectAccounted(engine.counters());
      const accepted = pushed.reduce((sum, count, i) => sum + (settled[i] === 'accepted' ? count : 0), 0);
      expect(bench.counters('in').eventsIn).toBe(accepted);
      for (const id of ['a', 'b', 'c'])
        expect(bench.counters(id).eventsOut).toBe(components.sink(id).received.length);
      await bench.end();
    }),
    { numRuns: RUNS },
  );
}, 300_000);
