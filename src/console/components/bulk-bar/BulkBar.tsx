import { useCommand } from '../../commands/use-command.ts';
import { formatExact } from '../../lib/format.ts';
import {
  BULK_WORDS,
  type BulkIntent,
  formatPipelineCount,
  useBulkProgress,
} from '../../state/bulk-pipelines.ts';
import { CommandButton } from '../commands/CommandButton.tsx';
import * as css from './bulk-bar.css.ts';

const ACTIONS = ['pause', 'resume', 'bypass', 'deploy', 'export', 'delete'].map(
  (verb) => `pipelines.${verb}Selected`,
);

/** `Pause 3`: the bar already names the pipelines. */
const shortenTitle = (title: string): string => title.replace(/( selected)? pipelines?/, '');

function ActionButton({ id }: { id: string }) {
  return <CommandButton id={id} label={shortenTitle(useCommand(id).title)} size="small" hideKeys />;
}

export function BulkBar({ selectedCount }: { selectedCount: number }) {
  const progress = useBulkProgress();
  if (selectedCount === 0 && !progress) return null;
  return (
    <div className={css.bar} role="group" aria-label="Selected pipelines">
      {progress ? (
        <>
          <span role="status" className={css.count}>
            {BULK_WORDS[progress.action as BulkIntent].doing} {formatPipelineCount(progress.of)}:{' '}
            {formatExact(progress.through)} of {formatExact(progress.of)}
            {progress.isWaiting && ', waiting for the service'}
          </span>
          <progress className={css.progress} aria-hidden="true" value={progress.through} max={progress.of} />
          <CommandButton id="pipelines.stopBulk" label="Stop" size="small" />
        </>
      ) : (
        <>
          <span className={css.count}>{formatExact(selectedCount)} selected</span>
          {ACTIONS.map((id) => (
            <ActionButton key={id} id={id} />
          ))}
          <CommandButton id="list.clearSelection" label="Clear" size="small" variant="ghost" hideKeys />
        </>
      )}
    </div>
  );
}
