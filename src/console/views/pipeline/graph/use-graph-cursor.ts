import { useCallback, useMemo, useState } from 'react';
import type { Draft } from '../../../../graph/draft.ts';
import { findNodeOfComponent, getComponentId } from '../editor/draft-from-graph.ts';
import { useSelectedNodes } from './use-selected-nodes.ts';

type Named = { componentId: string; name: string };

/** By component, since a save gives nodes new ids; a new node by name. */
const find = (draft: Draft, wanted: Named | undefined) =>
  wanted &&
  (findNodeOfComponent(draft, wanted.componentId) ??
    Object.values(draft.nodes).find((node) => node.name === wanted.name));

export function useGraphCursor(draft: Draft, initial: string | undefined) {
  const [cursor, setCursor] = useState<Named>();
  const [opened, setOpened] = useState<Named | undefined>(
    initial === undefined ? undefined : { componentId: initial, name: '' },
  );
  const named = useCallback(
    (id: string): Named => ({ componentId: getComponentId(draft, id), name: draft.nodes[id]?.name ?? '' }),
    [draft],
  );
  const selection = useSelectedNodes(draft);
  const { extendTo } = selection;
  const openedNode = find(draft, opened);
  return {
    cursorId: find(draft, cursor)?.id ?? openedNode?.id,
    openedNode,
    /** Stable across saves, which give nodes new ids. */
    openedKey: opened?.componentId,
    openedComponent: openedNode && getComponentId(draft, openedNode.id),
    pickedIds: selection.ids,
    picking: useMemo(
      () => ({
        pick: selection.toggle,
        pickAll: selection.selectAll,
        pickBranch: selection.selectBranch,
        clearPicked: selection.clear,
      }),
      [selection.toggle, selection.selectAll, selection.selectBranch, selection.clear],
    ),
    moveTo: useCallback(
      (id: string) => {
        extendTo(id);
        setCursor(named(id));
        // An open panel belongs to the node that keys act on; a node still being added is not open yet.
        setOpened((now) => (now && (now.name !== '' || find(draft, now)) ? named(id) : now));
      },
      [named, extendTo, draft],
    ),
    open: useCallback(
      (id: string | undefined, name?: string) =>
        setOpened(id === undefined ? undefined : { ...named(id), ...(name === undefined ? {} : { name }) }),
      [named],
    ),
  };
}
