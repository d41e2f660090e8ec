import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { GraphView } from '../types.ts';
import { createBranchingGraph } from './testing-graph.ts';
import { usePlan } from './use-plan.ts';

afterEach(() => vi.unstubAllGlobals());

const viewOf = (count: number): GraphView => {
  const { ids, edges } = createBranchingGraph(count);
  return {
    nodes: ids.map((id) => ({ id, title: id, kind: 'transform', typeLabel: 'Filter', icon: 'filter' })),
    edges,
  };
};

it('the worker of a large graph starts before it is drawn', () => {
  const started = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        started();
      }
    },
  );
  const Probe = ({ count }: { count: number }) => {
    usePlan(viewOf(count));
    return String(started.mock.calls.length);
  };
  expect(renderToString(createElement(Probe, { count: 60 }))).toBe('0');
  expect(renderToString(createElement(Probe, { count: 120 }))).toBe('1');
});
