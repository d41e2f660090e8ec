import type { GraphInput } from '../../contract/entities/pipeline.ts';
import type { NodeType } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { GRAPH_MAX_NODES } from '../../contract/limits.ts';

/** What is known of a node that a graph names. */
export type KnownNode = {
  id: string;
  nodeType: NodeType;
  name: string;
  fault?: string | undefined;
  /** Of a node whose events leave by named outputs: their names. */
  outputs?: readonly string[] | undefined;
};

export type GraphToCheck = Pick<GraphInput, 'edges' | 'metaInfo'>;

const fail = (rule: string, field: string, reason: string): never => {
  throw new ContractError('GRAPH_INVALID', `Pipeline graph is invalid! ${reason}`, {
    details: [{ field, rule, message: reason }],
  });
};

const targetsOf = (graph: GraphToCheck, id: string): string[] => graph.edges[id]?.nodeIds ?? [];

/** Ids of all nodes of a graph: keys and targets of its edges. */
export function nodeIdsOf(graph: GraphToCheck): string[] {
  const ids = new Set(Object.keys(graph.edges));
  for (const { nodeIds } of Object.values(graph.edges)) for (const id of nodeIds) ids.add(id);
  return [...ids];
}

/** Nodes that can be reached from `start` along `next`. */
function reach(start: string[], next: (id: string) => string[]): Set<string> {
  const seen = new Set(start);
  const queue = [...start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const target of next(id)) {
      if (seen.has(target)) continue;
      seen.add(target);
      queue.push(target);
    }
  }
  return seen;
}

/** The first node that lies on a cycle, by removing what nothing leads to. */
function nodeOnCycle(graph: GraphToCheck, ids: string[]): string | undefined {
  const incoming = new Map(ids.map((id) => [id, 0]));
  for (const id of ids) for (const to of targetsOf(graph, id)) incoming.set(to, (incoming.get(to) ?? 0) + 1);
  const free = ids.filter((id) => incoming.get(id) === 0);
  const left = new Set(ids);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const to of targetsOf(graph, id)) {
      const count = (incoming.get(to) ?? 0) - 1;
      incoming.set(to, count);
      if (count === 0) free.push(to);
    }
  }
  // What hangs behind a cycle is left too: the node to name is one that leads back to itself.
  return [...left].find((id) => reach(targetsOf(graph, id), (one) => targetsOf(graph, one)).has(id));
}

function checkNodes(ids: string[], known: ReadonlyMap<string, KnownNode>): void {
  if (ids.length > GRAPH_MAX_NODES)
    fail('max_nodes', 'edges', `A graph holds at most ${GRAPH_MAX_NODES} nodes`);
  for (const id of ids) {
    const node = known.get(id);
    const what = isId(id, 'transform') ? 'transform' : 'source or destination';
    if (!node) fail('unknown_node', `edges.${id}`, `There is no ${what} with the id ${id}`);
    else if (node.fault) fail('unusable_node', `edges.${id}`, node.fault);
  }
}

function checkEdges(graph: GraphToCheck, ids: string[], nodeOf: (id: string) => KnownNode): void {
  for (const id of ids) {
    const node = nodeOf(id);
    const targets = targetsOf(graph, id);
    const repeated = targets.find((target, index) => targets.indexOf(target) !== index);
    if (repeated)
      fail('repeated_edge', `edges.${id}`, `'${node.name}' leads to '${nodeOf(repeated).name}' twice`);
    if (node.nodeType === 'SINK' && targets.length > 0) {
      fail('sink_has_output', `edges.${id}`, `The destination '${node.name}' cannot lead to another node`);
    }
    const source = targets.find((target) => nodeOf(target).nodeType === 'SOURCE');
    if (source) fail('source_has_input', `edges.${id}`, `'${node.name}' cannot lead to the source`);
  }
}

