import type { Graph, Pipeline, Version } from '../../../../contract/entities/pipeline.ts';
import { type Draft, type DraftNode, emptyDraft, type NodeMeta } from '../../../../graph/draft.ts';

/**
 * The editable part of a graph version. Sources and destinations keep their configuration in their own
 * record, so a stored draft never contains their secrets.
 */
export function toDraft(
  pipeline: Pick<Pipeline, 'name' | 'description' | 'deployedGraphVersion'>,
  graph: Graph,
  version: Pick<Version, 'version' | 'name'> | undefined,
): Draft {
  const nodes: Record<string, DraftNode> = {};
  const meta: Record<string, NodeMeta> = {};
  for (const node of Object.values(graph.nodes)) {
    const isTransform = node.nodeType === 'TRANSFORM';
    nodes[node.id] = {
      id: node.id,
      nodeType: node.nodeType,
      name: node.name,
      ...(node.description ? { description: node.description } : {}),
      templateId: node.templateId,
      templateName: node.templateName,
      config: isTransform ? node.config : {},
    };
    const { disabled, notes, outputs } = graph.metaInfo[node.id] ?? {};
    meta[node.id] = {
      ...(disabled ? { disabled } : {}),
      ...(notes ? { notes } : {}),
      ...(outputs ? { outputs } : {}),
      ...(isTransform ? { lineageId: node.componentId } : {}),
    };
  }
  const isDraft = graph.version > pipeline.deployedGraphVersion;
  return {
    name: pipeline.name,
    description: pipeline.description,
    // A deployed version keeps its name; an edit of it becomes a new version.
    versionName: isDraft ? (version?.name ?? '') : '',
    nodes,
    edges: graph.edges,
    meta,
  };
}

export const createDraftWithoutGraph = (pipeline: Pick<Pipeline, 'name' | 'description'>): Draft => ({
  ...emptyDraft(pipeline.name),
  description: pipeline.description,
});

export const getComponentId = (draft: Draft, id: string): string => draft.meta[id]?.lineageId ?? id;

export const findNodeOfComponent = (draft: Draft, componentId: string): DraftNode | undefined =>
  draft.nodes[componentId] ??
  Object.values(draft.nodes).find((node) => getComponentId(draft, node.id) === componentId);
