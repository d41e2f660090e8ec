import { expect, test } from 'vitest';
import { withRoute } from '../../../../graph/outputs.ts';
import { routed } from '../../../../graph/testing.ts';
import { graphProblems } from '../../../../graph/validate.ts';
import { buildGraphView } from './graph-view.ts';

function saidWithOutput(name: string): string | undefined {
  const { route, ...others } = routed.nodes;
  if (!route) throw new Error('the draft has no route');
  const draft = {
    ...routed,
    nodes: { ...others, route: { ...route, config: withRoute(route.config, name) } },
  };
  const facts = { base: undefined, flows: new Map(), unit: 'events' as const, errors: [], templates: [] };
  const { nodes } = buildGraphView({ draft, problems: graphProblems(draft), ...facts });
  return nodes.find(({ id }) => id === 'route')?.problem;
}

test.each([
  ['errors', 'Duplicate output name'],
  ['', 'Unnamed output'],
  ['web', 'Unconnected output'],
])('a route with a second output "%s" says what is wrong: %s [R5-18]', (name, said) => {
  expect(saidWithOutput(name)).toBe(said);
});
