import type { Edges } from '../graph/walk.ts';
import { Components } from './components.ts';
import { type Parts, writeConfiguration } from './configuration.ts';
import type { NodeMeters } from './meters.ts';
import {
  type Naming,
  type NodeRefusal,
  type RenderedGraph,
  type RenderedNode,
  Renderer,
  type Rendering,
} from './render.ts';
import { type TapTarget, toTapExporter } from './tap.ts';

/** `pause` takes nothing in and sends what waits; `bypass` sends everything to every destination. */
export type SiteMode = 'run' | 'pause' | 'bypass';

/** Component ids use `componentId`, which is stable across names and versions. */
export type SiteNode = RenderedNode & { readonly componentId: string };
export type SiteGraph = Omit<RenderedGraph, 'nodes'> & {
  readonly pipelineId: string;
  readonly mode: SiteMode;
  readonly nodes: readonly SiteNode[];
};

export type SiteRefusal = NodeRefusal & { pipelineId: string; pipelineName: string };

export type SiteRendering = {
  /** YAML; null with refusals. Runs even without pipelines. */
  content: string | null;
  refusals: SiteRefusal[];
  notes: Rendering['notes'];
  variables: Rendering['variables'];
  meters: SiteMeters;
};

/** Counters of each node, by pipeline. */
export type SiteMeters = Readonly<
  Record<string, readonly (NodeMeters & Pick<SiteNode, 'componentId' | 'nodeType'>)[]>
>;

/** Adds the reason of failures: items left at shutdown are kept, yet counted as failed. */
const DETAILED = { metrics: { level: 'detailed' } };

/** For a pipeline when none runs. */
const NOTHING = { type: 'nop', settings: {} };

/** Connects each source to every destination, like an engine. */
function bypass(graph: SiteGraph): SiteGraph {
  const nodes = graph.nodes.filter(({ nodeType }) => nodeType !== 'TRANSFORM');
  const sinks = nodes.filter(({ nodeType }) => nodeType === 'SINK').map(({ id }) => id);
  const sources = nodes.filter(({ nodeType }) => nodeType === 'SOURCE');
  const edges: Edges = Object.fromEntries(sources.map(({ id }) => [id, { nodeIds: sinks }]));
  return { ...graph, nodes, edges };
}

const toNaming = ({ pipelineId, nodes }: SiteGraph): Naming => {
  const ids = new Map(nodes.map(({ id, componentId }) => [id, componentId]));
  const findKey = ({ id }: RenderedNode): string => ids.get(id) ?? id;
  return {
    receiver: findKey,
    component: (node) => `${pipelineId}-${findKey(node)}`,
    way: (_from, to) => `${pipelineId}-${findKey(to)}`,
    countsApart: true,
  };
};

/** Two nodes must not read one variable: their secrets differ. */
function findSharedVariables(
  graphs: readonly SiteGraph[],
  variables: readonly Rendering['variables'][],
): SiteRefusal[] {
  const owners = new Map<string, string>();
  const names = new Map<string, string>();
  return graphs.flatMap((graph, at) =>
    (variables[at] ?? []).flatMap(({ name, nodeId }) => {
      const node = graph.nodes.find(({ id }) => id === nodeId);
      const owner = owners.get(name);
      if (!node || owner === undefined || owner === node.componentId) {
        owners.set(name, node?.componentId ?? '');
        names.set(name, node?.name ?? '');
        return [];
      }
      return [
        {
          ...{ pipelineId: graph.pipelineId, pipelineName: graph.name, nodeId, name: node.name },
          reason: `Its secret and that of '${names.get(name)}' would be the same variable ${name} of the Collectors`,
          resolution: 'Rename one of the two',
        },
      ];
    }),
  );
}

/**
 * One configuration for all pipelines of a site. Receivers are shared, so that a source reads once;
 * processors and exporters belong to one pipeline, to count and wait separately.
 * @param tap also sends a node's output to the service
 */
export function renderSite(
  graphs: readonly SiteGraph[],
  tap?: TapTarget & { pipelineId: string },
): SiteRendering {
  const parts: Parts = { components: new Components(), pipelines: {} };
  const rendered = graphs.map((graph) => {
    const shown = graph.mode === 'bypass' ? bypass(graph) : graph;
    const tapped =
      tap?.pipelineId === graph.pipelineId &&
      shown.nodes.find(({ componentId }) => componentId === tap.componentId);
    const nodeTap = tapped ? { nodeId: tapped.id, exporter: toTapExporter(tap) } : undefined;
    const renderer = new Renderer(shown, parts, toNaming(graph), nodeTap);
    return graph.mode === 'pause'
      ? renderer.renderPaused(parts.components.add('receivers', NOTHING, 'nothing'))
      : renderer.render();
  });
  if (Object.keys(parts.pipelines).length === 0)
    parts.pipelines['logs/nothing'] = {
      receivers: [parts.components.add('receivers', NOTHING, 'nothing')],
      exporters: [parts.components.add('exporters', NOTHING, 'nowhere')],
    };
  const refusals = graphs.flatMap((graph, at): SiteRefusal[] =>
    (rendered[at]?.refusals ?? []).map((one) => ({
      ...{ pipelineId: graph.pipelineId, pipelineName: graph.name, ...one },
    })),
  );
  refusals.push(
    ...findSharedVariables(
      graphs,
      rendered.map(({ variables }) => variables),
    ),
  );
  const unique = new Map(rendered.flatMap(({ variables }) => variables).map((one) => [one.name, one]));
  return {
    content: refusals.length === 0 ? writeConfiguration(parts, DETAILED) : null,
    refusals,
    notes: rendered.flatMap(({ notes }) => notes),
    variables: [...unique.values()],
    meters: Object.fromEntries(
      graphs.map(({ pipelineId, nodes }, at) => [
        pipelineId,
        (rendered[at]?.meters ?? []).flatMap((one) => {
          const node = nodes.find(({ id }) => id === one.nodeId);
          return node ? [{ ...one, componentId: node.componentId, nodeType: node.nodeType }] : [];
        }),
      ]),
    ),
  };
}
