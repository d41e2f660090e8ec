import { canDo } from '../pipeline-lifecycle/pipeline-lifecycle.rows.ts';
import { isNewUndeployed } from '../pipeline-lifecycle/pipeline-lifecycle.selectors.ts';
import { checkedProblems } from './checks.ts';
import { isChanged } from './draft.ts';
import type { EditorContext } from './pipeline-editor.types.ts';
import { type DraftProblem, graphRefusal } from './validate.ts';

/** Something to save: dirty in the sense of R4-90. */
export const hasChanges = ({ draft, base }: Pick<EditorContext, 'draft' | 'base'>): boolean =>
  isChanged(draft, base);

/** Not created yet, or saved but never deployed (R4-49): it has no view mode to go back to (R2.4-65). */
export const isNew = ({ pipeline }: Pick<EditorContext, 'pipeline'>): boolean =>
  pipeline === undefined || isNewUndeployed(pipeline);

/** Why edit mode cannot begin, or undefined (R2.4-63). */
export function editRefusal({ pipeline }: EditorContext): string | undefined {
  const allowed = pipeline === undefined ? true : canDo(pipeline, 'EDIT');
  return allowed === true ? undefined : allowed;
}

/** Everything that stands in the way of saving: what is known here, and what the service said. */
export const problemsOf = (context: EditorContext): DraftProblem[] => [
  ...context.problems,
  ...checkedProblems(context),
];

/** Why the draft cannot be saved, in the words of R5-10, R5-13 and R5-18. */
export function saveRefusal(context: EditorContext): string | undefined {
  const [first] = problemsOf(context);
  if (!first) return undefined;
  const isDetail = first.nodeId === undefined && first.field !== undefined;
  return isDetail ? first.message : graphRefusal(first);
}

export const deployRefusal = (context: EditorContext): string | undefined =>
  saveRefusal(context) ?? editRefusal(context);

/** Nothing to save: unchanged, and what is shown is the latest version. */
export const isSavedLatest = (context: EditorContext): boolean =>
  context.pipeline !== undefined &&
  context.shownVersion > 0 &&
  context.shownVersion === context.pipeline.latestGraphVersion &&
  !hasChanges(context);

export const isDeployedLatest = (context: EditorContext): boolean =>
  isSavedLatest(context) && context.pipeline?.deployedGraphVersion === context.shownVersion;

/** The state after so many steps is known, and is another one than that on screen. */
export const isStep = ({ past, future }: Pick<EditorContext, 'past' | 'future'>, steps: number): boolean =>
  Number.isInteger(steps) && steps >= 0 && steps <= past.length + future.length && steps !== past.length;
