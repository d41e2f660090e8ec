import { Button, type ButtonProps, IconButton } from '../widgets/actions/button.tsx';
import type { CommandArgs } from './types.ts';
import { useCommand } from './use-command.ts';

type CommandButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'aria-label'> & {
  id: string;
  args?: CommandArgs;
  /** A shorter text than the command's title, where the place already says the thing. */
  label?: string;
  iconOnly?: boolean;
  hideIcon?: boolean;
  hideKeys?: boolean;
};

/** A button that is a command: title, icon, keys and the reason when disabled come from the registry. */
export function CommandButton({
  id,
  args,
  label,
  iconOnly,
  hideIcon,
  hideKeys,
  ...look
}: CommandButtonProps) {
  const face = useCommand(id, args);
  const shared = {
    ...look,
    keys: hideKeys ? undefined : face.keys,
    disabledReason: face.disabledReason,
    onDisabledPress: face.showCause,
    onClick: () => face.run('button'),
    'data-command': id,
  };
  if (iconOnly) return <IconButton {...shared} icon={face.icon} label={label ?? face.title} />;
  return (
    <Button {...shared} icon={hideIcon ? undefined : face.icon}>
      {label ?? face.title}
    </Button>
  );
}
