import type { CommandContext } from '../../commands/context.ts';
import { keyMap } from '../../commands/keys/keys-in-force.ts';
import { changePreferences } from '../../commands/preferences/preferences.ts';
import { getCommandTitle } from '../../commands/registry.ts';
import { getCommandHost } from '../../commands/runtime.ts';
import { type Command, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import './scope.ts';

const getKeysScope = (ctx: CommandContext) => ctx.scopes['profile.keys'];
const NO_ROW = 'Choose a command first';

const commandArgument: OptionArgument = {
  name: 'command',
  title: 'Command',
  kind: 'option',
  given: (ctx) => getKeysScope(ctx)?.current,
  load: (ctx) =>
    getCommandHost().registry.commands.map((command) => ({
      id: command.id,
      label: command.listTitle ?? getCommandTitle(command, ctx),
      detail: command.group,
      icon: command.icon,
    })),
};

const resetBody = (count: number): string =>
  count === 1
    ? 'The one command you changed gets its default keys back.'
    : `The ${count} commands you changed get their default keys back.`;

const isOn = (): boolean => keyMap.get().characterKeys;

/** Runs on the command under the list's cursor. */
const createRowCommand = (
  command: Pick<Command, 'id' | 'title' | 'icon' | 'keys' | 'bar' | 'keywords'>,
  refusal: (row: { isChanged: boolean; hasKeys: boolean }) => string | undefined,
  run: (ctx: CommandContext, commandId: string) => void,
): Command => ({
  ...command,
  group: 'Console',
  scope: 'profile.keys',
  args: [commandArgument],
  isRecorded: false,
  enabled: (ctx) => {
    const row = getKeysScope(ctx)?.current;
    return row ? (refusal(row) ?? true) : NO_ROW;
  },
  run: (ctx, args) => run(ctx, args.command ?? ''),
  calls: ['updatePreferences'],
});

export const keysCommands = defineCommands([
  {
    id: 'keys.change',
    title: 'Change the keys of a command',
    group: 'Console',
    icon: 'keyboard',
    keywords: ['remap', 'shortcut', 'binding', 'hotkey', 'key map'],
    keys: 'e',
    scope: 'profile.keys',
    everywhere: true,
    bar: 'Change',
    isRecorded: false,
    args: [commandArgument],
    enabled: () => true,
    run: (ctx, args) => {
      const commandId = args.command ?? '';
      if (getKeysScope(ctx)) getKeysScope(ctx)?.record(commandId, 'replace');
      else ctx.navigate(paths.userProfile({ view: 'keys', command: commandId }));
    },
    calls: ['updatePreferences'],
  },
  createRowCommand(
    { id: 'keys.add', title: 'Add other keys', icon: 'plus', keys: 'a', bar: 'Add' },
    () => undefined,
    (ctx, id) => getKeysScope(ctx)?.record(id, 'add'),
  ),
  createRowCommand(
    { id: 'keys.clear', title: 'Take the keys away', icon: 'delete', keys: 'Delete', bar: 'No key' },
    ({ hasKeys }) => (hasKeys ? undefined : 'It has no key'),
    (ctx, id) => getKeysScope(ctx)?.clear(id),
  ),
  createRowCommand(
    { id: 'keys.reset', title: 'Use the default keys', icon: 'undo', keys: 'u', bar: 'Default' },
    ({ isChanged }) => (isChanged ? undefined : 'It has its default keys'),
    (ctx, id) => getKeysScope(ctx)?.reset(id),
  ),
  {
    id: 'keys.resetAll',
    title: 'Use the default keys for all commands',
    group: 'Console',
    icon: 'undo',
    keys: 'Shift+u',
    scope: 'profile.keys',
    bar: false,
    isRecorded: false,
    enabled: (ctx) =>
      (getKeysScope(ctx)?.changedCount ?? 0) > 0 ? true : 'All commands have their default keys',
    review: (ctx) => ({
      title: 'Use the default keys',
      body: resetBody(getKeysScope(ctx)?.changedCount ?? 0),
      action: 'Use the default keys',
      destructive: true,
    }),
    run: (ctx) => getKeysScope(ctx)?.resetAll(),
    calls: ['updatePreferences'],
  },
  {
    id: 'keys.find',
    title: 'Find a command by its key',
    group: 'Console',
    icon: 'search',
    keys: 'p',
    scope: 'profile.keys',
    bar: 'Find by key',
    isRecorded: false,
    enabled: () => true,
    run: (ctx) => getKeysScope(ctx)?.findByKey(),
  },
  {
    id: 'keys.export',
    title: 'Export the key map',
    group: 'Console',
    icon: 'download',
    keywords: ['save', 'share', 'json', 'export shortcuts'],
    keys: 'd',
    scope: 'profile.keys',
    bar: 'Export',
    isRecorded: false,
    enabled: () => true,
    run: (ctx) => getKeysScope(ctx)?.exportMap(),
  },
  {
    id: 'keys.import',
    title: 'Import a key map',
    group: 'Console',
    icon: 'upload',
    keywords: ['load', 'json', 'import shortcuts'],
    keys: 'i',
    scope: 'profile.keys',
    everywhere: true,
    bar: 'Import',
    isRecorded: false,
    enabled: () => true,
    run: (ctx) => {
      if (getKeysScope(ctx)) getKeysScope(ctx)?.openImport();
      else ctx.navigate(paths.userProfile({ view: 'keys', import: 'text' }));
    },
    calls: ['updatePreferences'],
  },
  {
    id: 'keys.characterKeys',
    title: () => `Turn single-character keys ${isOn() ? 'off' : 'on'}`,
    listTitle: 'Turn single-character keys on or off',
    group: 'Console',
    icon: 'keyboard',
    keywords: ['shortcut', 'accessibility', 'speech', 'letters'],
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: () => true,
    run: () => changePreferences({ kind: 'keys', keys: {}, characterKeys: !isOn() }),
    calls: ['updatePreferences'],
  },
]);
