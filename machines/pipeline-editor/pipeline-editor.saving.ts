import { type Draft, detailsChanged, withSavedIds } from '../../src/graph/draft.ts';
import { validateDraft } from '../../src/graph/validate.ts';
import { applyEvent } from '../pipeline-lifecycle/pipeline-lifecycle.rows.ts';
import {
  createEmptyProgress,
  type SaveInput,
  type SaveOutcome,
} from '../save-sequence/save-sequence.types.ts';
import { hasChanges } from './pipeline-editor.rules.ts';
import type { EditedPipeline, EditorContext } from './pipeline-editor.types.ts';

export const buildSaveInput = (context: EditorContext): SaveInput => ({
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

function buildSavedPipeline(
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

const replaceHistoryIds = (context: EditorContext, ids: Record<string, string>) => {
  const steps = (list: EditorContext['past']) =>
    list.map((step) => ({ ...step, draft: withSavedIds(step.draft, ids) }));
  return { past: steps(context.past), future: steps(context.future), lastEdit: undefined };
};

/** The saved draft, with what was typed during the save. */
const rebaseDraft = (
  { draft, savedFrom }: EditorContext,
  saved: Draft,
  ids: Record<string, string>,
): Draft => (draft === savedFrom ? saved : withSavedIds(draft, ids));

/** The saved draft becomes the base; undo continues to work. */
export function adoptSaved(context: EditorContext, outcome: SaveOutcome): SaveResult {
  if (!outcome.ok) return {};
  const saved = buildSavedPipeline(
    context,
    outcome.pipelineId,
    outcome.graphVersion,
    outcome.progress.revision,
  );
  const draft = rebaseDraft(context, outcome.draft, outcome.ids);
  const pipeline =
    context.saveKind === 'draft'
      ? saved
      : applyEvent(saved, { type: 'pipeline.deploy', graphVersion: outcome.graphVersion });
  return {
    ...replaceHistoryIds(context, outcome.ids),
    pipeline,
    base: outcome.draft,
    draft,
    problems: validateDraft(draft, context.takenNames),
    shownVersion: outcome.graphVersion,
    // Versions that others saved later have not been seen.
    baseLatestVersion: Math.max(context.baseLatestVersion, outcome.graphVersion),
    baseRevision: outcome.progress.revision ?? context.baseRevision,
    progress: createEmptyProgress(),
    failure: undefined,
    refusal: undefined,
  };
}

/** Keeps unsaved changes and the progress made. */
export function keepProgress(context: EditorContext, outcome: SaveOutcome): SaveResult {
  if (outcome.ok) return {};
  const { progress, failure } = outcome;
  const kept = { failure, baseRevision: progress.revision ?? context.baseRevision };
  if (progress.saved) {
    const { graphVersion, draft } = progress.saved;
    const pipeline = buildSavedPipeline(context, progress.pipelineId ?? '', graphVersion, progress.revision);
    return {
      ...kept,
      ...replaceHistoryIds(context, outcome.ids),
      pipeline,
      base: draft,
      draft,
      shownVersion: graphVersion,
      baseLatestVersion: Math.max(context.baseLatestVersion, graphVersion),
      progress: createEmptyProgress(),
    };
  }
  const base: Draft = progress.details ? { ...context.base, ...progress.details } : context.base;
  const pipeline =
    progress.pipelineId === undefined
      ? context.pipeline
      : buildSavedPipeline(context, progress.pipelineId, 0, progress.revision);
  return { ...kept, base, pipeline, progress };
}

/** To overwrite what someone else stored: that version, not a newer one. */
export function adoptTheirVersions(context: EditorContext): SaveResult {
  const { revision, graphVersion = context.baseLatestVersion } = context.failure?.theirs ?? {};
  if (revision === undefined) return { baseLatestVersion: graphVersion };
  const progress = { ...context.progress, revision };
  return { baseLatestVersion: graphVersion, baseRevision: revision, progress };
}

/**
 * The stored pipeline was read again: updates name and description unless edited here; then the next save
 * reports the conflict.
 */
export function adoptStoredDetails(context: EditorContext, pipeline: EditedPipeline): SaveResult {
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

/** Revision of the name and description of a loaded draft. */
export function chooseRevision({ pipeline, baseRevision }: EditorContext, loaded: Draft): number | undefined {
  if (!pipeline) return baseRevision;
  const { name = loaded.name, description = loaded.description, revision } = pipeline;
  return detailsChanged(loaded, { ...loaded, name, description }) ? baseRevision : revision;
}
