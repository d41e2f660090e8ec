import type { Draft } from '../../../../../machines/pipeline-editor/index.ts';
import type { PreviewGraph, PreviewSample } from '../../../../../machines/preview/index.ts';
import { componentIdOf } from '../draft-from-graph.ts';

const mapped = <From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([id, value]) => [id, map(value)]));

/** A draft as a preview runs it. Sources and destinations keep their own stored configuration. */
export const previewGraph = (draft: Draft): PreviewGraph => ({
  nodes: mapped(draft.nodes, ({ nodeType, name, templateId, config }) => ({
    nodeType,
    name,
    templateId,
    config,
  })),
  edges: draft.edges,
  metaInfo: mapped(draft.meta, ({ disabled, outputs }) => ({
    ...(disabled ? { disabled } : {}),
    ...(outputs ? { outputs: mapped(outputs, (ids) => [...ids]) } : {}),
  })),
  components: Object.fromEntries(Object.keys(draft.nodes).map((id) => [id, componentIdOf(draft, id)])),
});

/** Characters of results that are fetched of all nodes at once: before and after, at each of them. */
const RESULTS_MAX = 8_000_000;

/**
 * The graph as it is run for this sample: with all results where they are few, so that going from node to node
 * needs no other run, else with those of the node in sight.
 */
export function listedGraph(
  graph: PreviewGraph,
  sample: Pick<PreviewSample, 'events'> | undefined,
  nodeId: string | undefined,
): PreviewGraph {
  const length = (sample?.events ?? []).reduce((sum, text) => sum + text.length, 0);
  const isMuch = 2 * length * Object.keys(graph.nodes).length > RESULTS_MAX;
  return isMuch && nodeId !== undefined ? { ...graph, listed: nodeId } : graph;
}

/** The node that events of a component enter after; undefined is the source. */
export function startNodeOf(graph: PreviewGraph, componentId: string): string | undefined {
  if (componentId === '') return undefined;
  const [found] = Object.entries(graph.components).find(([, component]) => component === componentId) ?? [];
  if (found !== undefined) return found;
  throw new Error('The node these events left is not in this graph.');
}

/** True for the node whose output the sample is; the source passes on what comes in. */
export const isStartOf = (
  graph: PreviewGraph,
  { startComponentId }: Pick<PreviewSample, 'startComponentId'>,
  nodeId: string,
): boolean =>
  startComponentId !== '' &&
  graph.components[nodeId] === startComponentId &&
  graph.nodes[nodeId]?.nodeType !== 'SOURCE';
