import { KEYS_PER_COMMAND_MAX } from '../../src/contract/entities/preferences.ts';
import { comparePair, isBrowserKey } from '../key-sequence/conflicts.ts';
import { formatKeyLabels, isCharacterKey, splitSequence } from '../key-sequence/keys.ts';
import type { KeyMapSettings, KeyOverlay, KeyRefusal, KeyRule, MappedCommand } from './key-map.types.ts';

/** Stored form of keys: `Shift+d` becomes `shift+d`. */
export const toCanonicalKeys = (keys: string): string => splitSequence(keys).join(' ');

/** `Ctrl+Z`, `G P`. */
export const formatKeys = (keys: string, isMac: boolean): string => formatKeyLabels(keys, isMac).join(' ');

const areKeysEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((keys, index) => keys === b[index]);

const getDefaultKeys = (command: MappedCommand): readonly string[] => command.defaults.map(toCanonicalKeys);

export const getKeysInForce = (command: MappedCommand, overlay: KeyOverlay): readonly string[] =>
  (command.isFixed ? undefined : overlay[command.id]) ?? getDefaultKeys(command);

/** Keys equal to the default are removed from the overlay. */
export function setKeys(overlay: KeyOverlay, command: MappedCommand, keys: readonly string[]): KeyOverlay {
  const { [command.id]: _former, ...others } = overlay;
  return areKeysEqual(keys, getDefaultKeys(command)) ? others : { ...others, [command.id]: keys };
}

/** Character keys can be turned off (https://www.w3.org/WAI/WCAG21/Understanding/character-key-shortcuts). */
export const isUsingCharacterKey = (keys: string): boolean => splitSequence(keys).some(isCharacterKey);

const GLOBAL = 'global';

const isDefault = (command: MappedCommand, keys: string): boolean => getDefaultKeys(command).includes(keys);

function compareScopes(
  { alongside = {} }: KeyMapSettings,
  command: MappedCommand,
  other: MappedCommand,
): 'inOneScope' | 'oneOverTheOther' | undefined {
  const mine = command.scopes;
  const theirs = other.scopes;
  if (mine.some((scope) => theirs.includes(scope))) return 'inOneScope';
  const names = (from: string, to: string): boolean => alongside[from]?.includes(to) === true;
  const isOver =
    [...mine, ...theirs].includes(GLOBAL) || mine.some((a) => theirs.some((b) => names(a, b) || names(b, a)));
  return isOver ? 'oneOverTheOther' : undefined;
}

function findClash(
  settings: KeyMapSettings,
  command: MappedCommand,
  keys: string,
): Pick<KeyRefusal, 'rule' | 'message' | 'withId' | 'withTitle'> | undefined {
  const said = formatKeys(keys, settings.isMac);
  for (const other of settings.commands) {
    const meets = compareScopes(settings, command, other);
    if (other.id === command.id || meets === undefined) continue;
    for (const taken of getKeysInForce(other, settings.overlay)) {
      // Between defaults this is intended: the inner scope wins.
      if (meets === 'oneOverTheOther' && isDefault(command, keys) && isDefault(other, taken)) continue;
      const clash = comparePair(
        { keys, scope: '', commandId: command.id },
        { keys: taken, scope: '', commandId: other.id },
      );
      if (!clash) continue;
      const theirs = formatKeys(taken, settings.isMac);
      const isLonger = splitSequence(keys).length > splitSequence(taken).length;
      const message =
        clash.kind === 'duplicate'
          ? `'${said}' already belongs to '${other.title}'`
          : isLonger
            ? `'${said}' begins with '${theirs}', which belongs to '${other.title}'`
            : `'${said}' begins '${theirs}', which belongs to '${other.title}'`;
      return { rule: clash.kind, message, withId: other.id, withTitle: other.title };
    }
  }
  return undefined;
}

/** Why a command cannot have this binding besides `also`; undefined if it can. */
export function findKeyRefusal(
  settings: KeyMapSettings,
  command: MappedCommand,
  keys: string,
  also: readonly string[] = [],
): KeyRefusal | undefined {
  const said = formatKeys(keys, settings.isMac);
  const refuse = (rule: KeyRule, message: string): KeyRefusal => ({
    commandId: command.id,
    keys,
    rule,
    message,
  });
  const sequence = splitSequence(keys);
  if (sequence.includes('escape') && !getDefaultKeys(command).includes(keys))
    return refuse('reserved', `'${said}' cannot be used: Esc always goes back one level`);
  // A command may regain a browser key that is its default (copy, cut, paste).
  const ofBrowser = isDefault(command, keys) ? undefined : sequence.find(isBrowserKey);
  if (ofBrowser)
    return refuse('browser', `'${formatKeys(ofBrowser, settings.isMac)}' belongs to the browser`);
  if (also.length >= KEYS_PER_COMMAND_MAX)
    return refuse(
      'tooMany',
      `'${command.title}' has ${also.length} keys already, the most a command can have`,
    );
  const own = also.find((other) =>
    comparePair({ keys, scope: '', commandId: 'new' }, { keys: other, scope: '', commandId: 'old' }),
  );
  if (own !== undefined) {
    const theirs = formatKeys(own, settings.isMac);
    return refuse('duplicate', `'${command.title}' has '${theirs}' already`);
  }
  const clash = findClash(settings, command, keys);
  if (clash) return { commandId: command.id, keys, ...clash };
  if (!settings.characterKeys && isUsingCharacterKey(keys))
    return refuse('characterKeysOff', `'${said}' types a character, and single-character keys are off`);
  return undefined;
}

export type Takeover = {
  /** The command that loses its keys. */
  from: MappedCommand;
  left: readonly string[];
  overlay: KeyOverlay;
};

/** How to take keys from the one command that has them; undefined if other conflicts remain. */
export function findTakeover(
  settings: KeyMapSettings,
  command: MappedCommand,
  keys: string,
  also: readonly string[] = [],
): Takeover | undefined {
  const refusal = findKeyRefusal(settings, command, keys, also);
  const from = settings.commands.find(({ id, isFixed }) => id === refusal?.withId && !isFixed);
  if (!from) return undefined;
  const binding = { keys, scope: '', commandId: command.id };
  const left = getKeysInForce(from, settings.overlay).filter(
    (own) => !comparePair(binding, { keys: own, scope: '', commandId: from.id }),
  );
  const freed = setKeys(settings.overlay, from, left);
  if (findKeyRefusal({ ...settings, overlay: freed }, command, keys, also)) return undefined;
  return { from, left, overlay: setKeys(freed, command, [...also, keys]) };
}

/**
 * The first conflict in a key map, e.g. after a change in another window.
 * @param ids commands to check; defaults to those with changed keys
 */
export function findFirstRefusal(
  settings: KeyMapSettings,
  ids: readonly string[] = Object.keys(settings.overlay),
): KeyRefusal | undefined {
  const lenient = { ...settings, characterKeys: true };
  for (const command of settings.commands) {
    if (command.isFixed || !ids.includes(command.id)) continue;
    const all = getKeysInForce(command, settings.overlay);
    for (const [index, keys] of all.entries()) {
      const refusal = findKeyRefusal(lenient, command, keys, all.slice(0, index));
      if (refusal) return refusal;
    }
  }
  return undefined;
}
