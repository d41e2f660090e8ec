import type { Template } from '../../contract/entities/template.ts';
import type { NodeType } from '../../contract/enums.ts';
import type { Draft, DraftNode } from '../../graph/draft.ts';
import { outputsTo, outputTitle } from '../../graph/outputs.ts';
import { getTemplateIcon } from './template-icon.ts';
import type { GraphNodeKind, GraphNodeView } from './widgets/graph/types.ts';

const KINDS: Record<NodeType, GraphNodeKind> = { SOURCE: 'source', TRANSFORM: 'transform', SINK: 'sink' };
const WORDS: Record<NodeType, string> = { SOURCE: 'Source', TRANSFORM: '', SINK: 'Destination' };

type PlainNode = Pick<GraphNodeView, 'id' | 'title' | 'kind' | 'typeLabel' | 'icon'>;

export function describeNode(node: DraftNode, templates: readonly Template[]): PlainNode {
  const typeName = node.templateName || templates.find((one) => one.id === node.templateId)?.name;
  return {
    id: node.id,
    title: node.name,
    kind: KINDS[node.nodeType],
    // A deleted one has no type.
    typeLabel: [WORDS[node.nodeType], typeName ?? node.templateId].filter(Boolean).join(', '),
    icon: getTemplateIcon(node.templateId, node.nodeType),
  };
}

/** Named outputs between two nodes; undefined without any. */
export function describeOutput(draft: Draft, from: string, to: string): string | undefined {
  const named = outputsTo(draft, from, to).map(outputTitle);
  return named.length > 0 ? named.join(', ') : undefined;
}

/** Edges whose ends both exist. */
export const listDrawnEdges = ({ nodes, edges }: Draft): { from: string; to: string }[] =>
  Object.entries(edges).flatMap(([from, { nodeIds }]) =>
    nodeIds.filter((to) => nodes[from] && nodes[to]).map((to) => ({ from, to })),
  );
