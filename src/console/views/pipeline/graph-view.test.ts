import { expect, test } from 'vitest';
import { graphProblems, withRoute } from '../../../../machines/pipeline-editor/index.ts';
import { routed } from '../../../../machines/pipeline-editor/testing.ts';
import { graphView } from './graph-view.ts';

/** What the card of the route says once its second output has this name. */
function saidWithOutput(name: string): string | undefined {
  const { route, ...others } = routed.nodes;
  if (!route) throw new Error('the draft has no route');
  const draft = {
    ...routed,
    nodes: { ...others, route: { ...route, config: withRoute(route.config, name) } },
  };
  const facts = { base: undefined, flows: new Map(), unit: 'events' as const, errors: [], templates: [] };
  const { nodes } = graphView({ draft, problems: graphProblems(draft), ...facts });
  return nodes.find(({ id }) => id === 'route')?.problem;
}

test.each([
  ['errors', 'Output name twice'],
  ['', 'Unnamed output'],
  ['web', 'Loose output'],
])('R5-18 a route with a second output "%s" says on its card what is wrong: %s', (name, said) => {
  expect(saidWithOutput(name)).toBe(said);
});
