import { counted } from '../../../contract/values.ts';
import { checkEnabled } from '../../commands/call-guard.ts';
import type { CommandContext } from '../../commands/context.ts';
import { useKeySequence } from '../../commands/keys/key-sequences.ts';
import { barScopes, type LiveScope } from '../../commands/live-scopes.ts';
import { macroStatus } from '../../commands/macros/macro-status.ts';
import {
  completeArgs,
  getCommandTitle,
  getKeysOfCommand,
  getScopesOfCommand,
} from '../../commands/registry.ts';
import { getCommandHost, runCommand, useCommandContext } from '../../commands/runtime.ts';
import type { Command } from '../../commands/types.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { formatAriaKeyShortcuts } from '../../lib/key-text.ts';
import { useStore } from '../../lib/store.ts';
import * as css from './frame.css.ts';

/** Innermost scope first, without commands whose key an inner scope overrides. */
function listBarCommands(commands: readonly Command[], scopes: readonly LiveScope[]): Command[] {
  const taken = new Set<string>();
  return scopes.flatMap((scope) =>
    commands.filter((command) => {
      const [keys] = getKeysOfCommand(command);
      if (command.bar === false || keys === undefined || !getScopesOfCommand(command).includes(scope))
        return false;
      if (taken.has(keys)) return false;
      taken.add(keys);
      return true;
    }),
  );
}

function BarCommand({ command, ctx }: { command: Command; ctx: CommandContext }) {
  const args = completeArgs(command, ctx, {});
  const enabled = checkEnabled(command, ctx, args);
  const [keys = ''] = getKeysOfCommand(command);
  const title = getCommandTitle(command, ctx, args);
  return (
    <button
      type="button"
      className={css.barCommand}
      tabIndex={-1}
      aria-disabled={enabled === true ? undefined : true}
      title={enabled === true ? title : enabled}
      aria-keyshortcuts={formatAriaKeyShortcuts(keys)}
      onClick={() => runCommand(command.id)}
    >
      <KeySequence binding={keys} variant={enabled === true ? 'plain' : 'disabled'} decorative />
      {command.bar || title}
    </button>
  );
}

export function KeyBar() {
  const ctx = useCommandContext();
  const scopes = useStore(barScopes);
  const { pending } = useKeySequence();
  const { registry } = getCommandHost();
  const definitions = scopes.flatMap((id) => (id === 'global' ? [] : (registry.scope(id) ?? [])));
  const mode = definitions[0];
  if (pending.length > 0) {
    return (
      <section className={css.keyBar} aria-label="Available keys">
        <span className={css.mode.accent}>{pending.join(' ').toUpperCase()} then</span>
        <span className={css.barCommands}>
          <span className={css.barCommand}>
            <KeySequence binding="Escape" decorative /> Cancel
          </span>
          <span className={css.barCommand}>
            <KeySequence binding="Backspace" decorative /> Back
          </span>
        </span>
        <BarEnd />
      </section>
    );
  }
  return (
    <section className={css.keyBar} aria-label="Available keys">
      <span className={css.mode[mode?.tone ?? 'neutral']}>{mode?.mode ?? 'VIEW'}</span>
      <span className={css.barCommands}>
        {definitions
          .flatMap((definition) => definition.widgetKeys ?? [])
          .map((hint) => (
            <span key={hint.label} className={css.barCommand}>
              {hint.keys.map((keys) => (
                <KeySequence key={keys} binding={keys} decorative />
              ))}
              {hint.label}
            </span>
          ))}
        {listBarCommands(registry.commands, scopes).map((command) => (
          <BarCommand key={command.id} command={command} ctx={ctx} />
        ))}
      </span>
      <BarEnd />
    </section>
  );
}

const BarEnd = () => (
  <span className={css.barEnd}>
    <MacroMark />
    <EndCommand id="console.help" label="All keys" />
  </span>
);

/** Always visible, also without a key. */
function EndCommand({ id, label }: { id: string; label: string }) {
  const { keys, run } = useCommand(id);
  return (
    <button
      type="button"
      className={css.barCommand}
      aria-keyshortcuts={keys && formatAriaKeyShortcuts(keys)}
      onClick={() => run('button')}
    >
      {keys && <KeySequence binding={keys} decorative />} {label}
    </button>
  );
}

const formatSteps = (count: number): string => counted(count, 'step');

function MacroMark() {
  const status = useStore(macroStatus);
  if (status.mode === 'idle') return null;
  if (status.mode === 'running')
    return (
      <>
        <span role="status" className={css.macroMark}>
          RUN <span className={css.macroText}>{status.name}</span> {status.step}/{status.of}
        </span>
        <EndCommand id="macros.stop" label="Stop" />
      </>
    );
  return (
    <>
      <span role="status" className={css.macroMark}>
        <Icon name="record" size="xs" />
        REC <span className={css.macroText}>{formatSteps(status.count)}</span>
      </span>
      <EndCommand id="macros.record" label={status.mode === 'recording' ? 'Stop' : 'Name it'} />
      <EndCommand id="macros.discard" label="Discard" />
    </>
  );
}
