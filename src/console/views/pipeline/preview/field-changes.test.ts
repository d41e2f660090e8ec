import { expect, test } from 'vitest';
import type { Draft } from '../../../../graph/draft.ts';
import { STARTING_POINTS } from '../../../../service/starting-points/index.ts';
import { createExampleSample, findStartingPoint } from './example-events.ts';
import { dropWhere, formatFieldPath, listEventFields } from './field-changes.ts';
import { findPlaceRefusal, toChangeEvent } from './place-change.ts';

const draft: Draft = {
  name: 'p',
  description: '',
  versionName: '',
  nodes: Object.fromEntries(
    (['s SOURCE tcp', 't TRANSFORM parse_json', 'r TRANSFORM route', 'd SINK file', 'e SINK file'] as const)
      .map((text) => text.split(' ') as [string, 'SOURCE' | 'TRANSFORM' | 'SINK', string])
      .map(([id, nodeType, templateId]) => [id, { id, nodeType, name: id, templateId, config: {} }]),
  ),
  edges: { s: { nodeIds: ['t'] }, t: { nodeIds: ['d', 'r'] }, r: { nodeIds: ['e'] } },
  meta: {},
};
const catalogue = {
  templates: [
    {
      id: 'filter',
      nodeType: 'TRANSFORM' as const,
      name: 'Filter',
      version: '1.0.0',
      category: 'FUNCTION' as const,
      group: 'Functions',
      description: '',
      icon: 'filter',
      warnings: [],
    },
  ],
  sources: [],
  sinks: [],
  siteVersion: '1.0.0',
  isWhole: true,
};

test('every field has a path its forms understand, dots included', () => {
  expect(listEventFields('{"a":{"b.c":1,"d":null},"e\\\\":"x","f":[true],"":2}')).toEqual([
    { path: 'a', value: undefined },
    { path: 'a.b\\.c', value: '1' },
    { path: 'a.d', value: undefined },
    { path: 'e\\\\', value: 'x' },
    { path: 'f', value: undefined },
  ]);
  expect(formatFieldPath(['a', 'b.c'])).toBe('a.b\\.c');
  expect(listEventFields('a line of text')).toEqual([]);
});

test('a change goes after the node shown, before a destination', () => {
  const change = dropWhere('level', 'debug');
  const placed = (id: string) => toChangeEvent(change, draft, id, catalogue);
  expect(placed('t')).toMatchObject({
    type: 'graph.node.add',
    afterId: 't',
    node: { config: change.config },
  });
  expect(placed('d')).toMatchObject({ type: 'graph.node.insert', fromId: 't', toId: 'd' });
  expect(findPlaceRefusal(draft, 'r')).toMatch(/named outputs/);
  const merged = { ...draft, edges: { ...draft.edges, s: { nodeIds: ['t', 'e'] } } };
  expect(findPlaceRefusal(merged, 'e')).toMatch(/Several nodes lead to 'e'/);
});

test('a pipeline from a starting point offers its events, also later', () => {
  for (const point of STARTING_POINTS) {
    const steps = point.transforms.slice(Math.floor(point.transforms.length / 2));
    const nodes = Object.fromEntries(
      steps.map(({ name, templateId }) => [
        name,
        { id: name, nodeType: 'TRANSFORM' as const, name, templateId, config: {} },
      ]),
    );
    expect(findStartingPoint({ nodes }, STARTING_POINTS)).toBe(point);
    expect(createExampleSample(point).events).toBe(point.sample);
  }
  expect(findStartingPoint(draft, STARTING_POINTS)).toBeUndefined();
});
