import {
  type Draft,
  type DraftNode,
  detailsChanged,
  dirtyTransforms,
  graphChanged,
  isTemporaryId,
  normalEdges,
  sameData,
  storedNode,
  withSavedIds,
} from '../pipeline-editor/draft.ts';
import type {
  IdMap,
  NewTransform,
  SaveInput,
  SaveProgress,
  TransformContent,
} from './save-sequence.types.ts';

/** What is sent of a transform: the id is removed (R7-59) and so are the form's marks (R3-22). */
export function contentOf(node: DraftNode): TransformContent {
  const { id: _id, ...content } = storedNode(node);
  return content;
}

/** What is sent of a transform: its content and, when it was saved before, the lineage it goes on. */
export function newTransformOf(node: DraftNode, { meta }: Draft): NewTransform {
  const lineageId = meta[node.id]?.lineageId ?? (isTemporaryId(node.id) ? undefined : node.id);
  return { ...contentOf(node), ...(lineageId === undefined ? {} : { lineageId }) };
}

type Facts = Pick<SaveInput, 'kind' | 'draft' | 'base' | 'saveUnchanged' | 'shownVersion'> & {
  progress: SaveProgress;
};

/** Transforms to create now: dirty, and not received for this very content in an earlier try. */
export const transformsToCreate = ({ draft, base, progress }: Facts): DraftNode[] =>
  dirtyTransforms(draft, base).filter((node) => {
    const received = progress.transforms[node.id];
    return !received || !sameData(received.content, contentOf(node));
  });

export const needsDetails = ({ draft, base, progress }: Facts): boolean => {
  const { name, description } = progress.details ?? base;
  return detailsChanged(draft, { ...base, name, description });
};

/** True when a graph version must be written. */
export const needsGraph = ({ kind, draft, base, saveUnchanged, shownVersion }: Facts): boolean =>
  kind !== 'force' && (saveUnchanged || shownVersion === 0 || graphChanged(draft, base));

/** Node ids of the draft to the ids received, for the transforms whose content was accepted. */
export function idMapOf({ draft, base, progress }: Facts): IdMap {
  const ids: IdMap = {};
  for (const node of dirtyTransforms(draft, base)) {
    const received = progress.transforms[node.id];
    if (received && sameData(received.content, contentOf(node))) ids[node.id] = received.id;
  }
  return ids;
}

/** The draft as it is stored: the service's ids, no form marks, trimmed name. */
export function savedDraft(facts: Facts): Draft {
  const draft = withSavedIds(facts.draft, idMapOf(facts));
  return {
    ...draft,
    name: draft.name.trim(),
    nodes: Object.fromEntries(Object.entries(draft.nodes).map(([id, node]) => [id, storedNode(node)])),
    edges: normalEdges(draft.edges),
  };
}

/** Edges of the wire: every node of the graph has a key, so that unconnected ones are not lost. */
export function wireEdges(draft: Draft): Draft['edges'] {
  const edges = normalEdges(draft.edges);
  return Object.fromEntries(Object.keys(draft.nodes).map((id) => [id, edges[id] ?? { nodeIds: [] }]));
}
