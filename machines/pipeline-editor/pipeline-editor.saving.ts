import { applyEvent } from '../pipeline-lifecycle/pipeline-lifecycle.rows.ts';
import { emptyProgress, type SaveInput, type SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { type Draft, withSavedIds } from './draft.ts';
import { hasChanges } from './pipeline-editor.facts.ts';
import type { EditedPipeline, EditorContext } from './pipeline-editor.types.ts';
import { validateDraft } from './validate.ts';

/** What the save sequence is started with. */
export const saveInputOf = (context: EditorContext): SaveInput => ({
  kind: context.saveKind,
  siteId: context.siteId,
  pipelineId: context.pipeline?.id,
  revision: context.pipeline?.revision,
  draft: context.draft,
  base: context.base,
  shownVersion: context.shownVersion,
  baseLatestVersion: context.baseLatestVersion,
  overwrite: context.overwrite,
  saveUnchanged: context.saveKind === 'draft' && !hasChanges(context),
  progress: context.progress,
});

type SaveResult = Partial<EditorContext>;

function pipelineAfter(
  context: EditorContext,
  id: string,
  graphVersion: number,
  revision?: number,
): EditedPipeline {
  const stored: EditedPipeline = context.pipeline ?? {
    id,
    status: 'DEFAULT',
    pendingAction: 'NOP',
    deployedGraphVersion: 0,
    latestGraphVersion: 0,
  };
  const latestGraphVersion = Math.max(stored.latestGraphVersion, graphVersion);
  const { pendingGraphVersion: _stale, ...kept } = stored;
  return { ...kept, latestGraphVersion, ...(revision === undefined ? {} : { revision }) };
}

const withHistoryIds = (context: EditorContext, ids: Record<string, string>) => {
  const steps = (list: EditorContext['past']) =>
    list.map((step) => ({ ...step, draft: withSavedIds(step.draft, ids) }));
  return { past: steps(context.past), future: steps(context.future), lastEdit: undefined };
};

/** The context after a save that went through: what was saved is the new base, undo goes on. */
export function adoptSaved(context: EditorContext, outcome: SaveOutcome): SaveResult {
  if (!outcome.ok) return {};
  const saved = pipelineAfter(context, outcome.pipelineId, outcome.graphVersion, outcome.progress.revision);
  const pipeline =
    context.saveKind === 'draft'
      ? saved
      : applyEvent(saved, { type: 'pipeline.deploy', graphVersion: outcome.graphVersion });
  return {
    ...withHistoryIds(context, outcome.ids),
    pipeline,
    base: outcome.draft,
    draft: outcome.draft,
    problems: validateDraft(outcome.draft, context.takenNames),
    shownVersion: outcome.graphVersion,
    baseLatestVersion: pipeline.latestGraphVersion,
    progress: emptyProgress(),
    overwrite: false,
    failure: undefined,
    refusal: undefined,
  };
}

/** The context after a save that failed: unsaved changes stay, what was received is kept (R4-59, R4-85). */
export function keepProgress(context: EditorContext, outcome: SaveOutcome): SaveResult {
  if (outcome.ok) return {};
  const { progress, failure } = outcome;
  const kept = { failure, overwrite: false };
  if (progress.saved) {
    const { graphVersion, draft } = progress.saved;
    const pipeline = pipelineAfter(context, progress.pipelineId ?? '', graphVersion, progress.revision);
    return {
      ...kept,
      ...withHistoryIds(context, outcome.ids),
      pipeline,
      base: draft,
      draft,
      shownVersion: graphVersion,
      baseLatestVersion: pipeline.latestGraphVersion,
      progress: emptyProgress(),
    };
  }
  const base: Draft = progress.details ? { ...context.base, ...progress.details } : context.base;
  const pipeline =
    progress.pipelineId === undefined
      ? context.pipeline
      : pipelineAfter(context, progress.pipelineId, 0, progress.revision);
  return { ...kept, base, pipeline, progress };
}
