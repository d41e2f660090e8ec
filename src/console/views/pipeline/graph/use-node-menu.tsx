import { type MouseEvent, type ReactNode, useState } from 'react';
import { CommandMenu, type CommandMenuItem } from '../../../components/commands/CommandMenu.tsx';
import type { GraphNodeView } from '../../../components/widgets/graph/types.ts';
import { ALONE } from './graph-guards.ts';

type Opened = { node: GraphNodeView; element: HTMLElement; at: { x: number; y: number } };

/** The menu of a selected node applies to the whole selection. */
const createNodeMenu = ({ id, kind }: GraphNodeView, isSelected: boolean): readonly CommandMenuItem[] => {
  const args = { node: id };
  const own = isSelected ? args : { ...args, alone: ALONE };
  return [
    { id: 'graph.open', args },
    ...(kind === 'transform' ? [] : [{ id: 'graph.openPage', args }]),
    { id: 'graph.addAfter', args, startsGroup: true },
    { id: 'graph.branch', args },
    { id: 'graph.insert', args },
    { id: 'graph.connect', args },
    { id: 'graph.reconnect', args },
    { id: 'graph.disconnect', args },
    ...(isSelected ? [{ id: 'graph.merge' }] : []),
    { id: 'graph.rename', args, startsGroup: true },
    { id: 'graph.copy', args: own },
    { id: 'graph.cut', args: own },
    { id: 'graph.paste', args },
    { id: 'graph.duplicate', args: own },
    { id: 'graph.toggle', args: own },
    { id: 'graph.pick', args, startsGroup: true },
    { id: 'graph.pickBranch', args },
    { id: 'graph.remove', args: own, danger: true, startsGroup: true },
  ];
};

/** Node menu by right click, Shift+F10 or the menu key. */
export function useNodeMenu(
  nodes: readonly GraphNodeView[],
  selectedIds: readonly string[],
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
      items={createNodeMenu(opened.node, selectedIds.includes(opened.node.id))}
      anchor={opened.at}
      returnFocus={opened.element}
      onClose={() => setOpened(undefined)}
    />
  );
  return { onContextMenu, menu };
}
