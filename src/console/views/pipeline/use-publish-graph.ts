import { useMemo } from 'react';
import type { Draft, EditorEvent, EditorSnapshot } from '../../../../machines/pipeline-editor/index.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import type { useGraphCursor } from './use-graph-cursor.ts';
import type { useGraphEdits } from './use-graph-edits.ts';

/** The former list while the new one has the same entries, so that what is published stays the same. */
function useStableList(list: readonly string[]): readonly string[] {
  const key = list.join(',');
  return useMemo(() => (key === '' ? [] : key.split(',')), [key]);
}

type Facts = {
  draft: Draft;
  snapshot: EditorSnapshot;
  cursor: ReturnType<typeof useGraphCursor>;
  edits: ReturnType<typeof useGraphEdits>;
  find: () => void;
};

/** Gives the commands of the graph what they work on. */
export function usePublishGraph({ draft, snapshot, cursor, edits, find }: Facts): void {
  const send: (event: EditorEvent) => void = edits.edit;
  usePublishScope('pipeline.graph', {
    draft,
    snapshot,
    cursorId: cursor.cursorId,
    pickedIds: useStableList(cursor.pickedIds),
    send,
    add: edits.additions.add,
    ...cursor.picking,
    ...edits.clipboard,
    configure: edits.configure,
    find,
    open: cursor.open,
  });
}
