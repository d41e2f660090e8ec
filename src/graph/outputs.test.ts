import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duplicate, idsFrom } from './copies.ts';
import { type Draft, isChanged, replaceIds } from './draft.ts';
import {
  addAfter,
  connect,
  connectAll,
  disconnect,
  type Edited,
  insertOnEdge,
  reconnect,
  removeNodes,
  setConfig,
} from './edits.ts';
import {
  openOutput,
  outputKeysOf,
  outputNameRefusal,
  withoutRoute,
  withRoute,
  withRouteNamed,
} from './outputs.ts';
import { edgesOf, line, must, node, routed, routeNode } from './testing.ts';
import { graphProblems } from './validate.ts';

const outputsOf = (draft: Draft, id = 'route') => draft.meta[id]?.outputs;
const configOf = (draft: Draft) => draft.nodes.route?.config ?? {};
const configure = (draft: Draft, config: Record<string, unknown>) => must(setConfig(draft, 'route', config));
const messages = (draft: Draft) => graphProblems(draft).map(({ message }) => message);

describe('named outputs', () => {
  test('a node is connected by the named output, else by the open one', () => {
    const added = configure(routed, withRoute(configOf(routed), 'web'));
    expect(openOutput(added, 'route')).toBe('web');
    expect(outputsOf(must(connect(added, 'route', 'x')))).toEqual({
      errors: ['x'],
      unmatched: ['y'],
      web: ['x'],
    });
    expect(outputsOf(must(connect(routed, 'route', 'x', 'unmatched')))?.unmatched).toEqual(['y', 'x']);
  });

  test('a connection that is there, or an output that is not, is refused by name', () => {
    expect(connect(routed, 'route', 'x', 'errors').error).toBe(
      "'route' and 'x' are connected already by 'errors'",
    );
    expect(connect(routed, 'route', 'x', 'web').error).toBe("'route' has no output 'web'");
  });

  test('one of two connections to the same node can be taken away', () => {
    const twice = must(connect(routed, 'route', 'x', 'unmatched'));
    const once = must(disconnect(twice, 'route', 'x', 'errors'));
    expect(outputsOf(once)).toEqual({ unmatched: ['y', 'x'] });
    expect(edgesOf(once)).toEqual(edgesOf(twice));
  });

  test('what is added, inserted or removed after an output stays on it', () => {
    const added = must(addAfter(routed, 'route', node('b'), { output: 'errors' }));
    expect(outputsOf(added)).toEqual({ errors: ['b'], unmatched: ['y'] });
    expect(edgesOf(added)).toEqual(['b>x', 'route>b', 'route>y', 'source>route']);
    expect(outputsOf(must(removeNodes(added, ['b'])))).toEqual({ errors: ['x'], unmatched: ['y'] });
    expect(outputsOf(must(insertOnEdge(routed, 'route', 'y', node('c'))))).toEqual({
      errors: ['x'],
      unmatched: ['c'],
    });
  });

  test('a route put into a line sends everything on by the output of unmatched events', () => {
    const put = must(insertOnEdge(line, 'a', 'sink', routeNode('route')));
    expect(outputsOf(put)).toEqual({ unmatched: ['sink'] });
    expect(outputsOf(must(addAfter(line, 'a', routeNode('route'))))).toEqual({ unmatched: ['sink'] });
  });

  test('a connection moves to another node on its output, or says why not', () => {
    expect(outputsOf(must(reconnect(routed, 'route', 'x', 'y', 'errors')))).toEqual({
      errors: ['y'],
      unmatched: ['y'],
    });
    expect(edgesOf(must(reconnect(line, 'source', 'a', 'sink')))).toEqual(['a>sink', 'source>sink']);
    expect(reconnect(line, 'source', 'a', 'a').error).toBe("The connection leads to 'a' already");
    expect(reconnect(line, 'a', 'sink', 'source').error).toBe(
      "'source' is a source: nothing can come before it",
    );
  });

  test('renaming keeps the connections, removing drops them, and the order does not count', () => {
    const renamed = configure(routed, withRouteNamed(configOf(routed), 'errors', 'failures'));
    expect(outputsOf(renamed)).toEqual({ failures: ['x'], unmatched: ['y'] });
    const removed = configure(routed, withoutRoute(configOf(routed), 'errors'));
    expect([outputsOf(removed), edgesOf(removed)]).toEqual([
      { unmatched: ['y'] },
      ['route>y', 'source>route'],
    ]);
    const dropping = configure(routed, withoutRoute(configOf(routed), 'unmatched'));
    expect([configOf(dropping).unmatched, outputsOf(dropping)]).toEqual(['drop', { errors: ['x'] }]);
    const two = must(connect(configure(routed, withRoute(configOf(routed), 'web')), 'route', 'y', 'web'));
    const { routes } = configOf(two);
    const turned = configure(two, { ...configOf(two), routes: (routes as unknown[]).toReversed() });
    expect(outputsOf(turned)).toEqual(outputsOf(two));
  });

  test('typing a name that is another one for a moment loses nothing', () => {
    const two = must(connect(configure(routed, withRoute(configOf(routed), 'err')), 'route', 'y', 'err'));
    let now = two;
    const type = (name: string) => {
      const { routes } = configOf(now);
      now = configure(now, {
        ...configOf(now),
        routes: (routes as object[]).map((route, at) => (at === 1 ? { ...route, name } : route)),
      });
    };
    for (const name of ['erro', 'error', 'errors', '', 'e']) type(name);
    expect(outputsOf(now)).toEqual({ errors: ['x'], e: ['y'], unmatched: ['y'] });
  });

  test('an output without target or unique name is a problem of its node', () => {
    const loose = configure(routed, withRoute(configOf(routed), 'web'));
    expect(messages(loose)).toContain("the output 'web' of 'route' leads nowhere");
    expect(messages(configure(routed, withRoute(configOf(routed), 'errors')))).toContain(
      "'route' has the output 'errors' twice",
    );
    expect(messages(configure(routed, withRoute(configOf(routed), '')))).toContain(
      "output 2 of 'route' has no name",
    );
    expect(graphProblems(loose).every(({ nodeId, fix }) => nodeId === 'route' && fix !== '')).toBe(true);
  });

  test('names are checked before they are given', () => {
    expect(outputNameRefusal(configOf(routed), ' ')).toBe('An output needs a name');
    expect(outputNameRefusal(configOf(routed), 'unmatched')).toMatch(/output of all other events/);
    expect(outputNameRefusal(configOf(routed), 'errors')).toBe("There is an output 'errors' already");
    expect(outputNameRefusal(configOf(routed), 'errors', 'errors')).toBeUndefined();
  });

  test('outputs count as a change, go with new ids and with copies', () => {
    const swapped = must(reconnect(routed, 'route', 'x', 'y', 'errors'));
    expect(isChanged(swapped, routed)).toBe(true);
    expect(outputsOf(replaceIds(routed, { x: '2', route: '1' }), '1')).toEqual({
      errors: ['2'],
      unmatched: ['y'],
    });
    expect(duplicate(routed, ['x'], idsFrom(1)).error).toBe("'x' cannot be in one pipeline twice");
  });

  test('branches join at one node', () => {
    const forked = must(addAfter(line, 'source', node('b'), { isBranch: true }));
    expect(edgesOf(forked)).toEqual(['a>sink', 'source>a', 'source>b']);
    expect(edgesOf(must(connectAll(forked, ['a', 'b'], 'sink')))).toContain('b>sink');
    expect(connectAll(line, ['a'], 'sink').error).toBe("All of them lead to 'sink' already");
  });
});

