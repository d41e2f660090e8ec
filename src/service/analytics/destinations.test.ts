import { expect, test } from 'vitest';
import { computeSavedPerSink, type Ways } from './destinations.ts';
import { createFigures } from './figures.ts';

/**
 * Paths such as `source>filter filter>a,b`. Uppercase nodes have named outputs; `a` and `b` are destinations.
 */
const waysOf = (text: string): Ways => {
  const next = new Map(
    text.split(' ').map((one): [string, string[]] => {
      const [from = '', to = ''] = one.split('>');
      return [from, to.split(',')];
    }),
  );
  const parting = [...next.keys()].filter((id) => id === id.toUpperCase());
  const sinkIds = ['a', 'b'].filter((id) => [...next.values()].flat().includes(id));
  const edges = Object.fromEntries([...next].map(([from, nodeIds]) => [from, { nodeIds }]));
  return { sourceId: 'source', sinkIds, edges, parting: new Set(parting) };
};

/** Events in and out of each node, at 100 bytes each; the rest waits. */
const passed = (nodes: Record<string, [number, number]>) =>
  new Map(
    Object.entries(nodes).map(([id, [events_in, events_out]]) => {
      const waiting = ['a', 'b'].includes(id) ? events_in - events_out : 0;
      const bytes = {
        bytes_in: events_in * 100,
        bytes_out: events_out * 100,
        bytes_waiting: waiting * 100,
        events_waiting: waiting,
      };
      return [id, { ...createFigures(), events_in, events_out, ...bytes }];
    }),
  );
const saved = (ways: string, nodes: Record<string, [number, number]>) =>
  Object.fromEntries(computeSavedPerSink(waysOf(ways), passed(nodes), 'EVENTS_BYTES'));

const SPLIT_LAST = 'source>filter filter>a,b';

test('savings before a final split are counted for each destination [R7-07]', () => {
  const nodes = { source: [100, 100], filter: [100, 25], a: [25, 25], b: [25, 25] } as const;
  expect(saved(SPLIT_LAST, { ...nodes } as never)).toEqual({ a: 75, b: 75 });
});

test('a branch adds what it saves itself [R7-07]', () => {
  const found = saved('source>filter filter>sample,b sample>a', {
    source: [100, 100],
    filter: [100, 50],
    sample: [50, 5],
    a: [5, 5],
    b: [50, 50],
  });
  expect(found).toEqual({ a: 95, b: 50 });
});

test('what a route sends elsewhere is no saving [R7-07]', () => {
  const found = saved('source>filter filter>ROUTE ROUTE>a,sample sample>b', {
    source: [200, 200],
    filter: [200, 100],
    ROUTE: [100, 100],
    a: [80, 80],
    sample: [20, 10],
    b: [10, 10],
  });
  // Of the source's 200, 160 were for one, 40 for the other.
  expect(found).toEqual({ a: 50, b: 75 });
});

test('joined route outputs count whole, and copies once [R7-07]', () => {
  const merged = { source: [100, 100], ROUTE: [100, 100], left: [60, 30], right: [40, 20] } as never;
  const both = { ...(merged as object), join: [50, 50], a: [50, 50] } as never;
  expect(saved('source>ROUTE ROUTE>left,right left>join right>join join>a', both)).toEqual({ a: 50 });
  const twice = { source: [100, 100], left: [100, 100], right: [100, 100], a: [200, 200] } as never;
  expect(saved('source>left,right left>a right>a', twice)).toEqual({ a: -100 });
});

test('what waits will be delivered and is no saving [R7-07]', () => {
  const nodes = (a: [number, number]) => ({ source: [100, 100], filter: [100, 25], a, b: [25, 25] }) as never;
  expect(saved(SPLIT_LAST, nodes([25, 0]))).toEqual({ a: 75, b: 75 });
  expect(saved(SPLIT_LAST, nodes([25, 5]))).toEqual({ a: 75, b: 75 });
  // The backlog is delivered with the rest.
  expect(saved(SPLIT_LAST, nodes([25, 125]))).toEqual({ a: 75, b: 75 });
});

test('everything dropped is all saved; without intent nothing is known [R7-07]', () => {
  const dropped = { source: [100, 100], filter: [100, 0], a: [0, 0], b: [0, 0] } as never;
  expect(saved(SPLIT_LAST, dropped)).toEqual({ a: 100, b: 100 });
  const one = { source: [100, 100], ROUTE: [100, 100], a: [100, 100], b: [0, 0] } as never;
  expect(saved('source>ROUTE ROUTE>a,b', one)).toEqual({ a: 0, b: null });
});
