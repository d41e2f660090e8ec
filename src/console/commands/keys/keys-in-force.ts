import { isCharacterKey, splitSequence } from '../../../../machines/key-sequence/keys.ts';
import { createStore } from '../../lib/store.ts';

export const splitKeys = (keys: string | readonly string[] | undefined): readonly string[] =>
  keys === undefined ? [] : typeof keys === 'string' ? [keys] : keys;

export type KeyMap = {
  /** Only differences from the default; an empty list means no key. */
  bindings: Readonly<Record<string, readonly string[]>>;
  /**
   * False disables single-character shortcuts
   * (https://www.w3.org/WAI/WCAG21/Understanding/character-key-shortcuts).
   */
  characterKeys: boolean;
};

export const keyMap = createStore<KeyMap>({ bindings: {}, characterKeys: true });

export function getKeysInForce(id: string, defaults: readonly string[]): readonly string[] {
  const { bindings, characterKeys } = keyMap.get();
  const keys = bindings[id] ?? defaults;
  return characterKeys ? keys : keys.filter((one) => !splitSequence(one).some(isCharacterKey));
}
