import type { AnchoredMenuProps } from '../widgets/actions/anchored-menu.tsx';
import type { MenuEntry } from '../widgets/actions/menu.tsx';
import { lazyCode } from '../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../widgets/lazy/popup-boundary.tsx';
import type { CommandContext } from './context.ts';
import { runCommand, useCommandContext } from './runtime.ts';
import type { CommandArgs } from './types.ts';
import { commandFace } from './use-command.ts';

/** A command in a menu. Title, icon, keys and the reason when disabled come from the registry. */
export type CommandMenuItem = {
  id: string;
  args?: CommandArgs;
  /** A shorter text than the command's title, where the place already says the thing. */
  label?: string;
  danger?: boolean;
  /** Draws a line above. */
  startsGroup?: boolean;
};

const entryOf = (ctx: CommandContext, item: CommandMenuItem): MenuEntry => {
  const face = commandFace(ctx, item.id, item.args);
  return {
    id: item.id,
    label: item.label ?? face.title,
    icon: face.icon,
    keys: face.keys,
    disabledReason: face.disabledReason,
    danger: item.danger,
    startsGroup: item.startsGroup,
    onSelect: () => runCommand(item.id, item.args, 'menu'),
  };
};

/** Entries of a menu that are commands, as they are now. */
export const useCommandEntries = (items: readonly CommandMenuItem[]): MenuEntry[] => {
  const ctx = useCommandContext();
  return items.map((item) => entryOf(ctx, item));
};

const anchored = lazyCode(() => import('../widgets/actions/anchored-menu.tsx'));

type CommandMenuProps = Omit<AnchoredMenuProps, 'entries'> & { items: readonly CommandMenuItem[] };

/** A menu of commands that opens where it is told: what a row can do, by right click or key. */
export function CommandMenu({ items, ...menu }: CommandMenuProps) {
  const entries = useCommandEntries(items);
  return (
    <PopupBoundary isOpen onFailed={menu.onClose}>
      <anchored.Component {...menu} entries={entries} />
    </PopupBoundary>
  );
}
