import { type Draft, type DraftNode, isTemporaryId } from './draft.ts';
import * as graph from './graph.ts';
import type { DraftEvent, EditorContext, GraphEvent, NewNode } from './pipeline-editor.types.ts';
import { DEFAULT_PIPELINE_NAME, UNDO_LIMIT } from './pipeline-editor.types.ts';
import { validateDraft } from './validate.ts';

export type EditEvent = DraftEvent | GraphEvent;

type Plan = { edited: graph.Edited; label: string; usedNumber?: boolean };

const nameOf = (draft: Draft, id: string): string => draft.nodes[id]?.name ?? 'node';

function planGraph(context: EditorContext, event: GraphEvent): Plan {
  const { draft } = context;
  const placed = (node: NewNode): DraftNode => ({ ...node, id: node.id ?? `new-${context.nextNumber}` });
  switch (event.type) {
    case 'graph.node.add': {
      const node = placed(event.node);
      const edited =
        event.afterId === undefined ? graph.addNode(draft, node) : graph.addAfter(draft, event.afterId, node);
      return { edited, label: `Add ${node.name}`, usedNumber: true };
    }
    case 'graph.node.insert': {
      const node = placed(event.node);
      return {
        edited: graph.insertOnEdge(draft, event.fromId, event.toId, node),
        label: `Insert ${node.name}`,
        usedNumber: true,
      };
    }
    case 'graph.node.remove': {
      const [only] = event.nodeIds;
      const label =
        event.nodeIds.length === 1 && only
          ? `Remove ${nameOf(draft, only)}`
          : `Remove ${event.nodeIds.length} nodes`;
      return { edited: graph.removeNodes(draft, event.nodeIds), label };
    }
    case 'graph.node.rename':
      return {
        edited: graph.renameNode(draft, event.nodeId, event.name),
        label: `Rename ${nameOf(draft, event.nodeId)}`,
      };
    case 'graph.node.configure':
      return {
        edited: graph.setConfig(draft, event.nodeId, event.config, event.formProblems),
        label: `Configure ${nameOf(draft, event.nodeId)}`,
      };
    case 'graph.node.note':
      return {
        edited: graph.setNotes(draft, event.nodeId, event.notes),
        label: `Note on ${nameOf(draft, event.nodeId)}`,
      };
    case 'graph.node.toggle': {
      const verb = draft.meta[event.nodeId]?.disabled ? 'Enable' : 'Disable';
      return {
        edited: graph.toggleDisabled(draft, event.nodeId),
        label: `${verb} ${nameOf(draft, event.nodeId)}`,
      };
    }
    case 'graph.node.duplicate':
      return {
        edited: graph.duplicate(draft, event.nodeId, `new-${context.nextNumber}`),
        label: `Duplicate ${nameOf(draft, event.nodeId)}`,
        usedNumber: true,
      };
    case 'graph.connect':
      return {
        edited: graph.connect(draft, event.fromId, event.toId),
        label: `Connect ${nameOf(draft, event.fromId)} to ${nameOf(draft, event.toId)}`,
      };
    case 'graph.disconnect':
      return {
        edited: graph.disconnect(draft, event.fromId, event.toId),
        label: `Disconnect ${nameOf(draft, event.fromId)} from ${nameOf(draft, event.toId)}`,
      };
  }
}

function plan(context: EditorContext, event: EditEvent): Plan {
  const { draft } = context;
  switch (event.type) {
    case 'draft.name.set':
      return { edited: { draft: { ...draft, name: event.name } }, label: 'Rename pipeline' };
    case 'draft.name.blurred': {
      // R2.4-35 … R2.4-37: an emptied name becomes the first free default name.
      const name =
        draft.name.trim() === '' ? graph.freeName(DEFAULT_PIPELINE_NAME, context.takenNames, 1) : draft.name;
      return { edited: { draft: { ...draft, name } }, label: 'Rename pipeline' };
    }
    case 'draft.description.set':
      return { edited: { draft: { ...draft, description: event.description } }, label: 'Change description' };
    case 'draft.versionName.set':
      return {
        edited: { draft: { ...draft, versionName: event.versionName } },
        label: 'Change version name',
      };
    case 'draft.restored':
      return { edited: { draft: event.draft }, label: 'Restore unsaved changes' };
    default:
      return planGraph(context, event);
  }
}

/** Number of the next temporary id, beyond every one the draft holds. */
export const nextNumberOf = (draft: Draft): number =>
  Math.max(
    0,
    ...Object.keys(draft.nodes)
      .filter(isTemporaryId)
      .map((id) => Number(id.slice(4)) || 0),
  ) + 1;

/** Typing in one field is one step: consecutive edits of the same text fold into the first. */
const FOLDED = new Set<EditEvent['type']>([
  'draft.name.set',
  'draft.description.set',
  'draft.versionName.set',
  'graph.node.rename',
  'graph.node.configure',
  'graph.node.note',
]);

type Changes = Pick<
  EditorContext,
  'draft' | 'past' | 'future' | 'problems' | 'nextNumber' | 'refusal' | 'lastEdit'
>;

const foldKeyOf = (event: EditEvent): string | undefined =>
  FOLDED.has(event.type) ? `${event.type} ${'nodeId' in event ? event.nodeId : ''}` : undefined;

/** The context after an edit: a new undo step, or the reason the edit is not possible. */
export function applyEdit(context: EditorContext, event: EditEvent): Partial<Changes> {
  const { edited, label, usedNumber } = plan(context, event);
  if (edited.draft === undefined) return { refusal: edited.error };
  const { draft } = edited;
  const lastEdit = foldKeyOf(event);
  const folds = lastEdit !== undefined && lastEdit === context.lastEdit && context.past.length > 0;
  return {
    draft,
    past: folds ? context.past : [...context.past, { label, draft: context.draft }].slice(-UNDO_LIMIT),
    future: [],
    problems: validateDraft(draft, context.takenNames),
    nextNumber: Math.max(context.nextNumber + (usedNumber ? 1 : 0), nextNumberOf(draft)),
    refusal: undefined,
    lastEdit,
  };
}

/** One step back (`past` to `future`) or forward again. */
export function travel(context: EditorContext, direction: 'undo' | 'redo'): Partial<Changes> {
  const from = direction === 'undo' ? context.past : context.future;
  const step = from.at(-1);
  if (!step) return {};
  const rest = from.slice(0, -1);
  const opposite = { label: step.label, draft: context.draft };
  return {
    draft: step.draft,
    past: direction === 'undo' ? rest : [...context.past, opposite],
    future: direction === 'undo' ? [...context.future, opposite] : rest,
    problems: validateDraft(step.draft, context.takenNames),
    refusal: undefined,
    lastEdit: undefined,
  };
}
