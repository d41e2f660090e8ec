import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeOptimized, type Fates } from '../../src/contract/entities/analytics.ts';
import type { NodeType } from '../../src/contract/enums.ts';
import type { PlanMode } from '../../src/engine/port.ts';
import { createRecorder, type Recorder } from '../../src/service/analytics/recorder.ts';
import { computePipelineVolume, type Typed } from '../../src/service/analytics/volume.ts';
import { eventually } from '../harness/eventually.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { EngineBench } from './harness/bench.ts';
import { dropLines, PIPELINE, planOf, sink, source, transform } from './harness/plans.ts';

const RUNS = process.env.PENSTOCK_TEST_LONG ? 200 : 20;
const T0 = 1_800_000_000_000;
const SINKS = ['a', 'b', 'c'] as const;
const LINES = ['plain', 'noise', 'poison', 'bad', 'a much longer plain line of text'] as const;

/** A random graph: which branches there are, how they buffer, and what happens at which time. */
type Shape = {
  hasFilter: boolean;
  hasBreak: boolean;
  removes: boolean;
  sinks: { mode: 'memory' | 'disk'; whenFull: 'block' | 'drop_newest'; afterRule: boolean }[];
};
type Step =
  | { do: 'push'; lines: (typeof LINES)[number][] }
  | { do: 'flip'; sink: number }
  | { do: 'deploy'; mode: PlanMode }
  | { do: 'pass'; seconds: number }
  | { do: 'store' };

const shape: fc.Arbitrary<Shape> = fc.record({
  hasFilter: fc.boolean(),
  hasBreak: fc.boolean(),
  removes: fc.boolean(),
  sinks: fc.array(
    fc.record({
      mode: fc.constantFrom('memory' as const, 'disk' as const),
      whenFull: fc.constantFrom('block' as const, 'drop_newest' as const),
      afterRule: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('push' as const),
      lines: fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flip' as const), sink: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('deploy' as const),
      mode: fc.constantFrom<PlanMode>('run', 'pause'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 200 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'store' as const }) },
);

function buildPlan({ hasFilter, hasBreak, removes, sinks }: Shape, mode: PlanMode) {
  const rules = [
    ...(hasFilter ? [dropLines('filter', 'noise')] : []),
    ...(hasBreak ? [transform('break', 'throws', { on: 'bad' })] : []),
    ...(removes ? [transform('set', 'set_fields', { fields: [{ field: 'x', value: 'y' }] })] : []),
  ];
  const chain = ['in', ...rules.map(({ id }) => id)];
  const links = chain.slice(1).map((id, at) => `${chain[at]}>${id}`);
  const ends = sinks.map((one, at) => `${one.afterRule ? chain.at(-1) : 'in'}>${SINKS[at]}`);
  const nodes = sinks.map(({ mode: of, whenFull }, at) =>
    sink(SINKS[at] ?? 'a', { buffer: { mode: of, maxBytes: 300, whenFull } }),
  );
  return planOf([source('in'), ...rules, ...nodes], [...links, ...ends], { mode });
}

const NODE_TYPES: Record<string, NodeType> = { in: 'SOURCE', a: 'SINK', b: 'SINK', c: 'SINK' };

/** What rules took out of one line, by hand: the truth, whatever happens behind the rules. */
function computeRuled(line: string, { hasFilter, hasBreak, removes, sinks }: Shape): number {
  const bytes = Buffer.byteLength(line);
  const ruled = sinks.filter((one) => one.afterRule).length;
  const copies = sinks.length - ruled;
  const [isDropped, isBad] = [hasFilter && line === 'noise', hasBreak && line === 'bad'];
  const grown = removes ? Buffer.byteLength(JSON.stringify({ message: line, x: 'y' })) : bytes;
  // Rules run once, also where no destination follows them.
  const left = isDropped ? 0 : isBad ? bytes : ruled * grown;
  return bytes - left - copies * bytes;
}

const addUp = (typed: readonly Typed[]): Fates => computePipelineVolume(typed, 'EVENTS_BYTES');

it('only rules save: what waits, is given up or lost never counts, at any moment', async () => {
  await fc.assert(
    fc.asyncProperty(shape, fc.array(step, { minLength: 4, maxLength: 30 }), async (graph, steps) => {
      const bench = new EngineBench();
      const store = await openMemoryStore();
      let now = T0;
      let sequence = 0;
      const recorder: Recorder = createRecorder(store, () => now);
      await recorder.load();
      const { components, engine } = bench;
      for (const id of SINKS) components.sink(id).poison = 'poison';
      const report = () => {
        const at = now;
        const counted = engine.counters();
        recorder.record({
          type: 'counters',
          bootId: 'a',
          sequence: sequence++,
          at,
          pipelines: counted,
        } as never);
        return Object.values(counted[PIPELINE] ?? {});
      };
      const read = async (from: number, to: number) => {
        const rows = await recorder.read({
          seconds: 10,
          from,
          to,
          sumOver: 'range',
          pipelineIds: [PIPELINE],
        });
        return addUp(
          rows.map((figures) => ({
            nodeType: NODE_TYPES[figures.component_id] ?? 'TRANSFORM',
            figures,
          })),
        );
      };
      let mode: PlanMode = 'run';
      await engine.deploy(buildPlan(graph, mode));
      let ruled = 0;
      const check = async () => {
        const nodes = report();
        const whole = await read(T0 / 1000 - 10, now / 1000 + 10);
        expect(computeOptimized(whole)).toBe(ruled);
        for (const [name, value] of Object.entries(whole)) expect(value, name).toBeGreaterThanOrEqual(0);
        const middle = Math.floor((T0 + now) / 20_000) * 10;
        const [first, second] = [await read(T0 / 1000 - 10, middle), await read(middle, now / 1000 + 10)];
        for (const name of Object.keys(whole) as (keyof Fates)[])
          expect(first[name] + second[name], name).toBe(whole[name]);
        expect(whole.waiting).toBe(nodes.reduce((sum, one) => sum + one.bytesBuffered, 0));
      };
      for (const each of steps) {
        if (each.do === 'push' && mode === 'run') {
          void components.source('in').push(...each.lines);
          for (const line of each.lines) ruled += computeRuled(line, graph);
        } else if (each.do === 'flip') {
          const target = components.sink(SINKS[each.sink] ?? 'a');
          target.isDown = !target.isDown;
        } else if (each.do === 'deploy') {
          mode = each.mode;
          await engine.deploy(buildPlan(graph, mode));
        } else if (each.do === 'pass') now += each.seconds * 1000;
        else if (each.do === 'store') await recorder.flush();
        await check();
      }
      for (const id of SINKS) components.sink(id).isDown = false;
      await eventually(async () => {
        await check();
        expect((await read(T0 / 1000 - 10, now / 1000 + 10)).waiting).toBe(0);
      });
      const received = SINKS.flatMap((id) => components.sink(id).received);
      const end = await read(T0 / 1000 - 10, now / 1000 + 10);
      expect(end.output).toBe(received.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
      // Each is counted before it is on disk.
      await eventually(() => {
        const letters = end.deadLetters > 0 ? bench.deadLetters() : [];
        expect(letters.reduce((sum, one) => sum + Buffer.byteLength(one.event), 0)).toBe(end.deadLetters);
      });
      await bench.end();
      await store.close();
    }),
    { numRuns: RUNS },
  );
}, 300_000);
