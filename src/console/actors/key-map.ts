import { canonicalKeys, type KeyMapSettings, type MappedCommand } from '../../../machines/key-map/index.ts';
import type { Preferences } from '../../contract/entities/preferences.ts';
import { splitKeys } from '../commands/keys.ts';
import { type Registry, scopesOf, titleOf } from '../commands/registry.ts';
import { commandContext } from '../commands/runtime.ts';
import type { Command } from '../commands/types.ts';
import { currentPlatform } from '../widgets/keys/bindings.ts';

/** What a command is called where no screen says more: titles that depend on the screen have a general one. */
export const listedTitle = (command: Command): string =>
  command.listTitle ?? titleOf(command, commandContext.get());

const mapped = (command: Command): MappedCommand => ({
  id: command.id,
  title: listedTitle(command),
  scopes: scopesOf(command),
  defaults: splitKeys(command.keys).map(canonicalKeys),
});

/** Every command with its default keys, and the keys that widgets handle themselves. */
export const mappedCommands = (registry: Registry): MappedCommand[] => [
  ...registry.commands.map(mapped),
  ...registry.scopes.flatMap((scope) =>
    (scope.widgetKeys ?? []).map((hint) => ({
      id: `${scope.id}:${hint.label}`,
      title: hint.label,
      scopes: [scope.id],
      defaults: hint.keys.map(canonicalKeys),
      isFixed: true,
    })),
  ),
];

export const keyMapSettings = (
  registry: Registry,
  { keyBindings, characterKeys }: Pick<Preferences, 'keyBindings' | 'characterKeys'>,
): KeyMapSettings => ({
  commands: mappedCommands(registry),
  alongside: Object.fromEntries(registry.scopes.map(({ id, alongside = [] }) => [id, alongside])),
  overlay: keyBindings,
  characterKeys,
  isMac: currentPlatform() === 'mac',
});
