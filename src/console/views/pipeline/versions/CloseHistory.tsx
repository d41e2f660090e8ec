import { runCommand } from '../../../commands/runtime.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { IconButton } from '../../../components/widgets/actions/button.tsx';

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
