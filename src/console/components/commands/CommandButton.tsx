import { Suspense, useState } from 'react';
import { getCommandHost } from '../../commands/runtime.ts';
import type { CommandArgs } from '../../commands/types.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Button, type ButtonProps, IconButton } from '../widgets/actions/button.tsx';

type CommandButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'aria-label'> & {
  id: string;
  args?: CommandArgs;
  /** Shorter than the command's title, where the context is clear. */
  label?: string;
  iconOnly?: boolean;
  hideIcon?: boolean;
  hideKeys?: boolean;
};

function LoadedButton({ id, args, label, iconOnly, hideIcon, hideKeys, ...look }: CommandButtonProps) {
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

/** Only the button is missing while its command loads. */
export function CommandButton(props: CommandButtonProps) {
  const [isThere] = useState(() => getCommandHost().registry.command(props.id) !== undefined);
  const button = <LoadedButton {...props} />;
  return isThere ? button : <Suspense fallback={null}>{button}</Suspense>;
}
