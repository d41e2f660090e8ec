import {
  type Draft,
  type DraftNode,
  emptyDraft,
  type NodeMeta,
} from '../../../../machines/pipeline-editor/index.ts';
import type { Graph, Pipeline, Version } from '../../../contract/entities/pipeline.ts';

/**
 * The editable part of a graph version. Sources and destinations keep no configuration here: it is theirs,
 * shown from their own record, and so a stored draft never holds a secret.
 */
export function draftFromGraph(
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
    // A version that runs keeps its name; what is made from it is another version.
    versionName: isDraft ? (version?.name ?? '') : '',
    nodes,
    edges: graph.edges,
    meta,
  };
}

/** A pipeline without any saved graph. */
export const draftWithoutGraph = (pipeline: Pick<Pipeline, 'name' | 'description'>): Draft => ({
  ...emptyDraft(pipeline.name),
  description: pipeline.description,
});

/** Under which id counters, errors and samples of a node are kept: stable over saves. */
export const componentIdOf = (draft: Draft, id: string): string => draft.meta[id]?.lineageId ?? id;

/** The node of a component in this draft. */
export const nodeOfComponent = (draft: Draft, componentId: string): DraftNode | undefined =>
  draft.nodes[componentId] ??
  Object.values(draft.nodes).find((node) => componentIdOf(draft, node.id) === componentId);
