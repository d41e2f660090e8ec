import type { NodeType } from '../contract/enums.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH, VERSION_NAME_MAX_LENGTH } from '../contract/limits.ts';
import { nameTextProblem } from '../contract/names.ts';
import { listRouteNames } from '../contract/route-outputs.ts';
import type { Draft, DraftNode, FormProblem, NodeMeta } from './draft.ts';
import { isUnnamed, outputKeysOf, outputTitle, targetsOf } from './outputs.ts';
import { type Edges, findCycle, reachableFrom, successorsOf } from './walk.ts';

export type ProblemRule = GraphRule | 'details' | 'name' | 'name_taken' | 'form' | 'refused' | 'engine';

/** Connection rules shared by editor, service and engine. */
export type GraphRule =
  | 'no_source'
  | 'several_sources'
  | 'no_sink'
  | 'all_sinks_disabled'
  | 'source_disabled'
  | 'unknown_node'
  | 'sink_has_output'
  | 'source_has_input'
  | 'repeated_edge'
  | 'cycle'
  | 'unconnected'
  | 'unreachable'
  | 'dead_end'
  | 'loose_output'
  | 'unknown_output'
  | 'outputs_union'
  | 'output_unnamed'
  | 'output_twice';

/** What the rules read; a `Draft` fits. */
export type PipelineGraph = {
  readonly nodes: Readonly<Record<string, DraftNode>>;
  readonly edges: Edges;
  readonly meta: Readonly<Record<string, Pick<NodeMeta, 'disabled' | 'outputs'>>>;
};

/** Marks nodes, explains disabled commands and leads to the next problem. */
export type DraftProblem = {
  rule: ProblemRule;
  nodeId?: string;
  field?: string;
  message: string;
  fix: string;
};

const UNCONNECTED: readonly ProblemRule[] = ['unconnected', 'unreachable', 'dead_end', 'unknown_node'];

export const isUnconnected = ({ rule }: DraftProblem): boolean => UNCONNECTED.includes(rule);

/** One text for refused saves and deploys. */
export const graphRefusal = ({ message, fix }: DraftProblem): string =>
  `Pipeline graph is invalid! ${message}. ${fix}`;
export const NAME_REQUIRED = 'Pipeline name is required';
export const NAME_TAKEN = 'Pipeline name already exists';
export const TRANSFORM_NAME_TAKEN = 'Transform name already exists';

/** Names are compared trimmed and case-sensitive. */
export function detailProblems(draft: Draft, takenNames: readonly string[] = []): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const name = draft.name.trim();
  const add = (field: string, message: string, fix: string) =>
    problems.push({ rule: 'details', field, message, fix });
  if (name === '') add('name', NAME_REQUIRED, 'Type a name');
  else if (takenNames.some((taken) => taken.trim() === name)) add('name', NAME_TAKEN, 'Choose another name');
  if (name.length > NAME_MAX_LENGTH) {
    add('name', `Pipeline name must be at most ${NAME_MAX_LENGTH} characters`, 'Shorten the name');
  }
  const nameText = nameTextProblem('Pipeline name', name);
  if (nameText) add('name', nameText, 'Type the name again');
  if (draft.description.length > DESCRIPTION_MAX_LENGTH) {
    add('description', `Description must be at most ${DESCRIPTION_MAX_LENGTH} characters`, 'Shorten it');
  }
  if (draft.versionName.length > VERSION_NAME_MAX_LENGTH) {
    add('versionName', `Version name must be at most ${VERSION_NAME_MAX_LENGTH} characters`, 'Shorten it');
  }
  const versionText = nameTextProblem('Version name', draft.versionName);
  if (versionText) add('versionName', versionText, 'Type the name again');
  return problems;
}

function checkEnds({ nodes, meta }: PipelineGraph): DraftProblem[] {
  const ofType = (nodeType: NodeType) => Object.values(nodes).filter((node) => node.nodeType === nodeType);
  const [sources, sinks] = [ofType('SOURCE'), ofType('SINK')];
  const problems: DraftProblem[] = [];
  if (sources.length === 0) problems.push({ rule: 'no_source', message: 'no source', fix: 'Add a source' });
  for (const extra of sources.slice(1)) {
    problems.push({
      rule: 'several_sources',
      nodeId: extra.id,
      message: `more than one source: '${extra.name}'`,
      fix: `Remove '${extra.name}'`,
    });
  }
  if (sinks.length === 0)
    problems.push({ rule: 'no_sink', message: 'no destination', fix: 'Add a destination' });
  else if (sinks.every((sink) => meta[sink.id]?.disabled)) {
    problems.push({
      rule: 'all_sinks_disabled',
      nodeId: sinks[0]?.id ?? '',
      message: 'no destination: every one is disabled',
      fix: 'Enable a destination',
    });
  }
  for (const { id, name } of sources.filter((source) => meta[source.id]?.disabled)) {
    problems.push({
      rule: 'source_disabled',
      nodeId: id,
      message: `the source '${name}' is disabled`,
      fix: 'Enable it; to stop it, pause the pipeline',
    });
  }
  return problems;
}

