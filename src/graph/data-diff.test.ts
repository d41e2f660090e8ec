import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PreviewNode, PreviewOutcome } from '../contract/calls/preview.ts';
import { diffRuns, type Run } from './data-diff.ts';

const nodeOf = (left: readonly (readonly string[])[]): PreviewNode => ({
  eventsIn: left.length,
  eventsOut: left.flat().length,
  eventsDropped: left.filter((texts) => texts.length === 0).length,
  errors: 0,
  bytesIn: 10 * left.length,
  bytesOut: left.flat().join('').length,
  percentOptimized: null,
  results: left.map((after, index) => ({ index, status: 'MODIFIED', before: 'x', after: [...after] })),
});

const runOf = (nodes: Record<string, PreviewNode>, keys: Record<string, string> = {}): Run => ({
  outcome: { nodes, total: {} as PreviewOutcome['total'], elapsedMilliseconds: 1 },
  keys: new Map(Object.entries(keys)),
});

const texts = fc.array(fc.array(fc.constantFrom('a', 'b', 'cc'), { maxLength: 2 }), { maxLength: 6 });

test('equal events are no difference, whatever the row ids', () => {
  fc.assert(
    fc.property(texts, (left) => {
      const before = runOf({ first: nodeOf(left) }, { first: 'key' });
      const after = runOf({ second: nodeOf(left) }, { second: 'key' });
      expect(diffRuns(before, after)).toEqual([]);
    }),
  );
});

test('each event that leaves differently appears once, before and now', () => {
  fc.assert(
    fc.property(texts, texts, (was, is) => {
      const [diff] = diffRuns(runOf({ a: nodeOf(was) }), runOf({ a: nodeOf(is) }));
      const told = new Map(diff?.events.map((event) => [event.index, event]));
      for (let index = 0; index < Math.max(was.length, is.length); index += 1) {
        const [before, after] = [was[index] ?? [], is[index] ?? []];
        const differs = JSON.stringify(before) !== JSON.stringify(after);
        expect(told.has(index)).toBe(differs);
        if (differs) expect(told.get(index)).toEqual({ index, before, after });
      }
    }),
  );
});

test('a node missing in one version shows figures of the other', () => {
  const [diff] = diffRuns(runOf({}), runOf({ sink: nodeOf([['a'], []]) }));
  expect(diff).toMatchObject({ key: 'sink', before: undefined, after: { eventsIn: 2, eventsOut: 1 } });
  expect(diff?.events).toEqual([{ index: 0, before: [], after: ['a'] }]);
});
