import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TestClock } from '../../src/engine/components/testing/contexts.ts';
import type { PlanMode } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted } from './harness/bench.ts';
import { PIPELINE, planOf, sink, source, transform } from './harness/plans.ts';

const RUNS = 30;
const GROUPS = ['a', 'b', 'c', 'd'] as const;

type Step =
  | { do: 'push'; groups: string[] }
  | { do: 'wait'; ms: number }
  | { do: 'flip' }
  | { do: 'deploy'; mode: PlanMode; seconds: number; isForced: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('push' as const),
      groups: fc.array(fc.constantFrom(...GROUPS), { minLength: 1, maxLength: 10 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(15_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flip' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deploy' as const),
      mode: fc.constantFrom<PlanMode>('run', 'run', 'run', 'pause'),
      seconds: fc.constantFrom(5, 10, 60),
      isForced: fc.boolean(),
    }),
  },
);

const limits = fc.record({
  maxEvents: fc.constantFrom(2, 5, 1000),
  maxGroups: fc.constantFrom(1, 3, 1000),
  acknowledge: fc.constantFrom('auto', 'delivered', 'taken'),
  throttled: fc.boolean(),
});

/** source → throttle → dedupe → aggregate → a, and source → aggregate by group → b */
const planFor = (mode: PlanMode, seconds: number, { throttled, ...settings }: Record<string, unknown>) =>
  planOf(
    [
      source('in'),
      transform('throttle', 'throttle', {
        events: throttled ? 3 : 1_000_000,
        seconds: 5,
        keyFields: ['message'],
        summary: throttled,
      }),
      transform('dedupe', 'dedupe', { seconds }),
      transform('all', 'aggregate', { seconds, ...settings }),
      transform('each', 'aggregate', { seconds, groupBy: ['message'], ...settings }),
      sink('a'),
      sink('b'),
    ],
    ['in>throttle', 'throttle>dedupe', 'dedupe>all', 'all>a', 'in>each', 'each>b'],
    { mode },
  );

const countsOf = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const { message = '', count } = JSON.parse(text);
    counts.set(message, (counts.get(message) ?? 0) + Number(count));
  }
  return counts;
};

it('transform state accounts for every event and loses none [R17]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), limits, async (steps, settings) => {
      const clock = new TestClock();
      const bench = new EngineBench(undefined, clock);
      const { components, engine } = bench;
      await engine.deploy(planFor('run', 10, settings));
      const outcomes: { lines: string[]; outcome: Promise<string> }[] = [];
      for (const each of steps) {
        if (each.do === 'push')
          outcomes.push({ lines: each.groups, outcome: components.source('in').push(...each.groups) });
        else if (each.do === 'wait') clock.advance(each.ms);
        else if (each.do === 'flip') {
          const target = components.sink('b');
          target.isDown = !target.isDown;
        } else await engine.deploy(planFor(each.mode, each.seconds, settings), { isForced: each.isForced });
        expectAccounted(engine.counters());
      }
      components.sink('b').isDown = false;
      await eventually(() => {
        // One transform may hold what another releases for its own window.
        clock.advance(60_000);
        const left = Object.values(engine.counters()[PIPELINE]!).map((cell) => cell.eventsBuffered);
        expect(new Set(left)).toEqual(new Set([0]));
      });
      const accepted = new Map<string, number>();
      for (const { lines, outcome } of outcomes)
        if ((await outcome) === 'accepted')
          for (const line of lines) accepted.set(line, (accepted.get(line) ?? 0) + 1);
      expectAccounted(engine.counters());
      expect(countsOf(components.sink('b').received)).toEqual(accepted);
      const passed = [...countsOf(components.sink('a').received).values()].reduce(
        (sum, count) => sum + count,
        0,
      );
      expect(passed).toBe(bench.counters('all').eventsIn);
      for (const id of ['all', 'each']) expect(bench.counters(id)).toMatchObject({ eventsDropped: 0 });
      await bench.end();
    }),
    { numRuns: RUNS },
  );
}, 120_000);
