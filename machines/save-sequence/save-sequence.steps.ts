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
} from '../../src/graph/draft.ts';
import type {
  IdMap,
  NewTransform,
  SaveInput,
  SaveProgress,
  TransformContent,
} from './save-sequence.types.ts';

export function toTransformContent(node: DraftNode): TransformContent {
  const { id: _id, ...content } = storedNode(node);
  return content;
}

export function toNewTransform(node: DraftNode, { meta }: Draft): NewTransform {
  const lineageId = meta[node.id]?.lineageId ?? (isTemporaryId(node.id) ? undefined : node.id);
  return {
    ...toTransformContent(node),
    ...(lineageId === undefined ? {} : { lineageId }),
    ...(meta[node.id]?.disabled ? { disabled: true as const } : {}),
  };
}

type Facts = Pick<SaveInput, 'kind' | 'draft' | 'base' | 'saveUnchanged' | 'shownVersion'> & {
  progress: SaveProgress;
};

/** Except those already accepted in an earlier try. */
export const listTransformsToCreate = ({ draft, base, progress }: Facts): DraftNode[] =>
  dirtyTransforms(draft, base).filter((node) => {
    const received = progress.transforms[node.id];
    return !received || !sameData(received.content, toTransformContent(node));
  });

export const needsDetails = ({ draft, base, progress }: Facts): boolean => {
  const { name, description } = progress.details ?? base;
  return detailsChanged(draft, { ...base, name, description });
};

export const needsGraph = ({ kind, draft, base, saveUnchanged, shownVersion }: Facts): boolean =>
  kind !== 'force' && (saveUnchanged || shownVersion === 0 || graphChanged(draft, base));

export function buildIdMap({ draft, base, progress }: Facts): IdMap {
  const ids: IdMap = {};
  for (const node of dirtyTransforms(draft, base)) {
    const received = progress.transforms[node.id];
    if (received && sameData(received.content, toTransformContent(node))) ids[node.id] = received.id;
  }
  return ids;
}

/** Service ids, no form marks, trimmed name. */
export function toSavedDraft(facts: Facts): Draft {
  const draft = withSavedIds(facts.draft, buildIdMap(facts));
  return {
    ...draft,
    name: draft.name.trim(),
    nodes: Object.fromEntries(Object.entries(draft.nodes).map(([id, node]) => [id, storedNode(node)])),
    edges: normalEdges(draft.edges),
  };
}

/** Every node gets a key, so that unconnected nodes are not lost. */
export function toWireEdges(draft: Draft): Draft['edges'] {
  const edges = normalEdges(draft.edges);
  return Object.fromEntries(Object.keys(draft.nodes).map((id) => [id, edges[id] ?? { nodeIds: [] }]));
}
