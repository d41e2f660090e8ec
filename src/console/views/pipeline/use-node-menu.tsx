import { type MouseEvent, type ReactNode, useState } from 'react';
import { CommandMenu, type CommandMenuItem } from '../../commands/CommandMenu.tsx';
import type { GraphNodeView } from '../../widgets/graph/types.ts';

type Opened = { node: GraphNodeView; element: HTMLElement; at: { x: number; y: number } };

const itemsOf = ({ id, kind }: GraphNodeView): readonly CommandMenuItem[] => {
  const args = { node: id };
  return [
    { id: 'graph.open', args },
    ...(kind === 'transform' ? [] : [{ id: 'graph.openPage', args }]),
    { id: 'graph.addAfter', args, startsGroup: true },
    { id: 'graph.insert', args },
    { id: 'graph.connect', args },
    { id: 'graph.disconnect', args },
    { id: 'graph.rename', args, startsGroup: true },
    { id: 'graph.duplicate', args },
    { id: 'graph.toggle', args },
    { id: 'graph.pick', args },
    { id: 'graph.remove', args, danger: true, startsGroup: true },
  ];
};

/** The menu of a node of the drawing or of the outline: by right click, Shift+F10 or the menu key. */
export function useNodeMenu(
  nodes: readonly GraphNodeView[],
  onCursor: (id: string) => void,
): { onContextMenu: (event: MouseEvent) => void; menu: ReactNode } {
  const [opened, setOpened] = useState<Opened>();
  const onContextMenu = (event: MouseEvent) => {
    const element = event.target instanceof Element && event.target.closest<HTMLElement>('[data-node]');
    const node = element && nodes.find(({ id }) => id === element.dataset.node);
    if (!node) return;
    event.preventDefault();
    onCursor(node.id);
    setOpened({ node, element, at: { x: event.clientX, y: event.clientY } });
  };
  const menu = opened && (
    <CommandMenu
      label={`Actions for ${opened.node.title}`}
      items={itemsOf(opened.node)}
      anchor={opened.at}
      returnFocus={opened.element}
      onClose={() => setOpened(undefined)}
    />
  );
  return { onContextMenu, menu };
}