test('whatever is done, the outputs of a node together are its connections [R3-15]', () => {
  const ids = ['source', 'route', 'x', 'y', 'b', 'c'];
  const id = fc.constantFrom(...ids);
  const output = fc.constantFrom('errors', 'web', 'unmatched', undefined);
  const step = fc.oneof(
    fc.record({ do: fc.constant('connect' as const), a: id, b: id, output }),
    fc.record({ do: fc.constant('disconnect' as const), a: id, b: id, output }),
    fc.record({ do: fc.constant('reconnect' as const), a: id, b: id, c: id, output }),
    fc.record({ do: fc.constant('after' as const), a: id, b: fc.constantFrom('b', 'c'), output }),
    fc.record({ do: fc.constant('insert' as const), a: id, b: id, c: fc.constantFrom('b', 'c') }),
    fc.record({ do: fc.constant('remove' as const), a: id }),
    fc.record({ do: fc.constant('routes' as const), names: fc.subarray(['errors', 'web', 'new', '']) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  const apply = (draft: Draft, one: Step): Edited => {
    if (one.do === 'connect') return connect(draft, one.a, one.b, one.output);
    if (one.do === 'disconnect') return disconnect(draft, one.a, one.b, one.output);
    if (one.do === 'reconnect') return reconnect(draft, one.a, one.b, one.c, one.output);
    if (one.do === 'after') return addAfter(draft, one.a, node(one.b), { output: one.output });
    if (one.do === 'insert') return insertOnEdge(draft, one.a, one.b, node(one.c));
    if (one.do === 'remove') return removeNodes(draft, [one.a]);
    return setConfig(draft, 'route', routeNode('route', ...one.names).config);
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let draft = routed;
      for (const one of steps) draft = apply(draft, one).draft ?? draft;
      for (const one of Object.values(draft.nodes)) {
        const keys = outputKeysOf(one);
        const outputs = draft.meta[one.id]?.outputs ?? {};
        const edges = new Set(draft.edges[one.id]?.nodeIds);
        expect(new Set(Object.values(outputs).flat())).toEqual(keys ? edges : new Set());
        for (const key of Object.keys(outputs)) expect(keys).toContain(key);
        for (const to of edges) expect(draft.nodes[to], `${one.id}>${to}`).toBeDefined();
      }
      expect(messages(draft).filter((text) => text.startsWith('cycle'))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
