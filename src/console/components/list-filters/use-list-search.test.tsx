import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { goTo, LocationProvider, useShownLocation } from '../../state/location.tsx';
import { type ListSearch, useListSearch } from './use-list-search.ts';

let search: ListSearch;
let addressRenders = 0;

function Field() {
  search = useListSearch();
  return <output>{search.text}</output>;
}
function Elsewhere() {
  useShownLocation();
  addressRenders++;
  return null;
}

const type = (text: string) => {
  for (let end = 1; end <= text.length; end++) act(() => search.set(text.slice(0, end)));
};
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => window.dispatchEvent(new KeyboardEvent('keydown', { key, ...more })));
const shown = () => screen.getByRole('status').textContent;
const pause = () => act(() => vi.advanceTimersByTime(300));

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/pipelines?time=4h');
  render(
    <LocationProvider>
      <Field />
      <Elsewhere />
    </LocationProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('is in the address once typing pauses, and renders what shows the address once', () => {
  const before = addressRenders;
  type('red');
  expect(shown()).toBe('red');
  expect([window.location.search, addressRenders]).toEqual(['?time=4h', before]);
  pause();
  expect([window.location.search, addressRenders]).toEqual(['?time=4h&search=red', before + 1]);
  expect(shown()).toBe('red');
});

test('typing on after a pause keeps each letter', () => {
  type('r');
  pause();
  type('re');
  expect(shown()).toBe('re');
  pause();
  expect(window.location.search).toBe('?time=4h&search=re');
  act(() => search.set(''));
  pause();
  expect([shown(), window.location.search]).toEqual(['', '?time=4h']);
});

test('is in the address before a key that acts, not before the next letter', () => {
  type('re');
  press('d');
  press('Backspace');
  expect(window.location.search).toBe('?time=4h');
  press('Enter');
  expect(window.location.search).toBe('?time=4h&search=re');
});

test('is in the entry of the history that is left, and not in the next', () => {
  type('red');
  const replaced = vi.spyOn(window.history, 'replaceState');
  act(() => goTo('/sources'));
  expect(replaced.mock.calls.map(([, , url]) => url)).toEqual(['/pipelines?time=4h&search=red']);
  expect([window.location.pathname, window.location.search, shown()]).toEqual(['/sources', '', '']);
  pause();
  expect(window.location.pathname).toBe('/sources');
});

test('gives way to an address that somebody else sets', () => {
  type('red');
  act(() => window.history.pushState(null, '', '/pipelines?search=web'));
  expect(shown()).toBe('web');
  pause();
  expect([shown(), window.location.search]).toEqual(['web', '?search=web']);
});

test('is not kept for the same list opened anew', () => {
  type('red');
  act(() => goTo('/sources'));
  act(() => goTo('/pipelines'));
  expect(shown()).toBe('');
});
