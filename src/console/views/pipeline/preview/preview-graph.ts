import type { PreviewGraph, PreviewSample } from '../../../../../machines/preview/index.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([id, value]) => [id, map(value)]));

/** Sources and destinations use their stored configuration. */
export const toPreviewGraph = (draft: Draft): PreviewGraph => ({
  nodes: mapValues(draft.nodes, ({ nodeType, name, templateId, config }) => ({
    nodeType,
    name,
    templateId,
    config,
  })),
  edges: draft.edges,
  metaInfo: mapValues(draft.meta, ({ disabled, outputs }) => ({
    ...(disabled ? { disabled } : {}),
    ...(outputs ? { outputs: mapValues(outputs, (ids) => [...ids]) } : {}),
  })),
  components: Object.fromEntries(Object.keys(draft.nodes).map((id) => [id, getComponentId(draft, id)])),
});

/** Limit in characters for fetching the results of all nodes at once. */
const RESULTS_MAX = 8_000_000;

/**
 * Requests results of all nodes when they are small, so that changing the node needs no new run; else only of
 * the shown node.
 */
export function listUpstreamGraph(
  graph: PreviewGraph,
  sample: Pick<PreviewSample, 'events'> | undefined,
  nodeId: string | undefined,
): PreviewGraph {
  const length = (sample?.events ?? []).reduce((sum, text) => sum + text.length, 0);
  const isMuch = 2 * length * Object.keys(graph.nodes).length > RESULTS_MAX;
  return isMuch && nodeId !== undefined ? { ...graph, listed: nodeId } : graph;
}

/** The node after which a component's events enter; undefined is the source. */
export function findStartNode(graph: PreviewGraph, componentId: string): string | undefined {
  if (componentId === '') return undefined;
  const [found] = Object.entries(graph.components).find(([, component]) => component === componentId) ?? [];
  if (found !== undefined) return found;
  throw new Error('The node these events left is not in this graph.');
}

/** True for the node whose output the sample is. */
export const isStartOf = (
  graph: PreviewGraph,
  { startComponentId }: Pick<PreviewSample, 'startComponentId'>,
  nodeId: string,
): boolean =>
  startComponentId !== '' &&
  graph.components[nodeId] === startComponentId &&
  graph.nodes[nodeId]?.nodeType !== 'SOURCE';
