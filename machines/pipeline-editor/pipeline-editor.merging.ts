import type { Draft } from '../../src/graph/draft.ts';
import { mergeEdits } from '../../src/graph/merge.ts';
import { validateDraft } from '../../src/graph/validate.ts';
import { hasChanges } from './pipeline-editor.rules.ts';
import type { EditorContext, EditStep, TheirVersion } from './pipeline-editor.types.ts';

const mergeSteps = (steps: readonly EditStep[], merge: (draft: Draft) => Draft | undefined): EditStep[] => {
  const merged: EditStep[] = [];
  for (const step of steps.toReversed()) {
    const draft = merge(step.draft);
    if (!draft) break;
    merged.unshift({ ...step, draft });
  }
  return merged;
};

/**
 * The edit merged onto a version that someone else saved. Undefined for conflicting changes, an invalid
 * result, or an edit based on an older version on purpose: then the person decides.
 */
export function mergeTheirs(
  context: EditorContext,
  theirs: TheirVersion | undefined,
): Partial<EditorContext> | undefined {
  const { base, draft, takenNames } = context;
  if (!theirs || !hasChanges(context) || context.shownVersion !== context.baseLatestVersion) return undefined;
  const isNewer =
    theirs.version > context.baseLatestVersion || (theirs.revision ?? 0) > (context.baseRevision ?? 0);
  if (!isNewer) return undefined;
  const merge = (one: Draft) => mergeEdits(base, one, theirs.draft);
  const merged = merge(draft);
  if (!merged || validateDraft(merged, takenNames).length > 0) return undefined;
  const { revision = context.baseRevision } = theirs;
  const pipeline = context.pipeline && {
    ...context.pipeline,
    latestGraphVersion: Math.max(context.pipeline.latestGraphVersion, theirs.version),
  };
  return {
    pipeline,
    base: theirs.draft,
    draft: merged,
    past: mergeSteps(context.past, merge),
    future: mergeSteps(context.future, merge),
    problems: [],
    lastEdit: undefined,
    savedFrom: merged,
    shownVersion: theirs.version,
    baseLatestVersion: theirs.version,
    baseRevision: revision,
    progress: { ...context.progress, ...(revision === undefined ? {} : { revision }) },
    failure: undefined,
    refusal: undefined,
  };
}

/** Text of the toast. */
export function describeMerge({ baseLatestVersion, saveKind }: EditorContext, theirs: TheirVersion): string {
  const { version, author } = theirs;
  const by = author === undefined ? '' : ` by ${author}`;
  const what =
    version > baseLatestVersion ? `v${version}, saved${by} meanwhile` : 'the new name and description';
  const told = `Your changes were merged with ${what}`;
  return saveKind === 'draft' ? told : `${told}. Check what will be deployed`;
}