/** Edges to unknown nodes, from a destination, to a source, or duplicate. */
function checkEdges({ nodes, edges }: PipelineGraph): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const add = (rule: GraphRule, nodeId: string, message: string, fix: string) =>
    problems.push({ rule, nodeId, message, fix });
  const findNode = (id: string) => (Object.hasOwn(nodes, id) ? nodes[id] : undefined);
  const entered = new Set<string>();
  for (const [from, { nodeIds }] of Object.entries(edges)) {
    for (const id of nodeIds.length > 0 ? [from, ...nodeIds] : []) {
      if (!findNode(id))
        add('unknown_node', id, `a connection leads to a missing node (${id})`, 'Remove the connection');
    }
    for (const id of nodeIds) {
      const target = findNode(id);
      if (target?.nodeType !== 'SOURCE' || entered.has(id)) continue;
      entered.add(id);
      const message = `'${target.name}' is a source but has nodes before it`;
      add('source_has_input', id, message, 'Disconnect them');
    }
    const node = findNode(from);
    if (node?.nodeType === 'SINK' && nodeIds.length > 0) {
      const message = `'${node.name}' is a destination but has nodes after it`;
      add('sink_has_output', from, message, 'Disconnect them');
    }
    const twice = nodeIds.find((id, index) => nodeIds.indexOf(id) !== index);
    if (twice !== undefined) {
      const message = `'${node?.name ?? from}' leads to '${findNode(twice)?.name ?? twice}' twice`;
      add('repeated_edge', from, message, 'Remove one of the two connections');
    }
  }
  return problems;
}

function checkCycle(graph: PipelineGraph): DraftProblem[] {
  const cycle = findCycle(graph, Object.keys(graph.nodes));
  if (!cycle) return [];
  const names = [...cycle, cycle[0] ?? ''].map((id) => graph.nodes[id]?.name ?? id).join(' → ');
  return [
    { rule: 'cycle', nodeId: cycle[0], message: `cycle: ${names}`, fix: 'Remove one of these connections' },
  ];
}

/** Receives no events, or leads nowhere. */
function checkConnected(
  graph: PipelineGraph,
  node: DraftNode,
  reached: ReadonlySet<string>,
  withPredecessor: ReadonlySet<string>,
): DraftProblem[] {
  const hasAfter = successorsOf(graph, node.id).length > 0;
  const at = (rule: GraphRule, message: string, fix: string): DraftProblem[] => [
    { rule, nodeId: node.id, message, fix },
  ];
  if (!hasAfter && !withPredecessor.has(node.id))
    return at('unconnected', `'${node.name}' is not connected`, 'Connect it or remove it');
  if (node.nodeType === 'SOURCE') return [];
  if (!reached.has(node.id)) {
    return at('unreachable', `'${node.name}' cannot be reached from the source`, 'Connect a node before it');
  }
  if (node.nodeType === 'TRANSFORM' && !hasAfter) {
    const fix = 'Connect it to a destination or remove it';
    return at('dead_end', `'${node.name}' leads to no destination`, fix);
  }
  return [];
}

export const formProblem = (node: DraftNode, { field, message }: FormProblem): DraftProblem => ({
  rule: 'form',
  nodeId: node.id,
  field: `config.${field}`,
  message: `'${node.name}': ${message}`,
  fix: 'Correct the field in the form of the node',
});

