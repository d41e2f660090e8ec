import { type Draft, emptyDraft } from '../../graph/draft.ts';
import { readText } from '../exchange/exchange.ts';
import { formatKey, type NodeDefinition, type PipelineDefinition, type Ref } from '../exchange/model.ts';
import type { Services } from '../services.ts';
import { toPipelineText } from './stored.ts';

const toIds = (refs: readonly Ref[]): string[] => refs.map(formatKey);

/** A pipeline's graph in its file. Nodes go by type and name, so a renamed one is another. */
export async function readGraphText(services: Services, text: string): Promise<Draft> {
  const { definition } = await readText(services, text, true);
  const [placed] = definition.pipelines;
  const draft = emptyDraft(placed?.what.name);
  if (!placed) return draft;
  draft.description = placed.what.description;
  for (const node of placed.what.nodes) {
    const { nodeType, name, notes, disabled, to, outputs, own } = node;
    const id = formatKey(node);
    const { type = '', description = '', config = {} } = own ?? {};
    draft.nodes[id] = { id, nodeType, name, description, templateId: type, config };
    draft.edges[id] = { nodeIds: toIds(to) };
    const named = Object.entries(outputs ?? {}).map(([output, refs]) => [output, toIds(refs)]);
    draft.meta[id] = { disabled, notes, ...(outputs ? { outputs: Object.fromEntries(named) } : {}) };
  }
  return draft;
}

function toDefinition({ name, description, nodes, edges, meta }: Draft): PipelineDefinition {
  const toRefs = (ids: readonly string[]): Ref[] =>
    ids.flatMap((id) => {
      const node = nodes[id];
      return node && node.nodeType !== 'SOURCE' ? [{ nodeType: node.nodeType, name: node.name }] : [];
    });
  const toNode = (id: string): NodeDefinition[] => {
    const node = nodes[id];
    if (!node) return [];
    const { nodeType, name: nodeName, description: text = '', templateId, config } = node;
    const { notes = '', disabled = false, outputs } = meta[id] ?? {};
    const named = Object.entries(outputs ?? {}).map(([output, ids]) => [output, toRefs(ids)]);
    return [
      {
        nodeType,
        name: nodeName,
        notes,
        disabled,
        to: toRefs(edges[id]?.nodeIds ?? []),
        ...(outputs ? { outputs: Object.fromEntries(named) } : {}),
        ...(nodeType === 'TRANSFORM' ? { own: { type: templateId, description: text, config } } : {}),
      },
    ];
  };
  return { name, description, nodes: Object.keys(nodes).flatMap(toNode) };
}

export const writeGraphText = (services: Services, draft: Draft): Promise<string> =>
  toPipelineText(services, toDefinition(draft));
