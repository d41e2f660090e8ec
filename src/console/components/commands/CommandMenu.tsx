import type { CommandContext } from '../../commands/context.ts';
import { runCommand, useCommandContext } from '../../commands/runtime.ts';
import type { CommandArgs } from '../../commands/types.ts';
import { describeCommand, useLoadedCommands } from '../../commands/use-command.ts';
import type { AnchoredMenuProps } from '../widgets/actions/anchored-menu.tsx';
import type { MenuEntry } from '../widgets/actions/menu-types.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../widgets/lazy/popup-boundary.tsx';

export type CommandMenuItem = {
  id: string;
  args?: CommandArgs;
  /** Shorter than the command's title, where the context is clear. */
  label?: string;
  danger?: boolean;
  /** Draws a separator above. */
  startsGroup?: boolean;
};

const toMenuEntry = (ctx: CommandContext, item: CommandMenuItem): MenuEntry => {
  const face = describeCommand(ctx, item.id, item.args);
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

export const useCommandEntries = (items: readonly CommandMenuItem[]): MenuEntry[] => {
  const ctx = useCommandContext();
  useLoadedCommands(items.map(({ id }) => id));
  return items.map((item) => toMenuEntry(ctx, item));
};

const anchored = createLazyCode(() => import('../widgets/actions/anchored-menu.tsx'));

type CommandMenuProps = Omit<AnchoredMenuProps, 'entries'> & { items: readonly CommandMenuItem[] };

function Entries({ items, ...menu }: CommandMenuProps) {
  return <anchored.Component {...menu} entries={useCommandEntries(items)} />;
}

export function CommandMenu(props: CommandMenuProps) {
  return (
    <PopupBoundary isOpen onFailed={props.onClose}>
      <Entries {...props} />
    </PopupBoundary>
  );
}
