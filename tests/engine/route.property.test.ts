import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EngineBench, expectAccounted } from './harness/bench.ts';
import { planOf, sink, source, transform } from './harness/plans.ts';

const RUNS = 40;
const WORDS = ['red', 'green', 'blue', 'grey'] as const;
const NAMES = ['one', 'two', 'three'] as const;
const TARGETS = ['a', 'b', 'c'] as const;

const scene = fc.record({
  words: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: NAMES.length }),
  mode: fc.constantFrom('first', 'all'),
  unmatched: fc.constantFrom('output', 'drop'),
  targets: fc.array(fc.uniqueArray(fc.constantFrom(...TARGETS), { minLength: 1 }), {
    minLength: NAMES.length + 1,
    maxLength: NAMES.length + 1,
  }),
  lines: fc.array(fc.subarray([...WORDS]), { maxLength: 30 }),
});

function expected(
  line: readonly string[],
  words: readonly string[],
  mode: string,
  unmatched: string,
): string[] {
  const matching = words.flatMap((word, i) => (line.includes(word) ? [NAMES[i] ?? ''] : []));
  if (matching.length === 0) return unmatched === 'drop' ? [] : ['unmatched'];
  return mode === 'first' ? matching.slice(0, 1) : matching;
}

it('in = out + dropped at every route, exact at each target [R17]', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ words, mode, unmatched, targets, lines }) => {
      const names = [...NAMES.slice(0, words.length), ...(unmatched === 'drop' ? [] : ['unmatched'])];
      const outputs = Object.fromEntries(names.map((name, i) => [name, [...(targets[i] ?? [])]]));
      const used = [...new Set(Object.values(outputs).flat())];
      const routes = words.map((value, i) => ({
        name: NAMES[i],
        match: { match: 'all', rules: [{ field: 'message', operator: 'contains', value }] },
      }));
      const nodes = [
        source('in'),
        transform('route', 'route', { routes, mode, unmatched }),
        ...used.map((id) => sink(id)),
      ];
      const bench = new EngineBench();
      const plan = planOf(nodes, ['in>route', ...used.map((id) => `route>${id}`)]);
      await bench.engine.deploy({ ...plan, metaInfo: { route: { outputs } } });
      const texts = lines.map((line, i) => `${i} ${line.join(' ')}`);
      if (texts.length > 0) await bench.components.source('in').push(...texts);
      const taken = lines.map((line) => expected(line, words, mode, unmatched));
      for (const id of used) {
        const here = texts.filter((_, i) => taken[i]?.some((name) => outputs[name]?.includes(id)));
        expect(bench.components.sink(id).received).toEqual(here);
        expect(bench.counters(id).eventsIn).toBe(here.length);
      }
      const dropped = taken.filter((names) => names.length === 0).length;
      expect(bench.counters('route')).toMatchObject({
        eventsIn: texts.length,
        eventsOut: texts.length - dropped,
        eventsDropped: dropped,
      });
      expectAccounted(bench.engine.counters());
      await bench.end();
    }),
    { numRuns: RUNS },
  );
}, 300_000);
