import { runCommand } from '../../../commands/runtime.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { IconButton } from '../../../widgets/actions/button.tsx';

/** Closes the panel of the history, by the key that opened it. */
export function CloseHistory() {
  const face = useCommand('pipeline.versions');
  return (
    <IconButton
      icon="close"
      label={face.title}
      keys={face.keys}
      size="small"
      variant="ghost"
      onClick={() => runCommand('pipeline.versions', {}, 'button')}
    />
  );
}
