import { freeName } from '../../src/contract/values.ts';
import { duplicate, idsFrom, nextNumberOf, paste } from '../../src/graph/copies.ts';
import { type Draft, type DraftNode, isChanged } from '../../src/graph/draft.ts';
import * as graph from '../../src/graph/edits.ts';
import { outputTitle } from '../../src/graph/outputs.ts';
import { validateDraft } from '../../src/graph/validate.ts';
import { predecessorsOf, successorsOf } from '../../src/graph/walk.ts';
import type {
  DraftEvent,
  EditedPipeline,
  EditorContext,
  EditStep,
  GraphEvent,
  KeptDraft,
  NewNode,
} from './pipeline-editor.types.ts';
import { DEFAULT_PIPELINE_NAME, UNDO_LIMIT } from './pipeline-editor.types.ts';

export type EditEvent = DraftEvent | GraphEvent;

export const RESTORE_LABEL = 'Restore unsaved changes';

type Plan = { edited: graph.Edited; label: string };

const getNodeName = (draft: Draft, id: string): string => draft.nodes[id]?.name ?? 'node';
const formatNodesLabel = (draft: Draft, ids: readonly string[]): string =>
  ids.length === 1 ? getNodeName(draft, ids[0] ?? '') : `${ids.length} nodes`;
const formatByOutput = (output: string | undefined): string =>
  output === undefined ? '' : ` by ${outputTitle(output)}`;

/** Names the reconnected neighbors: `Remove Drop noise, connect Access logs to Archive`. */
function removeLabel(draft: Draft, ids: readonly string[]): string {
  const label = `Remove ${formatNodesLabel(draft, ids)}`;
  const [only] = ids;
  if (only === undefined || ids.length > 1 || draft.nodes[only]?.nodeType !== 'TRANSFORM') return label;
  const [from, ...moreBefore] = predecessorsOf(draft, only);
  const [to, ...moreAfter] = successorsOf(draft, only);
  if (from === undefined || to === undefined) return label;
  const more = moreBefore.length + moreAfter.length > 0;
  return more
    ? `${label}, connect its neighbors`
    : `${label}, connect ${getNodeName(draft, from)} to ${getNodeName(draft, to)}`;
}

function planGraph(context: EditorContext, event: GraphEvent): Plan {
  const { draft } = context;
  const newId = idsFrom(context.nextNumber);
  const placed = (node: NewNode): DraftNode => ({ ...node, id: node.id ?? newId() });
  switch (event.type) {
    case 'graph.node.add': {
      const node = placed(event.node);
      const { afterId, leadsTo = [] } = event;
      const added =
        afterId === undefined ? graph.addNode(draft, node) : graph.addAfter(draft, afterId, node, event);
      const edited = leadsTo.reduce(
        (before, toId) => (before.draft ? graph.connect(before.draft, node.id, toId) : before),
        added,
      );
      return { edited, label: `Add ${node.name}` };
    }
    case 'graph.node.insert': {
      const node = placed(event.node);
      const { fromId, toId } = event;
      return {
        edited: graph.insertOnEdge(draft, fromId, toId, node),
        label: `Insert ${node.name} between ${getNodeName(draft, fromId)} and ${getNodeName(draft, toId)}`,
      };
    }
    case 'graph.node.remove':
      return {
        edited: graph.removeNodes(draft, event.nodeIds),
        label: removeLabel(draft, event.nodeIds),
      };
    case 'graph.node.rename':
      return {
        edited: graph.renameNode(draft, event.nodeId, event.name),
        label: `Rename ${getNodeName(draft, event.nodeId)}`,
      };
    case 'graph.node.configure':
      return {
        edited: graph.setConfig(draft, event.nodeId, event.config, event.formProblems),
        label: event.step ?? `Configure ${getNodeName(draft, event.nodeId)}`,
      };
    case 'graph.node.note':
      return {
        edited: graph.setNotes(draft, event.nodeId, event.notes),
        label: `Note on ${getNodeName(draft, event.nodeId)}`,
      };
    case 'graph.node.toggle': {
      const isOff = event.nodeIds.every((id) => draft.meta[id]?.disabled);
      return {
        edited: graph.toggleDisabled(draft, event.nodeIds),
        label: `${isOff ? 'Enable' : 'Disable'} ${formatNodesLabel(draft, event.nodeIds)}`,
      };
    }
    case 'graph.node.duplicate':
      return {
        edited: duplicate(draft, event.nodeIds, newId),
        label: `Duplicate ${formatNodesLabel(draft, event.nodeIds)}`,
      };
    case 'graph.paste': {
      const [only, second] = event.clip.nodes;
      return {
        edited: paste(draft, event.clip, newId, event),
        label: `Paste ${only && !second ? only.name : `${event.clip.nodes.length} nodes`}`,
      };
    }
    case 'graph.connect':
      return {
        edited: graph.connect(draft, event.fromId, event.toId, event.output),
        label: `Connect ${getNodeName(draft, event.fromId)} to ${getNodeName(draft, event.toId)}${formatByOutput(event.output)}`,
      };
    case 'graph.merge':
      return {
        edited: graph.connectAll(draft, event.fromIds, event.toId),
        label: `Merge ${formatNodesLabel(draft, event.fromIds)} into ${getNodeName(draft, event.toId)}`,
      };
    case 'graph.reconnect': {
      const { fromId, toId, newToId, output } = event;
      return {
        edited: graph.reconnect(draft, fromId, toId, newToId, output),
        label: `Reconnect ${getNodeName(draft, fromId)} from ${getNodeName(draft, toId)} to ${getNodeName(draft, newToId)}`,
      };
    }
    case 'graph.disconnect':
      return {
        edited: graph.disconnect(draft, event.fromId, event.toId, event.output),
        label: `Disconnect ${getNodeName(draft, event.fromId)} from ${getNodeName(draft, event.toId)}${formatByOutput(event.output)}`,
      };
  }
}

