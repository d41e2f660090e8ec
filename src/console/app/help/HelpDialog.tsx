import { useMemo, useRef, useState } from 'react';
import { checkEnabled } from '../../commands/call-guard.ts';
import type { CommandContext } from '../../commands/context.ts';
import { keyMap } from '../../commands/keys/keys-in-force.ts';
import { barScopes, type LiveScope } from '../../commands/live-scopes.ts';
import {
  completeArgs,
  getCommandTitle,
  getKeysOfCommand,
  getScopesOfCommand,
  type Registry,
} from '../../commands/registry.ts';
import { getCommandHost, useCommandContext } from '../../commands/runtime.ts';
import { COMMAND_GROUPS } from '../../commands/types.ts';
import { IconButton } from '../../components/widgets/actions/button.tsx';
import { Dialog } from '../../components/widgets/dialogs/dialog.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { isHelpOpen } from '../../state/shell-state.ts';
import * as css from './help.css.ts';

type HelpRow = {
  id: string;
  group: string;
  title: string;
  keys: readonly string[];
  isChanged: boolean;
  canChange: boolean;
};

const listHelpRows = (registry: Registry, ctx: CommandContext): HelpRow[] => [
  ...COMMAND_GROUPS.flatMap((group) =>
    registry.commands
      .filter((command) => command.group === group && getKeysOfCommand(command).length > 0)
      .map((command) => ({
        id: command.id,
        group,
        title: command.listTitle ?? getCommandTitle(command, ctx),
        keys: getKeysOfCommand(command),
        isChanged: keyMap.get().bindings[command.id] !== undefined,
        canChange: true,
      })),
  ),
  ...registry.scopes.flatMap((scope) =>
    (scope.widgetKeys ?? []).map((hint) => ({
      id: `${scope.id}:${hint.label}`,
      group: `In ${scope.mode.toLowerCase()}`,
      title: hint.label,
      keys: hint.keys,
      isChanged: false,
      canChange: false,
    })),
  ),
];

const HERE = 'Works here now';

/** Keys that work in the current place come first; global ones are in their groups. */
function putHereFirst(
  rows: readonly HelpRow[],
  scopes: readonly LiveScope[],
  registry: Registry,
  ctx: CommandContext,
): readonly HelpRow[] {
  const isHere = ({ id }: HelpRow): boolean => {
    const command = registry.command(id);
    if (!command) return scopes.some((scope) => id.startsWith(`${scope}:`));
    const isLive = getScopesOfCommand(command).some((scope) => scope !== 'global' && scopes.includes(scope));
    return isLive && checkEnabled(command, ctx, completeArgs(command, ctx, {})) === true;
  };
  const here = rows.filter(isHere).map((row) => ({ ...row, group: HERE }));
  return [...here, ...rows.filter((row) => !isHere(row))];
}

/** Closes the help first, so that the focus moves to the new screen. */
function openKeySettings(view: { command: string }): void {
  isHelpOpen.set(false);
  requestAnimationFrame(() => goTo(paths.userProfile({ view: 'keys', ...view })));
}

export default function HelpDialog() {
  const ctx = useCommandContext();
  const { registry } = getCommandHost();
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // Read before the dialog takes the focus.
  const [scopes] = useState(() => barScopes.get());
  const rows = useMemo(
    () => putHereFirst(listHelpRows(registry, ctx), scopes, registry, ctx),
    [registry, ctx, scopes],
  );
  const wanted = query.trim().toLowerCase();
  const shown = rows.filter(
    (row) =>
      wanted === '' ||
      `${row.title} ${row.group}`.toLowerCase().includes(wanted) ||
      row.keys.some((keys) => keys.toLowerCase() === wanted),
  );
  const groups = [...new Set(shown.map((row) => row.group))];
  return (
    <Dialog
      open
      title="All keys"
      icon="keyboard"
      wide
      initialFocus={input}
      onClose={() => isHelpOpen.set(false)}
    >
      <div className={css.search}>
        <Icon name="search" size="s" />
        <input
          ref={input}
          aria-label="Search keys"
          className={css.input}
          placeholder="Search by name or key"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {!keyMap.get().characterKeys && (
        <p className={css.note}>Single-character keys are off; the profile turns them on.</p>
      )}
      <section className={css.groups} aria-label="Keys">
        {groups.map((group) => (
          <section key={group}>
            <h2 className={css.heading}>{group}</h2>
            <dl>
              {shown
                .filter((row) => row.group === group)
                .map((row) => (
                  <div key={row.id} className={css.row}>
                    <dt className={css.title}>{row.title}</dt>
                    <dd className={css.keys}>
                      {row.isChanged && <span className={css.changed}>changed</span>}
                      {row.keys.map((keys) => (
                        <KeySequence key={keys} binding={keys} />
                      ))}
                      {row.canChange ? (
                        <IconButton
                          icon="edit"
                          size="small"
                          variant="ghost"
                          label={`Change the keys of ${row.title}`}
                          onClick={() => openKeySettings({ command: row.id })}
                        />
                      ) : (
                        <span className={css.noButton} />
                      )}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        {shown.length === 0 && <p role="status">Nothing matches</p>}
      </section>
    </Dialog>
  );
}
