import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { GraphView } from '../types.ts';
import { createBranchingGraph } from './testing-graph.ts';
import { usePlan } from './use-plan.ts';

afterEach(() => vi.unstubAllGlobals());

it('the worker of a large graph starts before it is drawn, and before d3-dag', () => {
  const started = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        started();
      }
      addEventListener = () => undefined;
      postMessage = () => undefined;
    },
  );
  const { ids, edges } = createBranchingGraph(120);
  const view: GraphView = {
    nodes: ids.map((id) => ({ id, title: id, kind: 'transform', typeLabel: 'Filter', icon: 'filter' })),
    edges,
  };
  const Probe = () => {
    usePlan(view);
    expect(started).toHaveBeenCalledOnce();
    return null;
  };
  renderToString(createElement(Probe));
});
