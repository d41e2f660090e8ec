import { CHAT_SELECTION_MAX, type ChatSelection } from '../../../contract/assistant.ts';
import type { PublishedScopes } from '../../commands/scopes.ts';

export type OnScreen = ChatSelection & {
  label: string | undefined;
  names: readonly string[];
};

const describePicked = (names: readonly string[], noun: string): string | undefined => {
  const [first] = names;
  if (names.length <= 1) return first;
  return `${names.length} ${noun}s`;
};

const NONE: OnScreen = { pipelineIds: [], nodes: [], label: undefined, names: [] };

/** Selection on the screen, else the cursor's item: rows of pipelines, or graph nodes. */
export function readSelection({
  'pipelines.list': list,
  'pipeline.graph': graph,
}: PublishedScopes): OnScreen {
  if (graph) {
    const ids =
      graph.pickedIds.length > 0 ? graph.pickedIds : graph.cursorId === undefined ? [] : [graph.cursorId];
    const names = ids.flatMap((id) => graph.draft.nodes[id]?.name ?? []).slice(0, CHAT_SELECTION_MAX);
    return { pipelineIds: [], nodes: names, label: describePicked(names, 'node'), names };
  }
  if (!list) return NONE;
  const picked = list.selected.length > 0 ? list.selected : list.cursor ? [list.cursor] : [];
  const rows = picked.slice(0, CHAT_SELECTION_MAX);
  const names = rows.map(({ name }) => name);
  return {
    pipelineIds: rows.map(({ id }) => id),
    nodes: [],
    label: describePicked(names, 'pipeline'),
    names,
  };
}
