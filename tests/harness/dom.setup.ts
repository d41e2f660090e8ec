import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, vi } from 'vitest';

afterEach(cleanup);
// The next file shares the process.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
});
// Busy machines may need more than the default second.
configure({ asyncUtilTimeout: 20_000 });

// In development React makes an Error with a stack for each element, up to this many a second, of which nothing here
// reads any: a twelfth of a file's processor time. Warnings stay the same.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object;
};
if (internals && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => 10_000,
    set: () => {},
  });

// happy-dom has no layout; without sizes the row virtualizer renders no rows.
const fixSize = (name: string, value: number) =>
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
fixSize('clientHeight', 800);
fixSize('clientWidth', 1200);
fixSize('offsetHeight', 40);
fixSize('offsetWidth', 1200);

// happy-dom has no `execCommand`; the console writes keys that were held into a field with it.
document.execCommand = (command, _showUi, text = '') => {
  const field = document.activeElement;
  if (
    command !== 'insertText' ||
    !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
  )
    return false;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  return field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
};
