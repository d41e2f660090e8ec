import { and, not } from 'xstate';
import { emptyProgress, type SaveKind, type SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { nextNumberOf } from './copies.ts';
import { saveInputOf } from './pipeline-editor.saving.ts';
import { editorSetup } from './pipeline-editor.setup.ts';
import { validateDraft } from './validate.ts';

const outcomeOf = ({ event }: { event: { output: SaveOutcome } }) => ({ outcome: event.output });
const save = (kind: SaveKind) => ({ type: 'setSaveKind' as const, params: { kind } });
/** The way out that was asked for while a save was under way. */
const leaveSaved = { guard: 'asksToLeave', actions: ['leave', 'forgetTarget'] } as const;
const typed = { guard: 'savesDraft', actions: 'edit' } as const;
const toDeciding = { target: '.deciding', actions: 'edit' } as const;

/** Pipeline editor (E2, E18, with undo and redo); a new pipeline (E3) is one without `pipeline`. */
export const pipelineEditorMachine = editorSetup.createMachine({
  id: 'pipelineEditor',
  context: ({ input }) => ({
    siteId: input.siteId,
    pipeline: input.pipeline,
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
    nextNumber: nextNumberOf(input.draft),
    refusal: undefined,
    lastEdit: undefined,
    saveKind: 'draft',
    savedFrom: undefined,
    progress: emptyProgress(),
    failure: undefined,
    leaveTarget: undefined,
  }),
  initial: 'opening',
  on: {
    'pipeline.changed': { actions: ['tellSuperseded', 'followPipeline'] },
    'names.changed': { actions: 'setNames' },
    'configs.checked': { actions: 'takeAnswers' },
    // With a question open, leaving waits until it is answered.
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
          { guard: 'hasChanges', target: 'confirmDiscard', actions: 'rememberTarget' },
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
          { guard: 'asksToLeave', target: 'editing', actions: ['dropChanges', 'leave', 'forgetTarget'] },
          { target: 'viewing', actions: ['dropChanges', 'endEditing'] },
        ],
      },
    },
    saving: {
      // Until it has ended this may be the save itself.
      on: {
        'pipeline.changed': { actions: 'setPipeline' },
        'names.changed': { actions: 'setNamesWhileSaving' },
        // Whoever types while a draft is saved goes on typing: it is a change of what was saved.
        'draft.name.set': typed,
        'draft.name.blurred': { ...typed, guard: and(['savesDraft', 'isNameEmpty']) },
        'draft.description.set': typed,
        'draft.versionName.set': typed,
        'graph.node.rename': typed,
        'graph.node.configure': typed,
        'graph.node.note': typed,
        // The way out is taken once it is saved; what is not saved then is asked about (R4-90).
        'leave.requested': [
          { guard: 'hasChanges', actions: ['rememberTarget', 'tellLeaving'] },
          { actions: 'leave' },
        ],
      },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => saveInputOf(context),
        onDone: [
          {
            guard: ({ context, event }) => event.output.ok && context.saveKind === 'draft',
            target: 'editing',
            actions: [
              { type: 'announceSaved', params: outcomeOf },
              { type: 'adopt', params: outcomeOf },
              'tellSaved',
            ],
          },
          {
            guard: ({ event }) => event.output.ok,
            target: 'viewing',
            actions: [
              { type: 'announceSaved', params: outcomeOf },
              { type: 'adopt', params: outcomeOf },
              'tellSaved',
              'endEditing',
            ],
          },
          {
            guard: ({ event }) => !event.output.ok && event.output.failure.code === 'STALE_VERSION',
            target: 'conflict',
            actions: { type: 'keepProgress', params: outcomeOf },
          },
          { target: 'editing', actions: [{ type: 'keepProgress', params: outcomeOf }, 'tellFailure'] },
        ],
        onError: { target: 'editing', actions: ['failGenerically', 'tellFailure'] },
      },
    },
    /** Someone else saved meanwhile: mine over theirs, theirs instead of mine, or back to editing. */
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
