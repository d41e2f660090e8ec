import { problemsStillIn } from '../../src/contract/config-checks.ts';
import { type DraftNode, dirtyTransforms, type FormProblem, sameData } from './draft.ts';
import type { EditorContext } from './pipeline-editor.types.ts';
import { type DraftProblem, formProblem } from './validate.ts';

/**
 * What the service, which knows rules across fields too, said of the configuration of one node (R5-19). Without
 * `problems` it could not be asked: saving will tell.
 */
export type ConfigAnswer = {
  nodeId: string;
  templateId: string;
  config: Record<string, unknown>;
  problems?: FormProblem[];
};

export const ANSWERS_KEPT = 100;

type Checked = Pick<EditorContext, 'draft' | 'base' | 'problems' | 'answers'>;

const isOf = (node: DraftNode, { nodeId, templateId }: ConfigAnswer): boolean =>
  nodeId === node.id && templateId === node.templateId;

const answerFor = (answers: readonly ConfigAnswer[], node: DraftNode): ConfigAnswer | undefined =>
  answers.find((answer) => isOf(node, answer) && sameData(answer.config, node.config));

/** Of what saving would send, the transforms that the service was not asked about as they are now. */
export const uncheckedTransforms = ({ draft, base, answers }: Checked): DraftNode[] =>
  dirtyTransforms(draft, base).filter((node) => answerFor(answers, node)?.problems === undefined);

/** How far the check of what would be saved has come. */
export function checkState(context: Checked): 'answered' | 'asking' | 'unanswered' {
  const unchecked = uncheckedTransforms(context);
  if (unchecked.some((node) => !answerFor(context.answers, node))) return 'asking';
  return unchecked.length > 0 ? 'unanswered' : 'answered';
}

const isWithin = (one: string, other: string): boolean => one === other || one.startsWith(`${other}.`);

/**
 * What the service said is wrong with what would be saved, where nothing was found here already. Until it has
 * answered for a changed configuration, what it said of fields that hold the same as then goes on.
 */
export function checkedProblems({ draft, base, problems, answers }: Checked): DraftProblem[] {
  return dirtyTransforms(draft, base).flatMap((node) => {
    const answer = answerFor(answers, node) ?? answers.find((one) => isOf(node, one));
    const here = problems.flatMap(({ nodeId, field }) => (nodeId === node.id && field ? [field] : []));
    return problemsStillIn(answer?.problems ?? [], answer?.config ?? {}, node.config)
      .map((problem) => formProblem(node, problem))
      .filter(({ field = '' }) => !here.some((other) => isWithin(field, other) || isWithin(other, field)));
  });
}

/** The answers known, the newest first; one that comes too late, when its node holds something else, is dropped. */
export function withAnswers(
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
