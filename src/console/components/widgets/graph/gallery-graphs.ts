import { createBranchingGraph } from './layout/testing-graph.ts';
import type { GraphDiff, GraphEdgeView, GraphNodeView, GraphView } from './types.ts';

const node = (id: string, title: string, more: Partial<GraphNodeView> = {}): GraphNodeView => ({
  id,
  title,
  kind: 'transform',
  typeLabel: 'Filter',
  icon: 'filter',
  throughput: { value: '12.3', unit: 'MB/s' },
  change: -31,
  spark: [3, 5, 4, 6, 7, 5, 8],
  ...more,
});

const source = (id: string, title: string, more: Partial<GraphNodeView> = {}) =>
  node(id, title, { kind: 'source', typeLabel: 'Source, HTTP', icon: 'globe', change: undefined, ...more });
const sink = (id: string, title: string, more: Partial<GraphNodeView> = {}) =>
  node(id, title, {
    kind: 'sink',
    typeLabel: 'Destination, File',
    icon: 'fileOutput',
    change: undefined,
    ...more,
  });

export const PIPELINE: GraphView = {
  nodes: [source('s', 'web'), node('f', 'Drop debug'), sink('a', 'Archive'), sink('b', 'Alerts')],
  edges: [
    { from: 's', to: 'f', share: 1 },
    { from: 'f', to: 'a', share: 0.6 },
    { from: 'f', to: 'b', share: 0.1 },
  ],
};

export const ONE: GraphView = { nodes: [source('s', 'web')], edges: [] };

const BETWEEN = ['Parse JSON', 'Drop debug', 'Redact addresses'];
const WAY = ['web', ...BETWEEN, 'Archive'];
export const IN_A_ROW: GraphView = {
  nodes: [source('web', 'web'), ...BETWEEN.map((title) => node(title, title)), sink('Archive', 'Archive')],
  edges: WAY.slice(1).map((to, at) => ({ from: WAY[at] ?? '', to, share: 1 - at / 5 })),
};

const quiet = { throughput: undefined, change: undefined, spark: undefined };

export const ALL_STATES: GraphView = {
  nodes: [
    source('s', 'web'),
    node('e', 'With errors', {
      errors: { count: 12, level: 'err' },
      health: { label: 'Failing', shape: 'octagon', tone: 'err' },
    }),
    node('w', 'With warnings', {
      errors: { count: 3, level: 'warn' },
      health: { label: 'Falling behind', shape: 'rolledBack', tone: 'warn' },
    }),
    node('d', 'Disabled', { disabled: true }),
    node('n', 'Proposed', { state: 'new', ...quiet }),
    node('c', 'Edited', { state: 'changed', errors: { count: 1, level: 'err' } }),
    node('u', 'Left alone', { problem: 'Unconnected', ...quiet }),
    sink('a', 'A destination whose name is far too long for a card'),
  ],
  edges: ['e', 'w', 'd', 'n', 'c'].flatMap((id): GraphEdgeView[] => [
    { from: 's', to: id, share: 0.2 },
    { from: id, to: 'a', share: 0.15, rate: { value: '2.4', unit: 'MB/s' } },
  ]),
};

export const ROUTES: GraphView = {
  nodes: [
    source('s', 'k8s-audit-eu', { throughput: { value: '511.2', unit: 'MB/s' } }),
    node('p', 'Parse audit JSON', {
      typeLabel: 'Parse JSON',
      icon: 'braces',
      throughputIn: { value: '511.2', unit: 'MB/s' },
      throughput: { value: '503.5', unit: 'MB/s' },
      change: -1.5,
    }),
    node('f', 'Drop health probes', {
      throughputIn: { value: '503.5', unit: 'MB/s' },
      throughput: { value: '332.6', unit: 'MB/s' },
    }),
    node('t', 'Trim bulk fields', {
      typeLabel: 'Remove fields',
      icon: 'scissors',
      throughputIn: { value: '332', unit: 'MB/s' },
      throughput: { value: '146', unit: 'MB/s' },
      change: -54,
    }),
    node('x', 'Select failures', { throughput: { value: '20.4', unit: 'MB/s' }, change: -4.7 }),
    node('y', 'Redact tokens', {
      typeLabel: 'Set fields',
      throughput: { value: '0.3', unit: 'MB/s' },
      change: 2.4,
    }),
    sink('a', 'splunk-prod', { throughput: { value: '112.9', unit: 'MB/s' } }),
    sink('b', 's3-audit-lake', {
      throughput: { value: '54.0', unit: 'MB/s' },
      errors: { count: 1, level: 'err' },
    }),
  ],
  edges: [
    { from: 's', to: 'p', share: 1 },
    { from: 'p', to: 'f', share: 0.9, output: 'kept' },
    { from: 'p', to: 'x', share: 0.05, output: 'failures' },
    { from: 'p', to: 'y', share: 0.02, output: 'tokens' },
    { from: 'f', to: 't', share: 0.65 },
    { from: 't', to: 'a', share: 0.25 },
    { from: 't', to: 'b', share: 0.06, rate: { value: '33.6', unit: 'MB/s' } },
    { from: 'x', to: 'b', share: 0.05, rate: { value: '20.4', unit: 'MB/s' } },
    { from: 'y', to: 'b', share: 0.02, rate: { value: '0.3', unit: 'MB/s' } },
  ],
};

export const COMPARED: GraphView & { diff: GraphDiff } = {
  nodes: [
    source('s', 'web', quiet),
    node('p', 'Parse', { typeLabel: 'Parse JSON', icon: 'braces', ...quiet }),
    node('o', 'Keep errors', quiet),
    node('n', 'Drop debug', quiet),
    node('t', 'Trim', { typeLabel: 'Remove fields', icon: 'scissors', ...quiet }),
    sink('a', 'Archive', quiet),
  ],
  edges: [
    { from: 's', to: 'p' },
    { from: 'p', to: 'o' },
    { from: 'p', to: 'n' },
    { from: 'o', to: 't' },
    { from: 'n', to: 't' },
    { from: 't', to: 'a' },
  ],
  diff: {
    nodes: { o: 'removed', n: 'added', t: 'changed' },
    edges: { 'p>o': 'removed', 'o>t': 'removed', 'p>n': 'added', 'n>t': 'added' },
  },
};

const STEPS = ['Parse', 'Filter', 'Redact', 'Enrich', 'Sample', 'Rename', 'Route'];

/** A graph of `count` nodes with about 6 edges per 5 nodes. */
export function createLargeGraph(count: number): GraphView {
  const { ids, edges } = createBranchingGraph(count);
  const leads = Map.groupBy(edges, (edge) => edge.from);
  const shares = new Map([['n0', 1]]);
  const views = edges.map((edge): GraphEdgeView => {
    const share = (shares.get(edge.from) ?? 0) / (leads.get(edge.from)?.length ?? 1);
    shares.set(edge.to, (shares.get(edge.to) ?? 0) + share);
    return { ...edge, share };
  });
  return {
    nodes: ids.map((id, index) => {
      if (index === 0) return source(id, 'ingest');
      if (!leads.has(id)) return sink(id, `Destination ${index}`);
      const errors = index % 37 === 0 ? { count: (index % 7) + 1, level: 'err' as const } : undefined;
      return node(id, `${STEPS[index % STEPS.length]} ${index}`, { errors, change: -(index % 60) });
    }),
    edges: views,
  };
}