/** A disabled node needs a name, but may be unfinished. */
function nodeProblems(node: DraftNode, seenNames: Set<string>, isDisabled: boolean): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const at = (rule: ProblemRule, field: string, message: string, fix: string) =>
    problems.push({ rule, nodeId: node.id, field, message, fix });
  if (node.nodeType === 'TRANSFORM') {
    const name = node.name.trim();
    if (name === '') at('name', 'name', 'a transform has no name', 'Type a name');
    else if (seenNames.has(name))
      at('name_taken', 'name', TRANSFORM_NAME_TAKEN, `Rename one of the transforms called '${name}'`);
    seenNames.add(name);
    const textProblem = nameTextProblem('Transform name', name);
    if (textProblem) at('name', 'name', textProblem, 'Type the name again');
    if (node.templateId === '')
      at('form', 'templateId', `'${node.name}' has no template`, 'Remove it and add it again');
  }
  if (isDisabled) return problems;
  return [...problems, ...(node.formProblems ?? []).map((problem) => formProblem(node, problem))];
}

/**
 * Each output has a unique name and a target; together their targets equal the node's edges. A disabled node
 * may be unfinished.
 */
function checkOutputs(graph: PipelineGraph, node: DraftNode): DraftProblem[] {
  const keys = outputKeysOf(node) ?? [];
  if (graph.meta[node.id]?.disabled) return checkTargets(graph, node, keys);
  const said = new Set(node.formProblems?.map(({ field }) => field));
  const names = listRouteNames(node.config);
  const problems = keys.flatMap((output, index): DraftProblem[] => {
    const place = `routes.${index}.name`;
    if (isUnnamed(output)) {
      if (said.has(place) || said.has('routes')) return [];
      const name = names[index];
      const rule = name ? 'output_twice' : 'output_unnamed';
      const message = name
        ? `'${node.name}' has the output '${name}' twice`
        : `${outputTitle(output)} of '${node.name}' has no name`;
      const fix = 'Give each output a name of its own';
      return [{ rule, nodeId: node.id, field: `config.${place}`, message, fix }];
    }
    if (targetsOf(graph, node.id, output).length > 0 || successorsOf(graph, node.id).length === 0) return [];
    const message = `the output '${output}' of '${node.name}' leads nowhere`;
    return [{ rule: 'loose_output', nodeId: node.id, message, fix: 'Connect the output or remove it' }];
  });
  return [...problems, ...checkTargets(graph, node, keys)];
}

/** Stored outputs match the node's names and edges. */
function checkTargets(
  { edges, meta }: PipelineGraph,
  node: DraftNode,
  keys: readonly string[],
): DraftProblem[] {
  const { outputs } = meta[node.id] ?? {};
  if (!outputs) return [];
  const unknown = Object.keys(outputs).find((output) => !keys.includes(output));
  const named = new Set(Object.values(outputs).flat());
  const targets = new Set(edges[node.id]?.nodeIds);
  if (named.size !== targets.size || [...named].some((id) => !targets.has(id))) {
    const message = `the outputs of '${node.name}' do not name the nodes its edges lead to`;
    return [{ rule: 'outputs_union', nodeId: node.id, message, fix: 'Connect the outputs again' }];
  }
  if (unknown === undefined) return [];
  const message = `'${node.name}' has no output '${unknown}'`;
  return [{ rule: 'unknown_output', nodeId: node.id, message, fix: 'Connect its own outputs' }];
}

function checkNodes(graph: PipelineGraph, checkOwn: (node: DraftNode) => DraftProblem[]): DraftProblem[] {
  const nodes = Object.values(graph.nodes);
  const sources = nodes.filter((node) => node.nodeType === 'SOURCE').map((node) => node.id);
  const reached = reachableFrom(graph, sources);
  const withPredecessor = new Set(Object.values(graph.edges).flatMap(({ nodeIds }) => nodeIds));
  return nodes.flatMap((node) => [
    ...checkConnected(graph, node, reached, withPredecessor),
    ...checkOutputs(graph, node),
    ...checkOwn(node),
  ]);
}

/** Checked by engine and previews. */
export const findConnectionProblems = (
  graph: PipelineGraph,
  checkOwn: (node: DraftNode) => DraftProblem[] = () => [],
): DraftProblem[] => [
  ...checkEnds(graph),
  ...checkEdges(graph),
  ...checkCycle(graph),
  ...checkNodes(graph, checkOwn),
];

/** Without any, the draft can be saved and deployed. */
export function graphProblems(graph: PipelineGraph): DraftProblem[] {
  const seenNames = new Set<string>();
  return findConnectionProblems(graph, (node) =>
    nodeProblems(node, seenNames, graph.meta[node.id]?.disabled === true),
  );
}

/** Name and description first. */
export const validateDraft = (draft: Draft, takenNames: readonly string[] = []): DraftProblem[] => [
  ...detailProblems(draft, takenNames),
  ...graphProblems(draft),
];
