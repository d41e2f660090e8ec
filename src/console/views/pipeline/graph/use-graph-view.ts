import { useMemo } from 'react';
import type { GraphView } from '../../../components/widgets/graph/types.ts';
import { buildGraphView, type GraphFacts } from './graph-view.ts';

/** Memoized by each of the facts. */
export function useGraphView(facts: GraphFacts): GraphView {
  const { draft, base, problems, flows, unit, errors, templates, health } = facts;
  return useMemo(
    () => buildGraphView({ draft, base, problems, flows, unit, errors, templates, health }),
    [draft, base, problems, flows, unit, errors, templates, health],
  );
}
