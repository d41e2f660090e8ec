import { and, assign, emit, enqueueActions, fromPromise, not, setup } from 'xstate';
import { nextNumberOf } from '../../src/graph/copies.ts';
import { validateDraft } from '../../src/graph/validate.ts';
import {
  createEmptyProgress,
  GENERIC_ERROR,
  type SaveInput,
  type SaveKind,
  type SaveOutcome,
} from '../save-sequence/save-sequence.types.ts';
import { applyEdit, type EditEvent, restore, travelTo } from './pipeline-editor.edits.ts';
import { describeMerge, mergeTheirs } from './pipeline-editor.merging.ts';
import {
  addAnswers,
  deployRefusal,
  editRefusal,
  hasChanges,
  holdsLeaving,
  isDeployedLatest,
  isNew,
  isSavedLatest,
  isStep,
  saveRefusal,
} from './pipeline-editor.rules.ts';
import {
  adoptSaved,
  adoptStoredDetails,
  adoptTheirVersions,
  buildSaveInput,
  chooseRevision,
  keepProgress,
} from './pipeline-editor.saving.ts';
import {
  type EditorContext,
  type EditorEmitted,
  type EditorEvent,
  type EditorInput,
  LEAVES_WHEN_SAVED,
  SAVED_TEXT,
  type TheirVersion,
} from './pipeline-editor.types.ts';

