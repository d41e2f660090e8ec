import { afterEach, expect, test, vi } from 'vitest';
import { giveKeysOnFocus, holdKeys, takeHeldText } from './held-keys.ts';

const OWNERS = ['palette', 'assistant', 'form', 'popup'] as const;

/** @returns whether the key was left to the screen and the browser */
function isLeftAlone(key: string, init: KeyboardEventInit = {}): boolean {
  return document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}
const type = (...keys: string[]) => keys.map((key) => isLeftAlone(key));

afterEach(() => {
  for (const owner of OWNERS) takeHeldText(owner);
  document.body.replaceChildren();
});

test('what is typed while something loads is its text', () => {
  holdKeys('palette', vi.fn());
  expect(type('s', 'o', 'x', 'Backspace', 'u', 'Enter', 'ArrowDown')).not.toContain(true);
  expect(takeHeldText('assistant')).toEqual({ text: '', isEntered: false });
  expect(takeHeldText('palette')).toEqual({ text: 'sou', isEntered: true });
  expect(type('g')).toEqual([true]);
});

test('keys of the browser, Tab and modifiers are left to it', () => {
  holdKeys('palette', vi.fn());
  expect(type('F5', 'F11', 'Tab', 'Shift', 'Control')).not.toContain(false);
  expect(isLeftAlone('r', { ctrlKey: true })).toBe(true);
  expect(isLeftAlone('a')).toBe(false);
  expect(takeHeldText('palette').text).toBe('a');
});

test('Escape cancels what has not opened, and its text is gone', () => {
  const cancel = vi.fn();
  holdKeys('palette', cancel);
  expect(type('a', 'Escape', 'b')).toEqual([false, false, true]);
  expect(cancel).toHaveBeenCalledOnce();
  expect(takeHeldText('palette').text).toBe('');
});

test('a press of the pointer ends the hold and keeps the text', () => {
  holdKeys('palette', vi.fn());
  type('a');
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(type('b')).toEqual([true]);
  expect(takeHeldText('palette').text).toBe('a');
});

test('what is opened later gets the keys, and letting go of the former changes nothing', () => {
  const release = holdKeys('popup', vi.fn());
  type('a');
  holdKeys('palette', vi.fn());
  type('b');
  release();
  type('c');
  expect(takeHeldText('palette').text).toBe('bc');
});

test('a popup is canceled by a chord, which opens something else', () => {
  const cancel = vi.fn();
  holdKeys('popup', cancel);
  expect(type('Control')).toEqual([true]);
  expect(cancel).not.toHaveBeenCalled();
  expect(isLeftAlone('k', { ctrlKey: true })).toBe(true);
  expect(cancel).toHaveBeenCalledOnce();
});

test('a popup gets the keys one by one once it has the focus', async () => {
  document.body.innerHTML = '<button>Filter</button><div role="listbox"><input /></div>';
  const field = document.querySelector('input')!;
  const pressed: string[] = [];
  field.addEventListener('keydown', ({ key }) => pressed.push(key));
  holdKeys('popup', vi.fn());
  type('g', 's');
  giveKeysOnFocus();
  document.querySelector('button')?.focus();
  type('ArrowDown');
  field.focus();
  await vi.waitFor(() => expect(pressed).toEqual(['g', 's', 'ArrowDown']));
  expect(field.value).toBe('gs');
  await vi.waitFor(() => expect(type('!')).toEqual([true]));
});
