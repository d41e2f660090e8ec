import type { Template } from '../../../contract/entities/template.ts';
import { movedEdges, ownEdgeChanges } from '../../../graph/change-counts.ts';
import { type ComparedEdge, type ComparedNode, edgeKeyOf } from '../../../graph/compared-graph.ts';
import { sameData } from '../../../graph/draft.ts';
import type { EdgeChange, NodeChange, VersionDiff } from '../../../graph/version-diff.ts';
import { edgeOf } from '../../../graph/version-diff.ts';
import { getTemplateIcon } from '../template-icon.ts';
import type { Change, ChangeLine } from '../widgets/change-list/types.ts';
import { formatValue, indexProperties, toChangeLine } from './field-lines.ts';

type Named = (key: string) => string;

const KIND_NAMES = { SOURCE: 'source', SINK: 'destination', TRANSFORM: 'transform' } as const;
const KIND_ORDER = { changed: 0, added: 1, removed: 2 } as const;

/** The non-default configuration and the edges of an added or removed node. */
function listWholeLines(
  node: ComparedNode,
  edges: readonly ComparedEdge[],
  template: Template | undefined,
  nameOf: Named,
): { label: string; text: string }[] {
  const properties = indexProperties(template);
  const config = Object.entries(node.config)
    .filter(([name, value]) => !sameData(value, properties.get(name)?.default))
    .map(([name, value]) => {
      const property = properties.get(name);
      return { label: property?.label ?? name, text: formatValue(value, property) };
    })
    .filter(({ text }) => text !== '');
  const ends = (label: string, keys: string[]) =>
    keys.length > 0 ? [{ label, text: keys.map(nameOf).join('\n') }] : [];
  return [
    ...ends(
      'Receives from',
      edges.filter(({ to }) => to === node.key).map(({ from }) => from),
    ),
    ...ends(
      'Leads to',
      edges.filter(({ from }) => from === node.key).map(({ to }) => to),
    ),
    ...config,
  ];
}

function toNodeChange(
  change: NodeChange,
  diff: VersionDiff,
  templates: readonly Template[],
  nameOf: Named,
): Change {
  const node = change.kind === 'removed' ? change.before : change.after;
  const template = templates.find(({ id }) => id === node.templateId);
  const edges = diff.edges.filter(({ kind }) => kind === change.kind).map(edgeOf);
  const lines: ChangeLine[] =
    change.kind === 'changed'
      ? change.fields.map((field) => toChangeLine(field, indexProperties(template)))
      : listWholeLines(node, edges, template, nameOf).map(({ label, text }) => ({
          label,
          before: change.kind === 'removed' ? text : undefined,
          after: change.kind === 'added' ? text : undefined,
        }));
  return {
    key: change.key,
    kind: change.kind,
    title: node.name,
    note: node.nodeType === 'TRANSFORM' ? (template?.name ?? 'transform') : KIND_NAMES[node.nodeType],
    icon: getTemplateIcon(node.templateId, node.nodeType),
    lines,
  };
}

const formatOutputs = ({ outputs }: ComparedEdge): string | undefined =>
  outputs.length > 0 ? outputs.join(', ') : undefined;

function toEdgeChange(change: EdgeChange, nameOf: Named): Change {
  const edge = edgeOf(change);
  return {
    key: change.key,
    kind: change.kind,
    title: `${nameOf(edge.from)} → ${nameOf(edge.to)}`,
    note: 'connection',
    lines:
      change.kind === 'changed'
        ? [{ label: 'Output', before: formatOutputs(change.before), after: formatOutputs(change.after) }]
        : [],
  };
}

/**
 * Edges of an added or removed node are listed with it.
 * @param nodes nodes of both versions by key
 */
export function toVersionChanges(
  diff: VersionDiff,
  nodes: Readonly<Record<string, { name: string }>>,
  templates: readonly Template[],
): Change[] {
  const nameOf: Named = (key) => nodes[key]?.name ?? key;
  const text = (edge: ComparedEdge) => `${nameOf(edge.from)} → ${nameOf(edge.to)}`;
  const { moved, rest } = movedEdges(ownEdgeChanges(diff));
  return [
    ...diff.nodes
      .map((change) => toNodeChange(change, diff, templates, nameOf))
      .toSorted((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind]),
    ...moved.map(
      ({ before, after }): Change => ({
        key: edgeKeyOf(after.after),
        kind: 'changed',
        title: text(after.after),
        note: 'moved connection',
        lines: [{ label: 'Connection', before: text(before.before), after: text(after.after) }],
      }),
    ),
    ...rest.map((change) => toEdgeChange(change, nameOf)),
  ];
}