const editorSetup = setup({
  types: {
    context: {} as EditorContext,
    events: {} as EditorEvent,
    input: {} as EditorInput,
    emitted: {} as EditorEmitted,
  },
  actors: {
    /** Provided as `saveLogic(calls)` of the save sequence. */
    save: fromPromise<SaveOutcome, SaveInput>(() => Promise.reject(new Error('provide save'))),
    /** Reads the latest version. Without one, the person decides what to keep. */
    readTheirs: fromPromise<TheirVersion | undefined, { pipelineId: string | undefined }>(() =>
      Promise.resolve(undefined),
    ),
  },
  guards: {
    opensForEditing: ({ context }) =>
      isNew(context) && context.pipeline?.status !== 'DELETED' && context.accessRefusal === undefined,
    canEdit: ({ context }) => editRefusal(context) === undefined,
    hasChanges: ({ context }) => hasChanges(context),
    holdsLeaving: ({ context }) => holdsLeaving(context),
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
        // The user has seen this version, so a save may follow it.
        baseLatestVersion: Math.max(context.baseLatestVersion, event.version),
        baseRevision: chooseRevision(context, event.draft),
        past: [],
        future: [],
        lastEdit: undefined,
        problems: validateDraft(event.draft, context.takenNames),
        nextNumber: nextNumberOf(event.draft),
        progress: createEmptyProgress(),
        refusal: undefined,
      };
    }),
    setNames: assign(({ context, event }) =>
      event.type === 'names.changed'
        ? { takenNames: event.takenNames, problems: validateDraft(context.draft, event.takenNames) }
        : {},
    ),
    takeAnswers: assign(({ context, event }) =>
      event.type === 'configs.checked'
        ? { answers: addAnswers(context, event.answers), refused: event.refused ?? context.refused }
        : {},
    ),
    // While a new pipeline is saved, its own name appears among the taken ones.
    setNamesWhileSaving: assign(({ context, event }) => {
      if (event.type !== 'names.changed') return {};
      const own = context.pipeline === undefined ? context.draft.name.trim() : undefined;
      return { takenNames: event.takenNames.filter((name) => name.trim() !== own) };
    }),
    setPipeline: assign(({ event }) =>
      event.type === 'pipeline.changed' ? { pipeline: event.pipeline } : {},
    ),
    followPipeline: assign(({ context, event }) =>
      event.type === 'pipeline.changed' ? adoptStoredDetails(context, event.pipeline) : {},
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
    followTheirs: assign(({ context }) => ({ ...adoptTheirVersions(context), savedFrom: context.draft })),
    adoptMerged: assign(
      ({ context }, params: { theirs: TheirVersion | undefined }) =>
        mergeTheirs(context, params.theirs) ?? {},
    ),
    tellMerged: emit(({ context }, params: { theirs: TheirVersion | undefined }) => ({
      type: 'editor.toast' as const,
      status: 'info' as const,
      message: params.theirs ? describeMerge(context, params.theirs) : '',
    })),
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
      message: describeFailure(context),
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

/** A failed deployment begins with the generic error; the reason follows. */
function describeFailure({ saveKind, failure }: EditorContext): string {
  const reason = failure?.message ?? GENERIC_ERROR;
  return saveKind === 'draft' || reason === GENERIC_ERROR ? reason : `${GENERIC_ERROR} ${reason}`;
}

const getOutcomeOfEvent = ({ event }: { event: { output: SaveOutcome } }) => ({ outcome: event.output });
const getTheirsOfEvent = ({ event }: { event: { output: TheirVersion | undefined } }) => ({
  theirs: event.output,
});
const adoptTheirs = [
  { type: 'tellMerged' as const, params: getTheirsOfEvent },
  { type: 'adoptMerged' as const, params: getTheirsOfEvent },
] as const;
const save = (kind: SaveKind) => ({ type: 'setSaveKind' as const, params: { kind } });
/** Takes the navigation requested during the save. */
const leaveSaved = { guard: 'asksToLeave', actions: ['leave', 'forgetTarget'] } as const;
const typed = { guard: 'savesDraft', actions: 'edit' } as const;
const toDeciding = { target: '.deciding', actions: 'edit' } as const;

/** A new pipeline has no `pipeline` yet. */
export const pipelineEditorMachine = editorSetup.createMachine({
  id: 'pipelineEditor',
  context: ({ input }) => ({
    siteId: input.siteId,
    pipeline: input.pipeline,
    accessRefusal: input.accessRefusal,
    takenNames: input.takenNames,
    base: input.draft,
    draft: input.draft,
    shownVersion: input.shownVersion,
    baseLatestVersion: input.pipeline?.latestGraphVersion ?? 0,
    baseRevision: input.pipeline?.revision,
    past: [],
    future: [],
    problems: validateDraft(input.draft, input.takenNames),
    answers: [],
    refused: [],
    nextNumber: nextNumberOf(input.draft),
    refusal: undefined,
    lastEdit: undefined,
    saveKind: 'draft',
    savedFrom: undefined,
    progress: createEmptyProgress(),
    failure: undefined,
    leaveTarget: undefined,
  }),
  initial: 'opening',
  on: {
    'pipeline.changed': { actions: ['tellSuperseded', 'followPipeline'] },
    'names.changed': { actions: 'setNames' },
    'configs.checked': { actions: 'takeAnswers' },
    'leave.requested': [{ guard: 'hasChanges' }, { actions: 'leave' }],
  },
  states: {
    opening: {
      always: [{ guard: 'opensForEditing', target: 'editing' }, { target: 'viewing' }],
    },
    viewing: {
      always: leaveSaved,
      on: {
        'edit.start': { guard: 'canEdit', target: 'editing', actions: 'beginEditing' },
        'version.loaded': { actions: 'loadVersion' },
      },
    },
    editing: {
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: and(['asksToLeave', 'hasChanges']), target: '#pipelineEditor.confirmDiscard' },
            leaveSaved,
            { guard: 'isInvalid', target: 'invalid' },
            { guard: 'hasChanges', target: 'dirty' },
            { target: 'clean' },
          ],
        },
        clean: {},
        dirty: {},
        invalid: {},
      },
      on: {
        'draft.name.set': toDeciding,
        'draft.name.blurred': { ...toDeciding, guard: 'isNameEmpty' },
        'draft.description.set': toDeciding,
        'draft.versionName.set': toDeciding,
        'draft.restored': { target: '.deciding', actions: 'restore' },
        'graph.node.add': toDeciding,
        'graph.node.insert': toDeciding,
        'graph.node.remove': toDeciding,
        'graph.node.rename': toDeciding,
        'graph.node.configure': toDeciding,
        'graph.node.note': toDeciding,
        'graph.node.toggle': toDeciding,
        'graph.node.duplicate': toDeciding,
        'graph.paste': toDeciding,
        'graph.connect': toDeciding,
        'graph.merge': toDeciding,
        'graph.reconnect': toDeciding,
        'graph.disconnect': toDeciding,
        'edit.undo': { guard: 'canUndo', target: '.deciding', actions: 'undo' },
        'edit.redo': { guard: 'canRedo', target: '.deciding', actions: 'redo' },
        'edit.jump': { guard: 'canJump', target: '.deciding', actions: 'jump' },
        'names.changed': { target: '.deciding', actions: 'setNames' },
        'configs.checked': { target: '.deciding', actions: 'takeAnswers' },
        'version.loaded': { guard: not('hasChanges'), target: '.deciding', actions: 'loadVersion' },
        'edit.cancel': [
          { guard: 'isNew' },
          { guard: 'hasChanges', target: 'confirmDiscard', actions: 'forgetTarget' },
          { target: 'viewing', actions: 'endEditing' },
        ],
        'leave.requested': [
          { guard: 'holdsLeaving', target: 'confirmDiscard', actions: 'rememberTarget' },
          { actions: 'leave' },
        ],
        'save.draft': [
          { guard: 'cannotSave' },
          { guard: 'isSavedLatest', target: 'noChange.saved' },
          { target: 'saving', actions: save('draft') },
        ],
        'save.deploy': [
          { guard: 'cannotDeploy' },
          { guard: 'isDeployedLatest', target: 'noChange.deployed' },
          { target: 'confirmDeploy' },
        ],
      },
    },
    confirmDeploy: {
      on: {
        'dialog.cancel': 'editing',
        'deploy.confirm': { guard: not('cannotDeploy'), target: 'saving', actions: save('deploy') },
      },
    },
    noChange: {
      initial: 'saved',
      states: {
        saved: { on: { 'noChange.done': { target: '#pipelineEditor.viewing', actions: 'endEditing' } } },
        deployed: {
          on: {
            'noChange.forceDeploy': {
              guard: 'canForce',
              target: '#pipelineEditor.saving',
              actions: save('force'),
            },
          },
        },
      },
      on: { 'noChange.keepEditing': 'editing', 'dialog.cancel': 'editing' },
    },
    confirmDiscard: {
      on: {
        'dialog.cancel': { target: 'editing', actions: 'forgetTarget' },
        'discard.confirm': [
          // Editing ends, or the invalid graph would hold the navigation again.
          {
            guard: and(['asksToLeave', not('hasChanges')]),
            target: 'viewing',
            actions: ['leave', 'forgetTarget'],
          },
          { guard: 'asksToLeave', target: 'editing', actions: ['dropChanges', 'leave', 'forgetTarget'] },
          { target: 'viewing', actions: ['dropChanges', 'endEditing'] },
        ],
      },
    },
    saving: {
      // Until the save ends, a changed pipeline may be the save's own result.
      on: {
        'pipeline.changed': { actions: 'setPipeline' },
        'names.changed': { actions: 'setNamesWhileSaving' },
        // Typing continues while a draft is saved, as a change to the saved draft.
        'draft.name.set': typed,
        'draft.name.blurred': { ...typed, guard: and(['savesDraft', 'isNameEmpty']) },
        'draft.description.set': typed,
        'draft.versionName.set': typed,
        'graph.node.rename': typed,
        'graph.node.configure': typed,
        'graph.node.note': typed,
        // Leaves after the save; asks first if there are newer changes.
        'leave.requested': [
          { guard: 'hasChanges', actions: ['rememberTarget', 'tellLeaving'] },
          { actions: 'leave' },
        ],
      },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => buildSaveInput(context),
        onDone: [
          {
            guard: ({ context, event }) => event.output.ok && context.saveKind === 'draft',
            target: 'editing',
            actions: [
              { type: 'announceSaved', params: getOutcomeOfEvent },
              { type: 'adopt', params: getOutcomeOfEvent },
              'tellSaved',
            ],
          },
          {
            guard: ({ event }) => event.output.ok,
            target: 'viewing',
            actions: [
              { type: 'announceSaved', params: getOutcomeOfEvent },
              { type: 'adopt', params: getOutcomeOfEvent },
              'tellSaved',
              'endEditing',
            ],
          },
          {
            guard: ({ event }) => !event.output.ok && event.output.failure.code === 'STALE_VERSION',
            target: 'merging',
            actions: { type: 'keepProgress', params: getOutcomeOfEvent },
          },
          {
            target: 'editing',
            actions: [{ type: 'keepProgress', params: getOutcomeOfEvent }, 'tellFailure'],
          },
        ],
        onError: { target: 'editing', actions: ['failGenerically', 'tellFailure'] },
      },
    },
    /** Someone else saved. Changes to different nodes are put together; a deployment is confirmed again. */
    merging: {
      on: {
        'pipeline.changed': { actions: 'setPipeline' },
        'draft.name.set': typed,
        'draft.description.set': typed,
        'draft.versionName.set': typed,
        'graph.node.rename': typed,
        'graph.node.configure': typed,
        'graph.node.note': typed,
      },
      invoke: {
        id: 'readTheirs',
        src: 'readTheirs',
        input: ({ context }) => ({ pipelineId: context.pipeline?.id }),
        onDone: [
          {
            guard: ({ context, event }) => mergeTheirs(context, event.output) === undefined,
            target: 'conflict',
          },
          {
            guard: ({ context }) => context.saveKind === 'draft',
            target: 'saving',
            actions: adoptTheirs,
          },
          { target: 'confirmDeploy', actions: [...adoptTheirs, 'forgetTarget'] },
        ],
        onError: 'conflict',
      },
    },
    /** Someone else saved: overwrite, take theirs, or return to editing. */
    conflict: {
      entry: 'forgetTarget',
      on: {
        'conflict.keepMine': { target: 'saving', actions: 'followTheirs' },
        'conflict.takeTheirs': { target: 'viewing', actions: ['dropChanges', 'askReload', 'endEditing'] },
        'dialog.cancel': 'editing',
        'pipeline.changed': { actions: 'setPipeline' },
      },
    },
  },
});
