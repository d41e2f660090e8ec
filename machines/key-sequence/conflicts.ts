import { type KeyBinding, splitSequence } from './keys.ts';

export type KeyConflict = { kind: 'duplicate' | 'prefix' | 'browser'; message: string; commandIds: string[] };

/** Browser keys that the console overrides on purpose. */
const TAKEN_ON_PURPOSE = new Set([
  'mod+k',
  'mod+s',
  'mod+i',
  'mod+z',
  'mod+shift+z',
  'mod+enter',
  'mod+shift+enter',
]);
const BROWSER_KEYS = new Set([
  'f1',
  'f3',
  'f5',
  'f6',
  'f7',
  'f11',
  'f12',
  'tab',
  'shift+tab',
  'alt+arrowleft',
  'alt+arrowright',
  'alt+home',
  'alt+d',
]);

/** True for a browser shortcut, spelled as in `splitSequence`. */
export const isBrowserKey = (key: string): boolean =>
  !TAKEN_ON_PURPOSE.has(key) && (BROWSER_KEYS.has(key) || /^(mod|ctrl|meta)\+/.test(key));

export type LiveTogether = (scope: string, other: string) => boolean;

const isSameScope: LiveTogether = (scope, other) => scope === other;

/** Undefined when the two bindings do not conflict. */
export function comparePair(
  a: KeyBinding,
  b: KeyBinding,
  areTogether: LiveTogether = isSameScope,
): KeyConflict | undefined {
  const left = splitSequence(a.keys);
  const right = splitSequence(b.keys);
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (!areTogether(a.scope, b.scope) || !short.every((key, index) => long[index] === key)) return undefined;
  const commandIds = [a.commandId, b.commandId];
  const where = a.scope === b.scope ? `scope '${a.scope}'` : `scopes '${a.scope}' and '${b.scope}'`;
  if (short.length < long.length) {
    return {
      kind: 'prefix',
      commandIds,
      message: `'${short.join(' ')}' is a prefix of '${long.join(' ')}' in ${where}`,
    };
  }
  if (a.commandId === b.commandId) return undefined;
  return {
    kind: 'duplicate',
    commandIds,
    message: `'${long.join(' ')}' has two commands in ${where}`,
  };
}
