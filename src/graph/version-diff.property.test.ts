import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NODE_TYPES } from '../contract/enums.ts';
import { countChanges, movedEdges } from './change-counts.ts';
import {
  type ComparedEdge,
  type ComparedGraph,
  type ComparedNode,
  comparedGraph,
  edgeKeyOf,
} from './compared-graph.ts';
import { diffVersions, type FieldChange, isEmptyDiff, type VersionDiff } from './version-diff.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const value = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.array(fc.constantFrom('x', 'y')),
  fc.constant({ all: [] }),
);

const nodeOf = (key: string): fc.Arbitrary<ComparedNode> =>
  fc.record({
    key: fc.constant(key),
    nodeType: fc.constantFrom(...NODE_TYPES),
    name: fc.constantFrom('Filter', 'Parse', key),
    description: fc.constantFrom('', 'says what'),
    templateId: fc.constantFrom('filter', 'sample'),
    config: fc.dictionary(fc.constantFrom('drop', 'fields', 'rate'), value, { noNullPrototype: true }),
    disabled: fc.boolean(),
    notes: fc.constantFrom('', 'why'),
  });

const edgesAmong = (keys: readonly string[]): fc.Arbitrary<ComparedEdge[]> =>
  keys.length === 0
    ? fc.constant([])
    : fc.uniqueArray(
        fc.record({
          from: fc.constantFrom(...keys),
          to: fc.constantFrom(...keys),
          outputs: fc.subarray(['errors', 'rest']),
        }),
        { selector: edgeKeyOf, maxLength: 8 },
      );

const graph: fc.Arbitrary<ComparedGraph> = fc
  .subarray(KEYS)
  .chain((keys) => fc.tuple(fc.tuple(...keys.map(nodeOf)), edgesAmong(keys)))
  .map(([nodes, edges]) => ({
    nodes: Object.fromEntries(nodes.map((node) => [node.key, node])),
    edges: Object.fromEntries(edges.map((edge) => [edgeKeyOf(edge), edge])),
  }));

const kindsOf = ({ nodes, edges }: VersionDiff) =>
  [...nodes, ...edges].map(({ kind, key }) => `${kind} ${key}`).toSorted();
const turned = (kind: string) =>
  kind.replace(/^(added|removed) /, (word) => (word === 'added ' ? 'removed ' : 'added '));

test('a graph does not differ from itself', () => {
  fc.assert(fc.property(graph, (one) => isEmptyDiff(diffVersions(one, structuredClone(one)))));
});

function changedNode(node: ComparedNode, fields: readonly FieldChange[]): ComparedNode {
  const changed = { ...node, config: { ...node.config } };
  for (const change of fields) {
    if (change.field !== 'config') Object.assign(changed, { [change.field]: change.after });
    else if (change.after === undefined) delete changed.config[change.property];
    else changed.config[change.property] = change.after;
  }
  return changed;
}

/** Uses only the listed fields, which proves the list complete. */
function applyDiff(graph: ComparedGraph, diff: VersionDiff): ComparedGraph {
  const nodes = { ...graph.nodes };
  for (const change of diff.nodes) {
    const node = nodes[change.key];
    if (change.kind === 'added') nodes[change.key] = change.after;
    else if (change.kind === 'removed') delete nodes[change.key];
    else if (node) nodes[change.key] = changedNode(node, change.fields);
  }
  const edges = { ...graph.edges };
  for (const change of diff.edges) {
    if (change.kind === 'removed') delete edges[change.key];
    else edges[change.key] = change.after;
  }
  return { nodes, edges };
}

test('what changed, applied to the one version, gives the other', () => {
  fc.assert(
    fc.property(graph, graph, (before, after) => {
      expect(applyDiff(before, diffVersions(before, after))).toEqual(after);
    }),
  );
});

test('the way back has the same changes, turned round', () => {
  fc.assert(
    fc.property(graph, graph, (before, after) => {
      const there = kindsOf(diffVersions(before, after));
      expect(kindsOf(diffVersions(after, before))).toEqual(there.map(turned).toSorted());
    }),
  );
});

test('nothing is counted only where nothing differs but what comes with a node', () => {
  fc.assert(
    fc.property(graph, graph, (before, after) => {
      const diff = diffVersions(before, after);
      const { added, removed, changed, renamed } = countChanges(diff);
      expect(added + removed + changed + renamed).toBe(diff.nodes.length);
      const isUncounted = Object.values(countChanges(diff)).every((count) => count === 0);
      expect(isUncounted).toBe(isEmptyDiff(diff));
    }),
  );
});

test('each change of a connection is a move or stands for itself, never both', () => {
  fc.assert(
    fc.property(graph, graph, (before, after) => {
      const { edges } = diffVersions(before, after);
      const { moved, rest } = movedEdges(edges);
      const told = [...moved.flatMap((move) => [move.before, move.after]), ...rest];
      expect(told.map(({ key }) => key).toSorted()).toEqual(edges.map(({ key }) => key).toSorted());
      for (const move of moved)
        expect(
          move.before.before.from === move.after.after.from || move.before.before.to === move.after.after.to,
        ).toBe(true);
    }),
  );
});

test('other row ids alone are no difference', () => {
  fc.assert(
    fc.property(graph, ({ nodes, edges }) => {
      const stored = (idOf: (key: string) => string) =>
        comparedGraph({
          nodes: Object.fromEntries(
            Object.values(nodes).map((node) => [
              idOf(node.key),
              { ...node, id: idOf(node.key), key: node.key },
            ]),
          ),
          edges: Object.fromEntries(
            KEYS.map((key) => [
              idOf(key),
              {
                nodeIds: Object.values(edges)
                  .filter((edge) => edge.from === key)
                  .map((edge) => idOf(edge.to)),
              },
            ]),
          ),
          meta: {},
        });
      expect(
        isEmptyDiff(
          diffVersions(
            stored((key) => key),
            stored((key) => `1${key}`),
          ),
        ),
      ).toBe(true);
    }),
  );
});
