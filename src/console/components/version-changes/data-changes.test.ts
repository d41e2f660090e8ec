import { describe, expect, test } from 'vitest';
import type { EventDiff, NodeDataDiff } from '../../../graph/data-diff.ts';
import { toDataChanges } from './data-changes.ts';

const figures = { eventsIn: 3, eventsOut: 3, bytesOut: 90, errors: 0 };
const nodes = { sink: { name: 'Archive', nodeType: 'SINK' } } as const;
const linesOf = (event: EventDiff, over: Partial<NodeDataDiff> = {}) =>
  toDataChanges([{ key: 'sink', before: figures, after: figures, events: [event], ...over }], nodes)[0]
    ?.lines;

describe('the data difference of two versions', () => {
  test('names the fields of an event that differ, and only those', () => {
    const before = ['{"level":"debug","user":{"id":7,"name":"ann"},"took":12}'];
    const after = ['{"level":"info","user":{"id":7},"host":"a1","took":12}'];
    expect(linesOf({ index: 2, before, after })).toEqual([
      { label: 'Event 3, level', before: '"debug"', after: '"info"' },
      { label: 'Event 3, user.name', before: '"ann"', after: undefined },
      { label: 'Event 3, host', before: undefined, after: '"a1"' },
    ]);
  });

  test('reads a raw line as its field message', () => {
    const lines = linesOf({ index: 0, before: ['up 1'], after: ['{"state":"up"}'] });
    expect(lines?.map(({ label }) => label)).toEqual(['Event 1, message', 'Event 1, state']);
  });

  test('shows two raw lines, several events, and a dropped one as texts', () => {
    expect(linesOf({ index: 0, before: ['a b'], after: ['a c'] })).toEqual([
      { label: 'Event 1', before: 'a b', after: 'a c' },
    ]);
    expect(linesOf({ index: 0, before: ['a', 'b'], after: [] })).toEqual([
      { label: 'Event 1', before: 'a\nb', after: 'nothing left this node' },
    ]);
  });

  test('says how many fields more there are', () => {
    const fields = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`f${i}`, i]));
    const lines = linesOf({ index: 0, before: ['{}'], after: [JSON.stringify(fields)] });
    expect(lines).toHaveLength(9);
    expect(lines?.at(-1)?.label).toBe('Event 1, and 3 more fields');
  });

  test('shows what leaves a node that only one version has', () => {
    const added = linesOf({ index: 0, before: [], after: ['{"a":1}'] }, { before: undefined });
    expect(added?.at(-1)).toEqual({ label: 'Event 1', before: undefined, after: '{"a":1}' });
  });
});
