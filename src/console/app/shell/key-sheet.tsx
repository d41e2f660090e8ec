import { pendingContinuations, useKeySequence } from '../../actors/key-sequences.ts';
import { titleOf } from '../../commands/registry.ts';
import { commandHost, useCommandContext } from '../../commands/runtime.ts';
import { KeySequence } from '../../widgets/keys/key-chip.tsx';
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
    <section className={css.keySheet} aria-label={`Keys after ${pending.join(' ').toUpperCase()}`}>
      <p className={css.keySheetHead}>
        <span className={css.keySheetTitle}>{rows[0]?.group}</span>
        <span className={css.hint}>press the next key</span>
        <span className={css.keySheetEnd}>stays open until you choose</span>
      </p>
      <ul className={css.keySheetGrid}>
        {rows.map((row) => (
          <li key={row.id} className={css.keySheetRow}>
            <KeySequence binding={row.keys} large />
            {row.title}
          </li>
        ))}
      </ul>
    </section>
  );
}
