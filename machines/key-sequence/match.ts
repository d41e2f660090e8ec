import {
  isCharacterKey,
  isModifierKey,
  type KeyBinding,
  type KeyPress,
  normaliseKey,
  splitSequence,
} from './keys.ts';

export type KeySettings = {
  bindings: readonly KeyBinding[];
  /** Active scopes, innermost first; the first with a match wins. */
  scopes: readonly string[];
  /** False turns off every binding with a character key (WCAG 2.1.4). */
  characterKeys: boolean;
  isMac: boolean;
};

export type FullPress = KeyPress & { inTextField?: boolean; isComposing?: boolean };

export type KeyMatch =
  | { kind: 'none' }
  /** A modifier alone, or input method (IME) composition. */
  | { kind: 'ignored' }
  | { kind: 'reset' }
  | { kind: 'pending'; keys: string[] }
  | { kind: 'found'; commandId: string; keys: string[] };

const NONE: KeyMatch = { kind: 'none' };

const isLive = (binding: KeyBinding, settings: KeySettings): boolean =>
  settings.characterKeys || !splitSequence(binding.keys).some(isCharacterKey);

/**
 * Matches a key press after the pending keys; Backspace removes the last one. The caller prevents the
 * browser's default for every result except `none` and `ignored`.
 */
export function matchPress(settings: KeySettings, pending: readonly string[], press: FullPress): KeyMatch {
  if (press.isComposing || isModifierKey(press.key)) return { kind: 'ignored' };
  const key = normaliseKey(press, settings.isMac);
  if (pending.length > 0 && key === 'escape') return { kind: 'reset' };
  if (press.inTextField && key !== 'escape' && !/^(mod|ctrl|meta)\+/.test(key)) return NONE;
  const keys = [...pending, key];
  for (const scope of settings.scopes) {
    const candidates = settings.bindings.filter(
      (binding) => binding.scope === scope && isLive(binding, settings),
    );
    const matching = candidates.filter((binding) => {
      const sequence = splitSequence(binding.keys);
      return keys.every((pressed, index) => sequence[index] === pressed);
    });
    const exact = matching.find((binding) => splitSequence(binding.keys).length === keys.length);
    if (exact) return { kind: 'found', commandId: exact.commandId, keys };
    if (matching.length > 0) return { kind: 'pending', keys };
  }
  if (pending.length === 0) return NONE;
  const isBack = key === 'backspace' && pending.length > 1;
  return isBack ? { kind: 'pending', keys: pending.slice(0, -1) } : { kind: 'reset' };
}

export function listContinuations(settings: KeySettings, pending: readonly string[]): KeyBinding[] {
  const seen = new Set<string>();
  return settings.scopes.flatMap((scope) =>
    settings.bindings.filter((binding) => {
      const sequence = splitSequence(binding.keys);
      const follows =
        binding.scope === scope &&
        isLive(binding, settings) &&
        sequence.length > pending.length &&
        pending.every((key, index) => sequence[index] === key);
      if (!follows || seen.has(sequence.join(' '))) return false;
      seen.add(sequence.join(' '));
      return true;
    }),
  );
}
