import { useMemo } from 'react';
import type { GraphView } from '../../widgets/graph/types.ts';
import { type GraphFacts, graphView } from './graph-view.ts';

/** What the graph draws; the same object for as long as each of the facts is the same. */
export function useGraphView(facts: GraphFacts): GraphView {
  const { draft, base, problems, flows, unit, errors, templates, health } = facts;
  return useMemo(
    () => graphView({ draft, base, problems, flows, unit, errors, templates, health }),
    [draft, base, problems, flows, unit, errors, templates, health],
  );
}
