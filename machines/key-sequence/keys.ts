export type KeyPress = {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
  shiftKey?: boolean;
};

/**
 * `keys` is one key (`?`, `enter`, `mod+k`) or a sequence separated by spaces (`g p`). `mod` is Ctrl, on
 * macOS Cmd.
 */
export type KeyBinding = {
  keys: string;
  commandId: string;
  scope: string;
  /** The browser fires an event of its own for this key (e.g. copy), which runs the command. */
  isNative?: boolean;
};

const ALIASES: Record<string, string> = {
  ' ': 'space',
  esc: 'escape',
  del: 'delete',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
};
const MODIFIER_KEYS = new Set([
  'shift',
  'control',
  'alt',
  'meta',
  'altgraph',
  'capslock',
  'fn',
  'dead',
  'process',
]);

export const isModifierKey = (key: string): boolean => MODIFIER_KEYS.has(key.toLowerCase());

const isLetter = (key: string): boolean => key.length === 1 && key.toLowerCase() !== key.toUpperCase();

/** Names a key press: `mod+k`, `shift+d`, `?`. Omits Shift if the character implies it. */
export function normaliseKey(press: KeyPress, isMac: boolean): string {
  const lower = press.key.toLowerCase();
  const key = ALIASES[lower] ?? lower;
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const parts = [
    mod ? 'mod' : '',
    isMac && press.ctrlKey ? 'ctrl' : '',
    !isMac && press.metaKey ? 'meta' : '',
    press.altKey ? 'alt' : '',
    press.shiftKey && (key.length > 1 || isLetter(key)) ? 'shift' : '',
    key,
  ];
  return parts.filter(Boolean).join('+');
}

const split = (keys: string): readonly string[] =>
  keys
    .trim()
    .split(/\s+/)
    .map((combination) => {
      const parts = combination.toLowerCase().split(/(?<=.)\+(?=.)/);
      const key = parts.pop() ?? '';
      const order = ['mod', 'ctrl', 'meta', 'alt', 'shift'].filter((modifier) => parts.includes(modifier));
      return [...order, ALIASES[key] ?? key].join('+');
    });

/** Each press checks hundreds of bindings several times. */
const known = new Map<string, readonly string[]>();

/** Spelled as by `normaliseKey`. */
export function splitSequence(keys: string): readonly string[] {
  const sequence = known.get(keys) ?? split(keys);
  known.set(keys, sequence);
  return sequence;
}

/** Character keys do not work in text fields and can be turned off (WCAG 2.1.4). */
export const isCharacterKey = (key: string): boolean =>
  key.length === 1 || key === 'space' || /^shift\+.$/.test(key);

const MAC_LABELS: Record<string, string> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', meta: '⌘' };
const LABELS: Record<string, string> = {
  mod: 'Ctrl',
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  meta: 'Meta',
};
const KEY_LABELS: Record<string, string> = {
  escape: 'Esc',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

const capitalize = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** One label per key chip: `['Ctrl+K']`, `['G', 'P']`. */
export function formatKeyLabels(keys: string, isMac: boolean): string[] {
  return splitSequence(keys).map((combination) => {
    const parts = combination.split(/(?<=.)\+(?=.)/);
    const key = parts.pop() ?? '';
    const modifiers = parts.map((part) => (isMac ? MAC_LABELS : LABELS)[part] ?? part);
    return [...modifiers, KEY_LABELS[key] ?? capitalize(key)].join(isMac ? '' : '+');
  });
}
