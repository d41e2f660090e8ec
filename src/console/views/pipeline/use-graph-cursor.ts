import { useCallback, useState } from 'react';
import type { Draft } from '../../../../machines/pipeline-editor/index.ts';
import { componentIdOf, nodeOfComponent } from './draft-from-graph.ts';

type Named = { componentId: string; name: string };

/** A node stays itself over saves: by its component, and a new one by its name once it has an id. */
const find = (draft: Draft, wanted: Named | undefined) =>
  wanted &&
  (nodeOfComponent(draft, wanted.componentId) ??
    Object.values(draft.nodes).find((node) => node.name === wanted.name));

/** Cursor, open node and picked nodes of the graph. */
export function useGraphCursor(draft: Draft, initial: string | undefined) {
  const [cursor, setCursor] = useState<Named>();
  const [opened, setOpened] = useState<Named | undefined>(
    initial === undefined ? undefined : { componentId: initial, name: '' },
  );
  const [picked, setPicked] = useState<readonly string[]>([]);
  const named = useCallback(
    (id: string): Named => ({ componentId: componentIdOf(draft, id), name: draft.nodes[id]?.name ?? '' }),
    [draft],
  );
  const openedNode = find(draft, opened);
  return {
    cursorId: find(draft, cursor)?.id ?? openedNode?.id,
    openedNode,
    openedComponent: openedNode && componentIdOf(draft, openedNode.id),
    pickedIds: picked.filter((id) => draft.nodes[id] !== undefined),
    moveTo: useCallback((id: string) => setCursor(named(id)), [named]),
    open: useCallback(
      (id: string | undefined, name?: string) =>
        setOpened(id === undefined ? undefined : { ...named(id), ...(name === undefined ? {} : { name }) }),
      [named],
    ),
    pick: useCallback(
      (id: string) =>
        setPicked((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id])),
      [],
    ),
  };
}
