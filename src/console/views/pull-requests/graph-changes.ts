import type { DefinedPipeline } from '../../../contract/calls/exchange.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { comparedGraph, type GraphLike } from '../../../graph/compared-graph.ts';
import { diffVersions } from '../../../graph/version-diff.ts';
import { toVersionChanges } from '../../components/version-changes/changes.ts';
import type { Change } from '../../components/widgets/change-list/types.ts';

type Named = { nodeType: string; name: string };
const keyOf = ({ nodeType, name }: Named): string => `${nodeType} ${name}`;

/** In a text nodes go by their names, so a renamed one is another. */
function toGraph({ nodes }: DefinedPipeline): GraphLike {
  const toIds = (refs: readonly Named[]) => refs.map(keyOf);
  return {
    nodes: Object.fromEntries(nodes.map((node) => [keyOf(node), { ...node, id: keyOf(node) }])),
    edges: Object.fromEntries(nodes.map((node) => [keyOf(node), { nodeIds: toIds(node.to) }])),
    meta: Object.fromEntries(
      nodes.map(({ disabled, notes, outputs, ...node }) => [
        keyOf(node),
        {
          disabled,
          notes,
          ...(outputs && {
            outputs: Object.fromEntries(Object.entries(outputs).map(([name, refs]) => [name, toIds(refs)])),
          }),
        },
      ]),
    ),
  };
}

function listDetailChanges(before: DefinedPipeline, after: DefinedPipeline): Change[] {
  const lines = (['name', 'description'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      label: field === 'name' ? 'Name' : 'Description',
      before: before[field] || undefined,
      after: after[field] || undefined,
    }));
  return lines.length === 0
    ? []
    : [{ key: 'pipeline', kind: 'changed', title: after.name, note: 'pipeline', lines }];
}

/** What a pull request changes in one pipeline, as versions are compared. */
export function listGraphChanges(
  before: DefinedPipeline,
  after: DefinedPipeline,
  templates: readonly Template[],
): Change[] {
  const [from, to] = [comparedGraph(toGraph(before)), comparedGraph(toGraph(after))];
  const diff = diffVersions(from, to);
  return [
    ...listDetailChanges(before, after),
    ...toVersionChanges(diff, { ...from.nodes, ...to.nodes }, templates),
  ];
}
