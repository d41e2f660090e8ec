import type { SnapshotFrom } from 'xstate';
import { type DraftNode, sameData } from '../../src/graph/draft.ts';
import type { DraftProblem } from '../../src/graph/validate.ts';
import type { RefusedField } from '../save-sequence/save-sequence.types.ts';
import type { pipelineEditorMachine } from './pipeline-editor.machine.ts';
import {
  deployRefusal,
  editRefusal,
  hasChanges,
  holdsLeaving,
  isNew,
  listProblems,
  saveRefusal,
} from './pipeline-editor.rules.ts';
import { EDITOR_TEXTS } from './pipeline-editor.texts.ts';
import type { EditorContext, EditorEvent } from './pipeline-editor.types.ts';

export type EditorSnapshot = SnapshotFrom<typeof pipelineEditorMachine>;

/** True also while a dialog is open. */
export const selectIsEditing = (snapshot: EditorSnapshot): boolean => !snapshot.matches('viewing');
export const selectDraft = (snapshot: EditorSnapshot) => snapshot.context.draft;

const getCurrentValue = (node: DraftNode, { field }: RefusedField): unknown =>
  field.startsWith('config.') ? node.config[field.split('.')[1] ?? ''] : node.name;

/** Fields refused in the last save and unchanged since. They do not prevent another save. */
export const selectRefused = ({ context }: { context: EditorContext }): DraftProblem[] =>
  (context.failure?.refused ?? []).flatMap((refused) => {
    const node = context.draft.nodes[refused.nodeId];
    if (!node || !sameData(getCurrentValue(node, refused), refused.value)) return [];
    const { nodeId, field, message } = refused;
    return [
      {
        rule: 'refused',
        nodeId,
        field,
        message: `'${node.name}': ${message}`,
        fix: 'Correct the field and save again',
      },
    ];
  });

/** Each field once. */
export function selectAllProblems(snapshot: { context: EditorContext }): DraftProblem[] {
  const problems = listProblems(snapshot.context);
  const isNamed = ({ nodeId, field }: DraftProblem) =>
    problems.some((one) => one.nodeId === nodeId && one.field === field);
  return [...problems, ...selectRefused(snapshot).filter((refused) => !isNamed(refused))];
}

export const selectIsDirty = (snapshot: EditorSnapshot): boolean => hasChanges(snapshot.context);
export const selectIsNew = (snapshot: EditorSnapshot): boolean => isNew(snapshot.context);
export const selectIsSaving = (snapshot: EditorSnapshot): boolean =>
  snapshot.matches('saving') || snapshot.matches('merging');

/** During a deployment, only the confirmed changes may be deployed. */
export const selectTypingRefusal = (snapshot: EditorSnapshot): string | undefined =>
  selectIsSaving(snapshot) && snapshot.context.saveKind !== 'draft'
    ? 'Editing is locked until the deployment you confirmed has started'
    : undefined;

/** Ask before leaving, and warn on unload. */
export const selectIsArmed = (snapshot: EditorSnapshot): boolean =>
  selectIsEditing(snapshot) && holdsLeaving(snapshot.context);

/** Text of the question before leaving. */
export function selectDiscardText({ context }: EditorSnapshot): string {
  const { name } = context.draft;
  const refusal = saveRefusal(context);
  if (hasChanges(context) || refusal === undefined) return EDITOR_TEXTS.discardText(name);
  return `${refusal}. Pipeline ${name} cannot be deployed like this. Do you want to leave it?`;
}

/** A reload would lose unsaved changes or undo history. */
export const selectMayBeKept = (snapshot: EditorSnapshot): boolean => {
  const { past, future } = snapshot.context;
  return selectIsEditing(snapshot) && (past.length > 0 || future.length > 0 || hasChanges(snapshot.context));
};

export const selectUndoLabel = (snapshot: EditorSnapshot) => snapshot.context.past.at(-1)?.label;
export const selectRedoLabel = (snapshot: EditorSnapshot) => snapshot.context.future.at(-1)?.label;

/** `others` counts the steps between this one and the current state. */
export type HistoryEntry = { steps: number; label: string; isUndone: boolean; others: number };

/** Undo steps, newest first, then redo steps, next first. */
export function selectHistory({ context: { past, future } }: EditorSnapshot): HistoryEntry[] {
  const undos = past.toReversed().map(({ label }, others) => ({
    steps: past.length - others - 1,
    label,
    isUndone: false,
    others,
  }));
  const redos = future.toReversed().map(({ label }, others) => ({
    steps: past.length + others + 1,
    label,
    isUndone: true,
    others,
  }));
  return [...undos, ...redos];
}

export type EditorDialog =
  | 'confirmDeploy'
  | 'noChange.saved'
  | 'noChange.deployed'
  | 'confirmDiscard'
  | 'conflict';

export function selectDialog(snapshot: EditorSnapshot): EditorDialog | undefined {
  if (snapshot.matches('confirmDeploy')) return 'confirmDeploy';
  if (snapshot.matches({ noChange: 'saved' })) return 'noChange.saved';
  if (snapshot.matches({ noChange: 'deployed' })) return 'noChange.deployed';
  if (snapshot.matches('confirmDiscard')) return 'confirmDiscard';
  return snapshot.matches('conflict') ? 'conflict' : undefined;
}

/** Undefined when the event is possible. */
export function findReason(snapshot: EditorSnapshot, event: EditorEvent): string | undefined {
  if (snapshot.can(event)) return undefined;
  const { context } = snapshot;
  if (selectIsSaving(snapshot)) return 'The pipeline is being saved; wait until it is done';
  if (snapshot.matches('confirmDeploy') && event.type === 'deploy.confirm') return deployRefusal(context);
  if (selectDialog(snapshot)) return 'Answer the open question first';
  if (snapshot.matches('viewing')) {
    const refusal = editRefusal(context);
    if (event.type === 'edit.start') return refusal ?? 'Edit mode cannot start now';
    return refusal ?? 'Edit the pipeline first';
  }
  switch (event.type) {
    case 'edit.start':
      return 'The pipeline is being edited already';
    case 'edit.cancel':
      return 'A new pipeline has no version to go back to; leave the page instead';
    case 'edit.undo':
      return 'Nothing to undo';
    case 'edit.redo':
      return 'Nothing to redo';
    case 'edit.jump':
      return context.past.length + context.future.length > 0
        ? 'This step is already on screen, or no longer kept'
        : 'Nothing to undo';
    case 'save.draft':
      return saveRefusal(context);
    case 'save.deploy':
      return deployRefusal(context);
    case 'draft.name.blurred':
      return 'The pipeline has a name';
    case 'version.loaded':
      return 'Save or discard the changes to show another version';
    default:
      return 'This does not apply now';
  }
}
