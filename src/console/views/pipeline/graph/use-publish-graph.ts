import { useMemo } from 'react';
import type { EditorEvent, EditorSnapshot } from '../../../../../machines/pipeline-editor/index.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import type { useGraphEdits } from '../editor/use-graph-edits.ts';
import type { useGraphCursor } from './use-graph-cursor.ts';

/** Returns the previous array while the entries are equal, to keep published values stable. */
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