function checkMetaInfo(
  graph: GraphToCheck,
  ids: ReadonlySet<string>,
  nodeOf: (id: string) => KnownNode,
): void {
  for (const [id, meta] of Object.entries(graph.metaInfo)) {
    if (!ids.has(id))
      fail('unknown_node', `metaInfo.${id}`, `metaInfo names ${id}, which is not in the graph`);
    if (meta.disabled && nodeOf(id).nodeType === 'SOURCE') {
      fail('source_disabled', `metaInfo.${id}.disabled`, 'The source cannot be disabled; pause the pipeline');
    }
    if (!meta.outputs) continue;
    const named = new Set(Object.values(meta.outputs).flat());
    const targets = new Set(targetsOf(graph, id));
    if (named.size !== targets.size || [...named].some((target) => !targets.has(target))) {
      const reason = `The outputs of '${nodeOf(id).name}' do not name the nodes its edges lead to`;
      fail('outputs_union', `metaInfo.${id}.outputs`, reason);
    }
  }
}

/** The outputs of the graph are those of the node's configuration, and each leads somewhere. */
function checkOutputs(graph: GraphToCheck, nodes: readonly KnownNode[]): void {
  for (const { id, name, outputs: declared = [] } of nodes) {
    const given = graph.metaInfo[id]?.outputs ?? {};
    const field = `metaInfo.${id}.outputs`;
    const unknown = Object.keys(given).find((output) => !declared.includes(output));
    if (unknown !== undefined) fail('unknown_output', field, `'${name}' has no output '${unknown}'`);
    const loose = declared.find((output) => !Object.hasOwn(given, output) || given[output]?.length === 0);
    if (loose !== undefined) fail('loose_output', field, `The output '${loose}' of '${name}' leads nowhere`);
  }
}

function checkNames(nodes: KnownNode[]): void {
  const seen = new Set<string>();
  for (const node of nodes) {
    if (node.nodeType !== 'TRANSFORM') continue;
    if (seen.has(node.name)) {
      const message = 'Transform name already exists';
      throw new ContractError('NAME_TAKEN', message, {
        details: [{ field: `edges.${node.id}`, rule: 'unique', message: `${message}: '${node.name}'` }],
      });
    }
    seen.add(node.name);
  }
}

/**
 * Everything a graph must hold before it is saved (R5-17 … R5-22): one source, a destination, no cycle,
 * no node that events cannot reach or leave.
 * @param known nodes by id; a `fault` says why one cannot be used.
 * @throws ContractError GRAPH_INVALID or NAME_TAKEN, naming the node.
 */
export function checkGraph(graph: GraphToCheck, known: ReadonlyMap<string, KnownNode>): void {
  const ids = nodeIdsOf(graph);
  checkNodes(ids, known);
  const nodes = ids.flatMap((id) => known.get(id) ?? []);
  const nodeOf = (id: string): KnownNode => known.get(id) ?? { id, nodeType: 'TRANSFORM', name: id };
  const sources = nodes.filter((node) => node.nodeType === 'SOURCE');
  const sinks = nodes.filter((node) => node.nodeType === 'SINK');
  const [source, second] = sources;
  if (!source) fail('no_source', 'edges', 'It has no source; add one');
  if (second) fail('several_sources', `edges.${second.id}`, `It has more than one source ('${second.name}')`);
  if (sinks.length === 0) fail('no_sink', 'edges', 'It has no destination; add one and connect it');
  checkEdges(graph, ids, nodeOf);
  const looped = nodeOnCycle(graph, ids);
  if (looped) fail('cycle', `edges.${looped}`, `'${nodeOf(looped).name}' leads back to itself`);
  const reached = reach(source ? [source.id] : [], (id) => targetsOf(graph, id));
  const lost = ids.find((id) => !reached.has(id));
  if (lost)
    fail('unreachable', `edges.${lost}`, `No events reach '${nodeOf(lost).name}'; connect it to the source`);
  const deadEnd = ids.find((id) => nodeOf(id).nodeType !== 'SINK' && targetsOf(graph, id).length === 0);
  if (deadEnd)
    fail(
      'dead_end',
      `edges.${deadEnd}`,
      `'${nodeOf(deadEnd).name}' leads to no destination; connect it to one or remove it`,
    );
  checkMetaInfo(graph, new Set(ids), nodeOf);
  checkOutputs(graph, nodes);
  checkNames(nodes);
}