function plan(context: EditorContext, event: EditEvent): Plan {
  const { draft } = context;
  switch (event.type) {
    case 'draft.name.set':
      return { edited: { draft: { ...draft, name: event.name } }, label: 'Rename pipeline' };
    case 'draft.name.blurred': {
      // An empty name becomes the first free default name.
      const name =
        draft.name.trim() === '' ? freeName(DEFAULT_PIPELINE_NAME, context.takenNames, 1) : draft.name;
      return { edited: { draft: { ...draft, name } }, label: 'Rename pipeline' };
    }
    case 'draft.description.set':
      return { edited: { draft: { ...draft, description: event.description } }, label: 'Change description' };
    case 'draft.versionName.set':
      return {
        edited: { draft: { ...draft, versionName: event.versionName } },
        label: 'Change version name',
      };
    default:
      return planGraph(context, event);
  }
}

/** Consecutive edits of the same text field make one undo step. */
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

const foldKeyOf = (event: EditEvent): string | undefined => {
  if (!FOLDED.has(event.type) || ('step' in event && event.step !== undefined)) return undefined;
  return `${event.type} ${'nodeId' in event ? event.nodeId : ''}`;
};

export function applyEdit(context: EditorContext, event: EditEvent): Partial<Changes> {
  const { edited, label } = plan(context, event);
  if (edited.draft === undefined) return { refusal: edited.error };
  const { draft } = edited;
  const lastEdit = foldKeyOf(event);
  const folds = lastEdit !== undefined && lastEdit === context.lastEdit && context.past.length > 0;
  return {
    draft,
    past: folds ? context.past : [...context.past, { label, draft: context.draft }].slice(-UNDO_LIMIT),
    future: [],
    problems: validateDraft(draft, context.takenNames),
    nextNumber: Math.max(context.nextNumber, nextNumberOf(draft)),
    refusal: undefined,
    lastEdit,
  };
}

const moveOneStep = ({ draft, past, future }: Line, isBack: boolean): Line => {
  const from = isBack ? past : future;
  const step = from.at(-1);
  if (!step) return { draft, past, future };
  const rest = from.slice(0, -1);
  const opposite = { label: step.label, draft };
  return {
    draft: step.draft,
    past: isBack ? rest : [...past, opposite],
    future: isBack ? [...future, opposite] : rest,
  };
};

type Line = { draft: Draft; past: EditStep[]; future: EditStep[] };

/** Undoes or redoes until `past` has this many steps. */
export function travelTo(context: EditorContext, steps: number): Partial<Changes> {
  let line: Line = { draft: context.draft, past: context.past, future: context.future };
  const wanted = Math.min(Math.max(steps, 0), line.past.length + line.future.length);
  while (line.past.length !== wanted) line = moveOneStep(line, line.past.length > wanted);
  return {
    ...line,
    problems: validateDraft(line.draft, context.takenNames),
    refusal: undefined,
    lastEdit: undefined,
  };
}

const goingOnWith = (context: EditorContext, made: EditedPipeline): Partial<EditorContext> => {
  const { name = context.base.name, description = context.base.description } = made;
  return { pipeline: made, baseRevision: made.revision, base: { ...context.base, name, description } };
};

/** Adds an undo step to the saved graph if the history does not start there. */
export function restore(
  context: EditorContext,
  { draft, past = [], future = [], made }: KeptDraft,
): Partial<EditorContext> {
  const [first] = past;
  const leadsBack = first ? !isChanged(first.draft, context.base) : !isChanged(draft, context.base);
  const steps: EditStep[] = leadsBack ? [...past] : [{ label: RESTORE_LABEL, draft: context.base }, ...past];
  return {
    ...(made && context.pipeline === undefined ? goingOnWith(context, made) : {}),
    draft,
    past: steps,
    future: [...future],
    problems: validateDraft(draft, context.takenNames),
    nextNumber: nextNumberOf(draft, ...[...past, ...future].map((step) => step.draft)),
    refusal: undefined,
    lastEdit: undefined,
  };
}
