import { pendingContinuations, useKeySequence } from '../../actors/key-sequences.ts';
import { titleOf } from '../../commands/registry.ts';
import { commandHost, useCommandContext } from '../../commands/runtime.ts';
import { KeySheetList } from '../../widgets/keys/key-sheet-list.tsx';
import * as css from './frame.css.ts';

/** After the first key of a chord: what can follow. It stays until a key or Escape. */
export function KeySheet() {
  const { isSheetOpen, pending } = useKeySequence();
  const ctx = useCommandContext();
  if (!isSheetOpen) return null;
  const { registry } = commandHost();
  const rows = pendingContinuations().flatMap(({ commandId, keys }) => {
    const command = registry.command(commandId);
    const rest = keys.split(/\s+/).slice(pending.length).join(' ');
    return command ? [{ id: commandId, keys: rest, title: titleOf(command, ctx), group: command.group }] : [];
  });
  return (
    <div className={css.keySheet}>
      <KeySheetList pending={pending} title={rows[0]?.group ?? ''} rows={rows} />
    </div>
  );
}
