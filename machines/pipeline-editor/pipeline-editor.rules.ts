import { keepApplicableProblems } from '../../src/contract/config-checks.ts';
import { type DraftNode, isChanged, sameData, transformsToCheck } from '../../src/graph/draft.ts';
import { type DraftProblem, formProblem, graphRefusal } from '../../src/graph/validate.ts';
import { canDo } from '../pipeline-lifecycle/pipeline-lifecycle.rows.ts';
import { isNewUndeployed } from '../pipeline-lifecycle/pipeline-lifecycle.selectors.ts';
import type { ConfigAnswer, EditorContext } from './pipeline-editor.types.ts';

export const ANSWERS_KEPT = 100;

type Checked = Pick<EditorContext, 'draft' | 'base' | 'problems' | 'answers'>;

const isOf = (node: DraftNode, { nodeId, templateId }: ConfigAnswer): boolean =>
  nodeId === node.id && templateId === node.templateId;

const findAnswer = (answers: readonly ConfigAnswer[], node: DraftNode): ConfigAnswer | undefined =>
  answers.find((answer) => isOf(node, answer) && sameData(answer.config, node.config));

/** Transforms to save whose current configuration the service has not checked. */
export const listUncheckedTransforms = ({ draft, base, answers }: Checked): DraftNode[] =>
  transformsToCheck(draft, base).filter((node) => findAnswer(answers, node)?.problems === undefined);

export function checkState(context: Checked): 'answered' | 'asking' | 'unanswered' {
  const unchecked = listUncheckedTransforms(context);
  if (unchecked.some((node) => !findAnswer(context.answers, node))) return 'asking';
  return unchecked.length > 0 ? 'unanswered' : 'answered';
}

const isWithin = (one: string, other: string): boolean => one === other || one.startsWith(`${other}.`);

/**
 * Problems the service reported for what would be saved, unless found locally too. After an edit, problems of
 * unchanged fields stay until the next answer.
 */
export function listCheckedProblems({ draft, base, problems, answers }: Checked): DraftProblem[] {
  return transformsToCheck(draft, base).flatMap((node) => {
    const answer = findAnswer(answers, node) ?? answers.find((one) => isOf(node, one));
    const here = problems.flatMap(({ nodeId, field }) => (nodeId === node.id && field ? [field] : []));
    return keepApplicableProblems(answer?.problems ?? [], answer?.config ?? {}, node.config)
      .map((problem) => formProblem(node, problem))
      .filter(({ field = '' }) => !here.some((other) => isWithin(field, other) || isWithin(other, field)));
  });
}

/** Newest first. Drops an answer whose configuration is no longer the node's. */
export function addAnswers(
  { draft, answers }: Pick<Checked, 'draft' | 'answers'>,
  came: readonly ConfigAnswer[],
): ConfigAnswer[] {
  const fitting = came.filter((answer) => {
    const node = draft.nodes[answer.nodeId];
    return node !== undefined && isOf(node, answer) && sameData(answer.config, node.config);
  });
  const isNewer = (old: ConfigAnswer) =>
    fitting.some((answer) => answer.nodeId === old.nodeId && sameData(answer.config, old.config));
  return [...fitting, ...answers.filter((old) => !isNewer(old))].slice(0, ANSWERS_KEPT);
}

export const hasChanges = ({ draft, base }: Pick<EditorContext, 'draft' | 'base'>): boolean =>
  isChanged(draft, base);

/** Not created yet, or never deployed: there is no view mode to return to. */
export const isNew = ({ pipeline }: Pick<EditorContext, 'pipeline'>): boolean =>
  pipeline === undefined || isNewUndeployed(pipeline);

/** Undefined when edit mode can start. */
export function editRefusal({ pipeline, accessRefusal }: EditorContext): string | undefined {
  if (accessRefusal !== undefined) return accessRefusal;
  const allowed = pipeline === undefined ? true : canDo(pipeline, 'EDIT');
  return allowed === true ? undefined : allowed;
}

/** Problems found locally and by the service. */
export const listProblems = (context: EditorContext): DraftProblem[] => [
  ...context.problems,
  ...listCheckedProblems(context),
  ...context.refused.filter(({ nodeId = '' }) => context.draft.nodes[nodeId] !== undefined),
];

export function saveRefusal(context: EditorContext): string | undefined {
  const [first] = listProblems(context);
  if (!first) return undefined;
  const isDetail = first.nodeId === undefined && first.field !== undefined;
  return isDetail ? first.message : graphRefusal(first);
}

/** Navigation asks first: for changes, and for a graph that was opened invalid. */
export const holdsLeaving = (context: EditorContext): boolean =>
  hasChanges(context) || (Object.keys(context.draft.nodes).length > 0 && saveRefusal(context) !== undefined);

export const deployRefusal = (context: EditorContext): string | undefined =>
  saveRefusal(context) ?? editRefusal(context);

export const isSavedLatest = (context: EditorContext): boolean =>
  context.pipeline !== undefined &&
  context.shownVersion > 0 &&
  context.shownVersion === context.pipeline.latestGraphVersion &&
  !hasChanges(context);

export const isDeployedLatest = (context: EditorContext): boolean =>
  isSavedLatest(context) && context.pipeline?.deployedGraphVersion === context.shownVersion;

export const isStep = ({ past, future }: Pick<EditorContext, 'past' | 'future'>, steps: number): boolean =>
  Number.isInteger(steps) && steps >= 0 && steps <= past.length + future.length && steps !== past.length;
