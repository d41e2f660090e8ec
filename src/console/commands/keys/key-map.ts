import {
  type KeyMapSettings,
  type MappedCommand,
  toCanonicalKeys,
} from '../../../../machines/key-map/index.ts';
import type { Preferences } from '../../../contract/entities/preferences.ts';
import { detectPlatform } from '../../lib/key-text.ts';
import { getCommandTitle, getScopesOfCommand, type Registry } from '../registry.ts';
import { commandContext } from '../runtime.ts';
import type { Command } from '../types.ts';
import { splitKeys } from './keys-in-force.ts';

export const getListedTitle = (command: Command): string =>
  command.listTitle ?? getCommandTitle(command, commandContext.get());

const toMappedCommand = (command: Command): MappedCommand => ({
  id: command.id,
  title: getListedTitle(command),
  scopes: getScopesOfCommand(command),
  defaults: splitKeys(command.keys).map(toCanonicalKeys),
});

export const listMappedCommands = (registry: Registry): MappedCommand[] => [
  ...registry.commands.map(toMappedCommand),
  ...registry.scopes.flatMap((scope) =>
    (scope.widgetKeys ?? []).map((hint) => ({
      id: `${scope.id}:${hint.label}`,
      title: hint.label,
      scopes: [scope.id],
      defaults: hint.keys.map(toCanonicalKeys),
      isFixed: true,
    })),
  ),
];

export const buildKeyMapSettings = (
  registry: Registry,
  { keyBindings, characterKeys }: Pick<Preferences, 'keyBindings' | 'characterKeys'>,
): KeyMapSettings => ({
  commands: listMappedCommands(registry),
  alongside: Object.fromEntries(registry.scopes.map(({ id, alongside = [] }) => [id, alongside])),
  overlay: keyBindings,
  characterKeys,
  isMac: detectPlatform() === 'mac',
});
