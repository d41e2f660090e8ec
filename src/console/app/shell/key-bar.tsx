import { counted } from '../../../contract/values.ts';
import { checkEnabled } from '../../commands/call-guard.ts';
import type { CommandContext } from '../../commands/context.ts';
import { useKeySequence } from '../../commands/keys/key-sequences.ts';
import { barFocus, barScopes, type LiveScope } from '../../commands/live-scopes.ts';
import { macroStatus } from '../../commands/macros/macro-status.ts';
import {
  completeArgs,
  findMissingArgument,
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
import { AssistantRoom } from './assistant-room.tsx';
import * as css from './frame.css.ts';
import { findKeyPlace, type KeyPlace } from './key-place.ts';

const getBarLabel = ({ bar }: Command, ctx: CommandContext) => (typeof bar === 'function' ? bar(ctx) : bar);

type BarEntry = { command: Command; keys: string };

/** Keys that also work in text fields. */
const isTypedThrough = (keys: string): boolean => keys === 'Escape' || /^(mod|ctrl|meta)\+/i.test(keys);

/** A row command has no target in an empty list. */
const isWithoutRow = (command: Command, ctx: CommandContext): boolean =>
  ctx.scopes.list?.isEmpty === true &&
  (command.args ?? []).some(({ given }) => given !== undefined) &&
  findMissingArgument(command, completeArgs(command, ctx, {})) !== undefined;

/** Innermost scope first, without keys taken by an inner scope or the focused widget. */
function listBarCommands(
  commands: readonly Command[],
  scopes: readonly LiveScope[],
  place: KeyPlace,
  ctx: CommandContext,
): BarEntry[] {
  const taken = new Set(place.taken);
  return scopes.flatMap((scope) =>
    commands.flatMap((command) => {
      const keys = getKeysOfCommand(command).find((one) => !place.isTyped || isTypedThrough(one));
      if (
        getBarLabel(command, ctx) === false ||
        keys === undefined ||
        !getScopesOfCommand(command).includes(scope)
      )
        return [];
      if (taken.has(keys)) return [];
      taken.add(keys);
      return [{ command, keys }];
    }),
  );
}

function BarCommand({ command, keys, ctx }: BarEntry & { ctx: CommandContext }) {
  const args = completeArgs(command, ctx, {});
  const enabled = checkEnabled(command, ctx, args);
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
      {getBarLabel(command, ctx) || title}
    </button>
  );
}

function KeyBar() {
  const ctx = useCommandContext();
  const scopes = useStore(barScopes);
  const { pending } = useKeySequence();
  const { registry } = getCommandHost();
  const definitions = scopes.flatMap((id) => (id === 'global' ? [] : (registry.scope(id) ?? [])));
  const place = findKeyPlace(useStore(barFocus), definitions);
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
      <span className={css.mode[place.tone]}>{place.mode}</span>
      <span className={css.barCommands}>
        {place.hints.map((hint) => (
          <span key={hint.label} className={css.barCommand}>
            {hint.keys.map((keys) => (
              <KeySequence key={keys} binding={keys} decorative />
            ))}
            {hint.label}
          </span>
        ))}
        {listBarCommands(registry.commands, scopes, place, ctx)
          .filter(({ command }) => !isWithoutRow(command, ctx))
          .map((entry) => (
            <BarCommand key={entry.command.id} {...entry} ctx={ctx} />
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

/** Always visible, even without a key. */
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

/** Parts shown after the first content: the key bar, and an open assistant. */
export default function LateParts() {
  return (
    <>
      <KeyBar />
      <AssistantRoom />
    </>
  );
}
