import { expect, test } from 'vitest';
import { savedPerSink, type Ways } from './destinations.ts';
import { emptyFigures } from './figures.ts';

/** Ways of `source>filter filter>a,b`; nodes in capitals have named outputs; `a` and `b` are destinations. */
const waysOf = (text: string): Ways => {
  const next = new Map(
    text.split(' ').map((one): [string, string[]] => {
      const [from = '', to = ''] = one.split('>');
      return [from, to.split(',')];
    }),
  );
  const parting = [...next.keys()].filter((id) => id === id.toUpperCase());
  const sinkIds = ['a', 'b'].filter((id) => [...next.values()].flat().includes(id));
  return { sourceId: 'source', sinkIds, next, parting: new Set(parting) };
};

/** Events of 100 bytes that came in and went out of each node. */
const passed = (nodes: Record<string, [number, number]>) =>
  new Map(
    Object.entries(nodes).map(([id, [events_in, events_out]]) => {
      const bytes = { bytes_in: events_in * 100, bytes_out: events_out * 100 };
      return [id, { ...emptyFigures(), events_in, events_out, ...bytes }];
    }),
  );
const saved = (ways: string, nodes: Record<string, [number, number]>) =>
  Object.fromEntries(savedPerSink(waysOf(ways), passed(nodes), 'EVENTS_BYTES'));

const SPLIT_LAST = 'source>filter filter>a,b';

test('R7-07 what was saved before a split that is the last step is saved for each destination', () => {
  const nodes = { source: [100, 100], filter: [100, 25], a: [25, 25], b: [25, 25] } as const;
  expect(saved(SPLIT_LAST, { ...nodes } as never)).toEqual({ a: 75, b: 75 });
});

test('R7-07 a branch adds what it saves itself', () => {
  const found = saved('source>filter filter>sample,b sample>a', {
    source: [100, 100],
    filter: [100, 50],
    sample: [50, 5],
    a: [5, 5],
    b: [50, 50],
  });
  expect(found).toEqual({ a: 95, b: 50 });
});

test('R7-07 what a route sends elsewhere is no saving', () => {
  const found = saved('source>filter filter>ROUTE ROUTE>a,sample sample>b', {
    source: [200, 200],
    filter: [200, 100],
    ROUTE: [100, 100],
    a: [80, 80],
    sample: [20, 10],
    b: [10, 10],
  });
  // 160 of the source's 200 were meant for one, 40 for the other.
  expect(found).toEqual({ a: 50, b: 75 });
});

test('R7-07 what the outputs of a route bring together again counts whole, and copies count once', () => {
  const merged = { source: [100, 100], ROUTE: [100, 100], left: [60, 30], right: [40, 20] } as never;
  const both = { ...(merged as object), join: [50, 50], a: [50, 50] } as never;
  expect(saved('source>ROUTE ROUTE>left,right left>join right>join join>a', both)).toEqual({ a: 50 });
  const twice = { source: [100, 100], left: [100, 100], right: [100, 100], a: [200, 200] } as never;
  expect(saved('source>left,right left>a right>a', twice)).toEqual({ a: -100 });
});

test('R7-07 nothing delivered is not all saved; what is still in a buffer is no saving', () => {
  const nodes = (a: [number, number]) => ({ source: [100, 100], filter: [100, 25], a, b: [25, 25] }) as never;
  expect(saved(SPLIT_LAST, nodes([25, 0]))).toEqual({ a: null, b: 75 });
  expect(saved(SPLIT_LAST, nodes([25, 5]))).toEqual({ a: 75, b: 75 });
  // What had waited is delivered with the rest.
  expect(saved(SPLIT_LAST, nodes([25, 125]))).toEqual({ a: 75, b: 75 });
});

test('R7-07 all is saved where all is dropped on the way, and nothing is known where nothing was meant', () => {
  const dropped = { source: [100, 100], filter: [100, 0], a: [0, 0], b: [0, 0] } as never;
  expect(saved(SPLIT_LAST, dropped)).toEqual({ a: 100, b: 100 });
  const one = { source: [100, 100], ROUTE: [100, 100], a: [100, 100], b: [0, 0] } as never;
  expect(saved('source>ROUTE ROUTE>a,b', one)).toEqual({ a: 0, b: null });
});
