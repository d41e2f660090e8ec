import * as css from '../../components/bulk-bar/bulk-bar.css.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { formatExact } from '../../lib/format.ts';

/** What can be done with the selected agents. */
export function AgentsBar({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div className={css.bar} role="group" aria-label="Selected agents">
      <span className={css.count}>{formatExact(count)} selected</span>
      <CommandButton id="agents.labelSelected" label="Label" size="small" hideKeys />
      <CommandButton id="agents.moveSelected" label="Move" size="small" hideKeys />
      <CommandButton id="agents.restartSelected" label="Restart" size="small" hideKeys />
      <CommandButton id="agents.deleteSelected" label="Delete disconnected" size="small" hideKeys />
      <CommandButton id="list.clearSelection" label="Clear" size="small" variant="ghost" hideKeys />
    </div>
  );
}
