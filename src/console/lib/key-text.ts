import type { IconName } from './icons/icon-names.ts';

export type KeyPart = { text: string; icon?: IconName; spoken: string };

type Platform = 'mac' | 'other';

const createIconKeyPart = (icon: IconName, spoken: string): KeyPart => ({ text: '', icon, spoken });

const NAMED_KEYS: Record<string, KeyPart> = {
  shift: createIconKeyPart('shift', 'Shift'),
  enter: createIconKeyPart('enter', 'Enter'),
  tab: createIconKeyPart('tab', 'Tab'),
  arrowup: createIconKeyPart('arrowUp', 'Up'),
  arrowdown: createIconKeyPart('arrowDown', 'Down'),
  arrowleft: createIconKeyPart('arrowLeft', 'Left'),
  arrowright: createIconKeyPart('arrowRight', 'Right'),
  backspace: createIconKeyPart('eraseBack', 'Backspace'),
  delete: { text: 'Del', spoken: 'Delete' },
  escape: { text: 'Esc', spoken: 'Escape' },
  esc: { text: 'Esc', spoken: 'Escape' },
  space: { text: 'Space', spoken: 'Space' },
};

const getModifierPart = (platform: Platform): KeyPart =>
  platform === 'mac' ? createIconKeyPart('command', 'Command') : { text: 'Ctrl', spoken: 'Control' };

function toKeyPart(name: string, platform: Platform): KeyPart {
  const lower = name.toLowerCase();
  if (lower === 'mod') return getModifierPart(platform);
  if (lower === 'ctrl' || lower === 'control') return { text: 'Ctrl', spoken: 'Control' };
  if (lower === 'alt') return { text: platform === 'mac' ? '⌥' : 'Alt', spoken: 'Alt' };
  const named = NAMED_KEYS[lower];
  if (named) return named;
  const text = name.charAt(0).toUpperCase() + name.slice(1);
  return { text, spoken: text };
}

/** In `mod++` the empty last piece is the plus key. */
const splitCombination = (combination: string): string[] =>
  combination === '+'
    ? ['+']
    : combination
        .replace(/\+\+$/, '+plus')
        .split('+')
        .map((p) => (p === 'plus' ? '+' : p));

export const detectPlatform = (): Platform =>
  typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform || navigator.userAgent)
    ? 'mac'
    : 'other';

/** `mod+s` → one chip of two parts; `g p` → two chips, a chord. */
export function parseBinding(binding: string, platform: Platform = detectPlatform()): KeyPart[][] {
  return binding
    .trim()
    .split(/\s+/)
    .map((combination) => splitCombination(combination).map((name) => toKeyPart(name, platform)));
}

/** Screen reader text: `Control S`, `G then P`. */
export const formatSpokenBinding = (binding: string, platform?: Platform): string =>
  parseBinding(binding, platform)
    .map((chip) => chip.map((part) => part.spoken).join(' '))
    .join(' then ');

/** The user's bindings are saved in lower case. */
const ARIA_NAMES: Record<string, string> = {
  ' ': 'Space',
  '+': 'Plus',
  ctrl: 'Control',
  esc: 'Escape',
  ...Object.fromEntries(
    ['Shift', 'Alt', 'Meta', 'Enter', 'Escape', 'Delete', 'Backspace', 'Space', 'Tab', 'Home', 'End']
      .concat('Insert', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight')
      .concat(Array.from({ length: 12 }, (_, index) => `F${index + 1}`))
      .map((name) => [name.toLowerCase(), name]),
  ),
};

/** Undefined for a chord, which the attribute cannot express. */
export function formatAriaKeyShortcuts(
  binding: string,
  platform: Platform = detectPlatform(),
): string | undefined {
  const steps = binding.trim().split(/\s+/);
  const [only] = steps;
  if (steps.length !== 1 || only === undefined) return undefined;
  return splitCombination(only)
    .map((name) => (name.toLowerCase() === 'mod' ? (platform === 'mac' ? 'Meta' : 'Control') : name))
    .map((name) => ARIA_NAMES[name.toLowerCase()] ?? name)
    .join('+');
}
