import { applyEvent } from '../pipeline-lifecycle/pipeline-lifecycle.rows.ts';
import { emptyProgress, type SaveInput, type SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { type Draft, detailsChanged, withSavedIds } from './draft.ts';
import { hasChanges } from './pipeline-editor.facts.ts';
import type { EditedPipeline, EditorContext } from './pipeline-editor.types.ts';
import { validateDraft } from './validate.ts';

/** What the save sequence is started with. */
export const saveInputOf = (context: EditorContext): SaveInput => ({
  kind: context.saveKind,
  siteId: context.siteId,
  pipelineId: context.pipeline?.id,
  revision: context.baseRevision,
  draft: context.draft,
  base: context.base,
  shownVersion: context.shownVersion,
  baseLatestVersion: context.baseLatestVersion,
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

/** What was saved, or that with what was typed while it was being saved. */
const draftAfter = ({ draft, savedFrom }: EditorContext, saved: Draft, ids: Record<string, string>): Draft =>
  draft === savedFrom ? saved : withSavedIds(draft, ids);

/** The context after a save that went through: what was saved is the new base, undo goes on. */
export function adoptSaved(context: EditorContext, outcome: SaveOutcome): SaveResult {
  if (!outcome.ok) return {};
  const saved = pipelineAfter(context, outcome.pipelineId, outcome.graphVersion, outcome.progress.revision);
  const draft = draftAfter(context, outcome.draft, outcome.ids);
  const pipeline =
    context.saveKind === 'draft'
      ? saved
      : applyEvent(saved, { type: 'pipeline.deploy', graphVersion: outcome.graphVersion });
  return {
    ...withHistoryIds(context, outcome.ids),
    pipeline,
    base: outcome.draft,
    draft,
    problems: validateDraft(draft, context.takenNames),
    shownVersion: outcome.graphVersion,
    // What others saved after it was not seen.
    baseLatestVersion: Math.max(context.baseLatestVersion, outcome.graphVersion),
    baseRevision: outcome.progress.revision ?? context.baseRevision,
    progress: emptyProgress(),
    failure: undefined,
    refusal: undefined,
  };
}

/** The context after a save that failed: unsaved changes stay, what was received is kept (R4-59, R4-85). */
export function keepProgress(context: EditorContext, outcome: SaveOutcome): SaveResult {
  if (outcome.ok) return {};
  const { progress, failure } = outcome;
  const kept = { failure, baseRevision: progress.revision ?? context.baseRevision };
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
      baseLatestVersion: Math.max(context.baseLatestVersion, graphVersion),
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

/** The context of a save that knowingly follows what someone else stored: that, and nothing newer. */
export function afterTheirs(context: EditorContext): SaveResult {
  const { revision, graphVersion = context.baseLatestVersion } = context.failure?.theirs ?? {};
  if (revision === undefined) return { baseLatestVersion: graphVersion };
  const progress = { ...context.progress, revision };
  return { baseLatestVersion: graphVersion, baseRevision: revision, progress };
}

/**
 * The context after the stored pipeline was read again. Its name and description are taken up where they were
 * not edited here, so that they are not written back; where they were, a save finds out (R4-134).
 */
export function withStored(context: EditorContext, pipeline: EditedPipeline): SaveResult {
  const { base, draft } = context;
  const { revision, name = base.name, description = base.description } = pipeline;
  const isEdited = detailsChanged(draft, base);
  const isNewer = revision !== undefined && revision > (context.baseRevision ?? revision);
  if (isEdited || !isNewer) return { pipeline };
  const follow = (one: Draft): Draft => (detailsChanged(one, base) ? one : { ...one, name, description });
  const steps = (list: EditorContext['past']) => list.map((step) => ({ ...step, draft: follow(step.draft) }));
  const followed = follow(draft);
  return {
    pipeline,
    baseRevision: revision,
    base: follow(base),
    draft: followed,
    past: steps(context.past),
    future: steps(context.future),
    problems: validateDraft(followed, context.takenNames),
  };
}

/** The revision that name and description of a loaded draft are from. */
export function revisionOf({ pipeline, baseRevision }: EditorContext, loaded: Draft): number | undefined {
  if (!pipeline) return baseRevision;
  const { name = loaded.name, description = loaded.description, revision } = pipeline;
  return detailsChanged(loaded, { ...loaded, name, description }) ? baseRevision : revision;
}
