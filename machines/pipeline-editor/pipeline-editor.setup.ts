import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate';
import {
  emptyProgress,
  GENERIC_ERROR,
  type SaveInput,
  type SaveKind,
  type SaveOutcome,
} from '../save-sequence/save-sequence.types.ts';
import { withAnswers } from './checks.ts';
import { nextNumberOf } from './copies.ts';
import { applyEdit, type EditEvent, restore, travelTo } from './pipeline-editor.edits.ts';
import {
  deployRefusal,
  editRefusal,
  hasChanges,
  isDeployedLatest,
  isNew,
  isSavedLatest,
  isStep,
  saveRefusal,
} from './pipeline-editor.facts.ts';
import { adoptSaved, afterTheirs, keepProgress, revisionOf, withStored } from './pipeline-editor.saving.ts';
import {
  type EditorContext,
  type EditorEmitted,
  type EditorEvent,
  type EditorInput,
  LEAVES_WHEN_SAVED,
  SAVED_TEXT,
} from './pipeline-editor.types.ts';
import { validateDraft } from './validate.ts';

/** Types, guards, actions and actors of the editor's machine. */
export const editorSetup = setup({
  types: {
    context: {} as EditorContext,
    events: {} as EditorEvent,
    input: {} as EditorInput,
    emitted: {} as EditorEmitted,
  },
  actors: {
    /** `saveLogic(calls)` of the save sequence. */
    save: fromPromise<SaveOutcome, SaveInput>(() => Promise.reject(new Error('provide save'))),
  },
  guards: {
    opensForEditing: ({ context }) => isNew(context) && context.pipeline?.status !== 'DELETED',
    canEdit: ({ context }) => editRefusal(context) === undefined,
    hasChanges: ({ context }) => hasChanges(context),
    isInvalid: ({ context }) => saveRefusal(context) !== undefined,
    isNew: ({ context }) => isNew(context),
    cannotSave: ({ context }) => saveRefusal(context) !== undefined,
    cannotDeploy: ({ context }) => deployRefusal(context) !== undefined,
    isSavedLatest: ({ context }) => isSavedLatest(context),
    isDeployedLatest: ({ context }) => isDeployedLatest(context),
    isNameEmpty: ({ context }) => context.draft.name.trim() === '',
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
    canJump: ({ context, event }) => event.type === 'edit.jump' && isStep(context, event.steps),
    asksToLeave: ({ context }) => context.leaveTarget !== undefined,
    savesDraft: ({ context }) => context.saveKind === 'draft',
    canForce: ({ context }) => editRefusal(context) === undefined,
  },
  actions: {
    edit: assign(({ context, event }) => applyEdit(context, event as EditEvent)),
    undo: assign(({ context }) => travelTo(context, context.past.length - 1)),
    redo: assign(({ context }) => travelTo(context, context.past.length + 1)),
    jump: assign(({ context, event }) => (event.type === 'edit.jump' ? travelTo(context, event.steps) : {})),
    restore: assign(({ context, event }) =>
      event.type === 'draft.restored' ? restore(context, event.stored) : {},
    ),
    beginEditing: assign(({ context }) => ({
      baseLatestVersion: context.pipeline?.latestGraphVersion ?? 0,
      failure: undefined,
      refusal: undefined,
    })),
    dropChanges: assign(({ context }) => ({
      draft: context.base,
      problems: validateDraft(context.base, context.takenNames),
      past: [],
      future: [],
      lastEdit: undefined,
      failure: undefined,
      refusal: undefined,
    })),
    loadVersion: assign(({ context, event }) => {
      if (event.type !== 'version.loaded') return {};
      return {
        base: event.draft,
        draft: event.draft,
        shownVersion: event.version,
        // What is on screen was seen: a save follows it.
        baseLatestVersion: Math.max(context.baseLatestVersion, event.version),
        baseRevision: revisionOf(context, event.draft),
        past: [],
        future: [],
        lastEdit: undefined,
        problems: validateDraft(event.draft, context.takenNames),
        nextNumber: nextNumberOf(event.draft),
        progress: emptyProgress(),
        refusal: undefined,
      };
    }),
    setNames: assign(({ context, event }) =>
      event.type === 'names.changed'
        ? { takenNames: event.takenNames, problems: validateDraft(context.draft, event.takenNames) }
        : {},
    ),
    takeAnswers: assign(({ context, event }) =>
      event.type === 'configs.checked' ? { answers: withAnswers(context, event.answers) } : {},
    ),
    // A new pipeline of this name is the one that this save has just made.
    setNamesWhileSaving: assign(({ context, event }) => {
      if (event.type !== 'names.changed') return {};
      const own = context.pipeline === undefined ? context.draft.name.trim() : undefined;
      return { takenNames: event.takenNames.filter((name) => name.trim() !== own) };
    }),
    setPipeline: assign(({ event }) =>
      event.type === 'pipeline.changed' ? { pipeline: event.pipeline } : {},
    ),
    followPipeline: assign(({ context, event }) =>
      event.type === 'pipeline.changed' ? withStored(context, event.pipeline) : {},
    ),
    tellSuperseded: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'pipeline.changed' || context.pipeline === undefined) return;
      const { latestGraphVersion: version } = event.pipeline;
      if (version > Math.max(context.pipeline.latestGraphVersion, context.baseLatestVersion))
        enqueue.emit({ type: 'editor.superseded', version });
    }),
    rememberTarget: assign(({ event }) => ({
      leaveTarget: event.type === 'leave.requested' ? event.target : undefined,
    })),
    forgetTarget: assign({ leaveTarget: undefined }),
    setSaveKind: assign(({ context }, params: { kind: SaveKind }) => ({
      saveKind: params.kind,
      savedFrom: context.draft,
      lastEdit: undefined,
    })),
    followTheirs: assign(({ context }) => ({ ...afterTheirs(context), savedFrom: context.draft })),
    adopt: assign(({ context }, params: { outcome: SaveOutcome }) => adoptSaved(context, params.outcome)),
    keepProgress: assign(({ context }, params: { outcome: SaveOutcome }) =>
      keepProgress(context, params.outcome),
    ),
    failGenerically: assign({ failure: { message: GENERIC_ERROR } }),
    tellSaved: emit(({ context }) => ({
      type: 'editor.toast' as const,
      status: 'success' as const,
      message: SAVED_TEXT[context.saveKind],
    })),
    announceSaved: emit(({ context }, params: { outcome: SaveOutcome }) => ({
      type: 'editor.saved' as const,
      kind: context.saveKind,
      pipelineId: params.outcome.ok ? params.outcome.pipelineId : '',
      graphVersion: params.outcome.ok ? params.outcome.graphVersion : 0,
      created: context.pipeline === undefined || context.progress.pipelineId !== undefined,
    })),
    tellFailure: emit(({ context }) => ({
      type: 'editor.toast' as const,
      status: 'error' as const,
      message: context.failure?.message ?? GENERIC_ERROR,
    })),
    tellLeaving: emit({ type: 'editor.toast', status: 'info', message: LEAVES_WHEN_SAVED }),
    leave: emit(({ context, event }) => ({
      type: 'editor.leave' as const,
      target: event.type === 'leave.requested' ? event.target : (context.leaveTarget ?? ''),
    })),
    askReload: emit({ type: 'editor.reload' }),
    endEditing: emit({ type: 'editor.ended' }),
  },
});
