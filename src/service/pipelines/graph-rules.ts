import type { GraphInput } from '../../contract/entities/pipeline.ts';
import { ContractError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { GRAPH_MAX_NODES } from '../../contract/limits.ts';
import type { DraftNode } from '../../graph/draft.ts';
import { type DraftProblem, graphProblems, graphRefusal, type ProblemRule } from '../../graph/validate.ts';

/** A node named by a graph; `fault`: why it cannot be used. */
export type KnownNode = Pick<DraftNode, 'id' | 'nodeType' | 'name' | 'templateId' | 'config'> & {
  fault?: string | undefined;
};

export type GraphToCheck = Pick<GraphInput, 'edges' | 'metaInfo'>;

const refuse = (rule: string, field: string, reason: string): never => {
  throw new ContractError('GRAPH_INVALID', `Pipeline graph is invalid! ${reason}`, {
    details: [{ field, rule, message: reason }],
  });
};

/** Keys and targets of the edges. */
export function nodeIdsOf(graph: GraphToCheck): string[] {
  const ids = new Set(Object.keys(graph.edges));
  for (const { nodeIds } of Object.values(graph.edges)) for (const id of nodeIds) ids.add(id);
  return [...ids];
}

function readNodes(graph: GraphToCheck, known: ReadonlyMap<string, KnownNode>): DraftNode[] {
  const ids = nodeIdsOf(graph);
  if (ids.length > GRAPH_MAX_NODES)
    refuse('max_nodes', 'edges', `A graph holds at most ${GRAPH_MAX_NODES} nodes`);
  const nodes = ids.map((id): DraftNode => {
    const node = known.get(id);
    const what = isId(id, 'transform') ? 'transform' : 'source or destination';
    if (!node) return refuse('unknown_node', `edges.${id}`, `There is no ${what} with the id ${id}`);
    const { fault, ...rest } = node;
    return fault === undefined ? rest : refuse('unusable_node', `edges.${id}`, fault);
  });
  const stray = Object.keys(graph.metaInfo).find((id) => !ids.includes(id));
  if (stray !== undefined)
    refuse('unknown_node', `metaInfo.${stray}`, `metaInfo names ${stray}, which is not in the graph`);
  return nodes;
}

const IN_OUTPUTS: readonly ProblemRule[] = ['loose_output', 'unknown_output', 'outputs_union'];

function fieldOf({ rule, nodeId }: DraftProblem): string {
  if (nodeId === undefined) return 'edges';
  if (IN_OUTPUTS.includes(rule)) return `metaInfo.${nodeId}.outputs`;
  return rule === 'source_disabled' ? `metaInfo.${nodeId}.disabled` : `edges.${nodeId}`;
}

/**
 * All rules before saving: named nodes exist, and `src/graph` accepts it.
 * @throws ContractError GRAPH_INVALID or NAME_TAKEN, naming the node
 */
export function checkGraph(graph: GraphToCheck, known: ReadonlyMap<string, KnownNode>): void {
  const nodes = Object.fromEntries(readNodes(graph, known).map((node) => [node.id, node]));
  const [problem] = graphProblems({ nodes, edges: graph.edges, meta: graph.metaInfo });
  if (!problem) return;
  const { rule, nodeId = '', message, fix } = problem;
  const isNameTaken = rule === 'name_taken';
  const detail = isNameTaken
    ? { rule: 'unique', message: `${message}: '${nodes[nodeId]?.name}'` }
    : { rule, message: `${message}. ${fix}` };
  throw new ContractError(
    isNameTaken ? 'NAME_TAKEN' : 'GRAPH_INVALID',
    isNameTaken ? message : graphRefusal(problem),
    { details: [{ field: fieldOf(problem), ...detail }] },
  );
}
