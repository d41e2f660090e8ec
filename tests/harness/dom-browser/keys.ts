const escapeKey = (key: string): string => (key === '{' || key === '[' ? `${key}${key}` : key);

/** Translates Playwright's key notation (`Control+Shift+Enter`) to user-event's. */
export function toKeyCode(press: string): string {
  const parts = press === '+' ? ['+'] : press.split(/\+(?=.)/);
  const key = parts.pop() ?? '';
  const modifiers = parts.map((part) => (part === 'ControlOrMeta' ? 'Control' : part));
  const pressed = key === 'Space' ? '[Space]' : key.length > 1 ? `{${key}}` : escapeKey(key);
  return [
    ...modifiers.map((name) => `{${name}>}`),
    pressed,
    ...modifiers.reverse().map((name) => `{/${name}}`),
  ].join('');
}

export const escapeKeys = (text: string): string => [...text].map(escapeKey).join('');
