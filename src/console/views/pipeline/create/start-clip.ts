import type { DefinedPipeline } from '../../../../contract/calls/exchange.ts';
import type { Sink, Source } from '../../../../contract/entities/node.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import type { Clip } from '../../../../graph/copies.ts';
import type { DraftNode, NodeMeta } from '../../../../graph/draft.ts';

export type StartStep = {
  name: string;
  templateId: string;
  description?: string | undefined;
  config: Readonly<Record<string, unknown>>;
};

type Connection = Pick<Source | Sink, 'id' | 'name' | 'templateId' | 'templateName'>;

export type StartChoice = {
  source: Connection | undefined;
  sinks: readonly Connection[];
  body: { kind: 'steps'; steps: readonly StartStep[] } | { kind: 'pipeline'; pipeline: DefinedPipeline };
  templates: readonly Template[];
};

const toPlacedNode = (nodeType: 'SOURCE' | 'SINK', one: Connection): DraftNode => ({
  id: one.id,
  nodeType,
  name: one.name,
  templateId: one.templateId,
  templateName: one.templateName,
  config: {},
});

type Graph = { nodes: DraftNode[]; edges: Record<string, string[]>; meta: Record<string, NodeMeta> };

function buildGraphOfSteps(steps: readonly StartStep[], templates: readonly Template[]): Graph {
  const nodes = steps.map(({ name, templateId, description, config }, index): DraftNode => {
    const template = templates.find((one) => one.nodeType === 'TRANSFORM' && one.id === templateId);
    return {
      id: `step-${index + 1}`,
      nodeType: 'TRANSFORM',
      name,
      ...(description ? { description } : {}),
      templateId,
      templateName: template?.name ?? templateId,
      config: { ...config },
    };
  });
  const edges = Object.fromEntries(nodes.slice(0, -1).map(({ id }, index) => [id, [`step-${index + 2}`]]));
  return { nodes, edges, meta: {} };
}

/** The graph of a definition, without components the site does not have. */
function buildGraphOfPipeline({ nodes }: DefinedPipeline): Graph {
  const makeKey = (one: { nodeType: string; name: string }) => `${one.nodeType} ${one.name}`;
  const ids = new Map<string, string>();
  for (const [index, node] of nodes.entries()) {
    const id = node.nodeType === 'TRANSFORM' ? `step-${index + 1}` : node.id;
    if (id !== '') ids.set(makeKey(node), id);
  }
  const listIds = (refs: DefinedPipeline['nodes'][number]['to']) =>
    refs.flatMap((ref) => ids.get(makeKey(ref)) ?? []);
  const graph: Graph = { nodes: [], edges: {}, meta: {} };
  for (const node of nodes) {
    const id = ids.get(makeKey(node));
    if (id === undefined) continue;
    const { nodeType, name, description, templateId, templateName, config, notes, disabled, outputs } = node;
    const own = nodeType === 'TRANSFORM' ? config : {};
    graph.nodes.push({
      id,
      nodeType,
      name,
      ...(description ? { description } : {}),
      templateId,
      templateName,
      config: own,
    });
    const targets = listIds(node.to);
    if (targets.length > 0) graph.edges[id] = targets;
    const named = Object.entries(outputs ?? {})
      .map(([output, refs]): [string, string[]] => [output, listIds(refs)])
      .filter(([, to]) => to.length > 0);
    const marks: NodeMeta = {
      ...(disabled ? { disabled } : {}),
      ...(notes ? { notes } : {}),
      ...(named.length > 0 ? { outputs: Object.fromEntries(named) } : {}),
    };
    if (Object.keys(marks).length > 0) graph.meta[id] = marks;
  }
  return graph;
}

/** Connects the source to nodes without inputs, and the ends to the destinations. */
function connect(graph: Graph, { source, sinks }: StartChoice): Graph {
  const has = (id: string) => graph.nodes.some((node) => node.id === id);
  const lead = (from: string, to: string) => {
    const targets = graph.edges[from] ?? [];
    if (!targets.includes(to)) graph.edges[from] = [...targets, to];
  };
  const transforms = graph.nodes.filter(({ nodeType }) => nodeType === 'TRANSFORM');
  const reached = new Set(Object.values(graph.edges).flat());
  const starts = transforms.filter(({ id }) => !reached.has(id));
  const ends = transforms.filter(({ id }) => (graph.edges[id] ?? []).length === 0);
  const own = graph.nodes.find(({ nodeType }) => nodeType === 'SOURCE');
  if (source && own && own.id !== source.id) {
    graph.edges[source.id] = graph.edges[own.id] ?? [];
    delete graph.edges[own.id];
    graph.nodes = graph.nodes.filter(({ id }) => id !== own.id);
  }
  const first = source?.id ?? own?.id;
  if (source && !has(source.id)) graph.nodes.unshift(toPlacedNode('SOURCE', source));
  if (first !== undefined) for (const { id } of starts) lead(first, id);
  const last = ends.length > 0 ? ends.map(({ id }) => id) : transforms.length === 0 && first ? [first] : [];
  for (const sink of sinks) {
    if (!has(sink.id)) graph.nodes.push(toPlacedNode('SINK', sink));
    for (const id of last) lead(id, sink.id);
  }
  return graph;
}

export function startClip(choice: StartChoice): Clip {
  const { body, templates } = choice;
  const graph =
    body.kind === 'steps' ? buildGraphOfSteps(body.steps, templates) : buildGraphOfPipeline(body.pipeline);
  return connect(graph, choice);
}

/** Names of components that the site does not have. */
export const listMissingNames = ({ nodes }: DefinedPipeline): string[] =>
  nodes.filter(({ nodeType, id }) => nodeType !== 'TRANSFORM' && id === '').map(({ name }) => name);
