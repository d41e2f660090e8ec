import {
  DESCRIPTION_MAX_LENGTH,
  NAME_MAX_LENGTH,
  VERSION_NAME_MAX_LENGTH,
} from '../../src/contract/limits.ts';
import { nameTextProblem } from '../../src/contract/names.ts';
import { routeNamesOf } from '../../src/contract/route-outputs.ts';
import type { Draft, DraftNode, FormProblem } from './draft.ts';
import { findCycle, predecessorsOf, reachableFrom, successorsOf } from './graph-walk.ts';
import { isUnnamed, outputKeysOf, outputTitle, targetsOf } from './outputs.ts';

/** What kind of rule a draft breaks. */
export type ProblemRule =
  | 'details'
  | 'no_source'
  | 'no_destination'
  | 'ends'
  | 'unconnected'
  | 'output'
  | 'output_unnamed'
  | 'output_twice'
  | 'cycle'
  | 'name'
  | 'form'
  | 'refused';

/**
 * What is wrong with a draft, where, and what to do about it. The one form in which the editor knows
 * problems: it marks nodes, is what disabled commands quote, and where 'Go to the next problem' leads.
 */
export type DraftProblem = {
  rule: ProblemRule;
  nodeId?: string;
  field?: string;
  message: string;
  fix: string;
};

/** What is wrong with a graph and what to do about it, as who saves is told (R5-18). */
export const graphRefusal = ({ message, fix }: DraftProblem): string =>
  `Pipeline graph is invalid! ${message}. ${fix}`;
export const NAME_REQUIRED = 'Pipeline name is required';
export const NAME_TAKEN = 'Pipeline name already exists';
export const TRANSFORM_NAME_TAKEN = 'Transform name already exists';

/** Problems of name, description and version name (R5-09 … R5-16); names compare trimmed, case counts. */
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
  if (nameText) add('name', nameText, 'Type the name anew');
  if (draft.description.length > DESCRIPTION_MAX_LENGTH) {
    add('description', `Description must be at most ${DESCRIPTION_MAX_LENGTH} characters`, 'Shorten it');
  }
  if (draft.versionName.length > VERSION_NAME_MAX_LENGTH) {
    add('versionName', `Version name must be at most ${VERSION_NAME_MAX_LENGTH} characters`, 'Shorten it');
  }
  const versionText = nameTextProblem('Version name', draft.versionName);
  if (versionText) add('versionName', versionText, 'Type the name anew');
  return problems;
}

function endsProblems(draft: Draft, nodes: DraftNode[]): DraftProblem[] {
  const sources = nodes.filter((node) => node.nodeType === 'SOURCE');
  const sinks = nodes.filter((node) => node.nodeType === 'SINK');
  const problems: DraftProblem[] = [];
  if (sources.length === 0) problems.push({ rule: 'no_source', message: 'no source', fix: 'Add a source' });
  for (const extra of sources.slice(1)) {
    problems.push({
      rule: 'ends',
      nodeId: extra.id,
      message: `more than one source: '${extra.name}'`,
      fix: `Remove '${extra.name}'`,
    });
  }
  if (sinks.length === 0)
    problems.push({ rule: 'no_destination', message: 'no destination', fix: 'Add a destination' });
  else if (sinks.every((sink) => draft.meta[sink.id]?.disabled)) {
    problems.push({
      rule: 'ends',
      nodeId: sinks[0]?.id ?? '',
      message: 'no destination: every one is disabled',
      fix: 'Enable a destination',
    });
  }
  return problems;
}

function connectionProblem(
  draft: Draft,
  node: DraftNode,
  reached: Set<string>,
  withPredecessor: Set<string>,
): DraftProblem | undefined {
  const hasBefore = withPredecessor.has(node.id);
  const hasAfter = successorsOf(draft, node.id).length > 0;
  const at = (message: string, fix: string): DraftProblem => ({
    rule: 'unconnected',
    nodeId: node.id,
    message,
    fix,
  });
  if (!hasBefore && !hasAfter) {
    return at(`'${node.name}' is not connected`, 'Connect it or remove it');
  }
  if (node.nodeType === 'SOURCE') return undefined;
  if (!reached.has(node.id)) {
    return at(`'${node.name}' cannot be reached from the source`, 'Connect a node before it');
  }
  if (node.nodeType === 'TRANSFORM' && !hasAfter) {
    return at(`'${node.name}' leads to no destination`, 'Connect it to a destination or remove it');
  }
  return undefined;
}

