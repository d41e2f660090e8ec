import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LocationProvider } from '../../../state/location.tsx';
import { type History, useHistory } from './use-history.ts';

let history: History | undefined;

function Screen() {
  history = useHistory(true);
  return history.isOpen ? <aside>Version history</aside> : null;
}

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

test('a closed history takes no further key', () => {
  window.history.replaceState(null, '', '/pipelines/1?versions=1');
  const { container } = render(
    <LocationProvider>
      <Screen />
    </LocationProvider>,
  );
  expect(container.textContent).toBe('Version history');
  history?.close();
  expect(container.textContent).toBe('');
});
