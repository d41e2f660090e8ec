import { isCharacterKey, sequenceOf } from '../../../machines/key-sequence/keys.ts';
import { createStore } from './store.ts';

/** Keys of a command as a list. */
export const splitKeys = (keys: string | readonly string[] | undefined): readonly string[] =>
  keys === undefined ? [] : typeof keys === 'string' ? [keys] : keys;

/** What the person changed about keys. */
export type KeyMap = {
  /** Keys by command, only what differs from the default; an empty list means no key. */
  bindings: Readonly<Record<string, readonly string[]>>;
  /** False turns off every key that types a character (WCAG 2.1.4). */
  characterKeys: boolean;
};

/** The key map in force: whatever shows or listens to keys reads them through it. */
export const keyMap = createStore<KeyMap>({ bindings: {}, characterKeys: true });

/** The keys of a command by its id, laid over its default ones, without those that are switched off. */
export function keysInForce(id: string, defaults: readonly string[]): readonly string[] {
  const { bindings, characterKeys } = keyMap.get();
  const keys = bindings[id] ?? defaults;
  return characterKeys ? keys : keys.filter((one) => !sequenceOf(one).some(isCharacterKey));
}