function wrongEnds(draft: Draft, node: DraftNode): DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (node.nodeType === 'SINK' && successorsOf(draft, node.id).length > 0) {
    problems.push({
      rule: 'ends',
      nodeId: node.id,
      message: `'${node.name}' is a destination but has nodes after it`,
      fix: 'Disconnect them',
    });
  }
  if (node.nodeType === 'SOURCE' && predecessorsOf(draft, node.id).length > 0) {
    problems.push({
      rule: 'ends',
      nodeId: node.id,
      message: `'${node.name}' is a source but has nodes before it`,
      fix: 'Disconnect them',
    });
  }
  return problems;
}

/** What is wrong with a field of a node's form, as a problem of the draft. */
export const formProblem = (node: DraftNode, { field, message }: FormProblem): DraftProblem => ({
  rule: 'form',
  nodeId: node.id,
  field: `config.${field}`,
  message: `'${node.name}': ${message}`,
  fix: 'Correct the field in the form of the node',
});

function nodeProblems(node: DraftNode, seenNames: Set<string>): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const at = (rule: ProblemRule, field: string, message: string, fix: string) =>
    problems.push({ rule, nodeId: node.id, field, message, fix });
  if (node.nodeType === 'TRANSFORM') {
    const name = node.name.trim();
    if (name === '') at('name', 'name', 'a transform has no name', 'Type a name');
    else if (seenNames.has(name))
      at('name', 'name', TRANSFORM_NAME_TAKEN, `Rename one of the transforms called '${name}'`);
    seenNames.add(name);
    const textProblem = nameTextProblem('Transform name', name);
    if (textProblem) at('name', 'name', textProblem, 'Type the name anew');
    if (node.templateId === '')
      at('form', 'templateId', `'${node.name}' has no template`, 'Remove it and add it again');
  }
  return [...problems, ...(node.formProblems ?? []).map((problem) => formProblem(node, problem))];
}

/** Each named output has a name of its own and leads somewhere. */
function outputProblems(draft: Draft, node: DraftNode): DraftProblem[] {
  const keys = outputKeysOf(node) ?? [];
  const said = new Set(node.formProblems?.map(({ field }) => field));
  const names = routeNamesOf(node.config);
  return keys.flatMap((output, index): DraftProblem[] => {
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
    if (targetsOf(draft, node.id, output).length > 0 || successorsOf(draft, node.id).length === 0) return [];
    const message = `the output '${output}' of '${node.name}' leads nowhere`;
    return [{ rule: 'output', nodeId: node.id, message, fix: 'Connect the output or remove it' }];
  });
}

/** Problems of the graph (R5-17, R5-19, R5-21); without any, the draft can be saved and deployed. */
export function graphProblems(draft: Draft): DraftProblem[] {
  const nodes = Object.values(draft.nodes);
  const problems = endsProblems(draft, nodes);
  const cycle = findCycle(draft);
  if (cycle) {
    const names = [...cycle, cycle[0] ?? ''].map((id) => draft.nodes[id]?.name ?? id).join(' → ');
    problems.push({
      rule: 'cycle',
      nodeId: cycle[0],
      message: `cycle: ${names}`,
      fix: 'Remove one of these connections',
    });
  }
  for (const [from, { nodeIds }] of Object.entries(draft.edges)) {
    for (const id of nodeIds.length > 0 ? [from, ...nodeIds] : []) {
      if (!draft.nodes[id])
        problems.push({
          rule: 'unconnected',
          nodeId: id,
          message: `a connection leads to a missing node (${id})`,
          fix: 'Remove the connection',
        });
    }
  }
  const reached = reachableFrom(
    draft,
    nodes.filter((node) => node.nodeType === 'SOURCE').map((node) => node.id),
  );
  const withPredecessor = new Set(Object.values(draft.edges).flatMap(({ nodeIds }) => nodeIds));
  const seenNames = new Set<string>();
  for (const node of nodes) {
    const unconnected = connectionProblem(draft, node, reached, withPredecessor);
    if (unconnected) problems.push(unconnected);
    problems.push(
      ...wrongEnds(draft, node),
      ...outputProblems(draft, node),
      ...nodeProblems(node, seenNames),
    );
  }
  return problems;
}

/** Everything that stands in the way of saving, details first. */
export const validateDraft = (draft: Draft, takenNames: readonly string[] = []): DraftProblem[] => [
  ...detailProblems(draft, takenNames),
  ...graphProblems(draft),
];

/** Why a draft cannot be saved, in the words of R5-10, R5-13 and R5-18; undefined when it can. */
export function invalidReason(draft: Draft, takenNames: readonly string[] = []): string | undefined {
  const details = detailProblems(draft, takenNames)[0];
  if (details) return details.message;
  const graph = graphProblems(draft)[0];
  return graph ? graphRefusal(graph) : undefined;
}
