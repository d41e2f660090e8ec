import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findLiveScopes } from './live-scopes.ts';
import { createRegistry } from './registry.ts';

test('keys: an open list takes them, proposals of a text field do not', () => {
  render(
    <>
      <button type="button" role="combobox" aria-expanded="true" aria-controls="x" aria-label="Type">
        Syslog
      </button>
      <input role="combobox" aria-expanded="true" aria-controls="x" aria-label="Field" data-proposals="" />
    </>,
  );
  const registry = createRegistry([], []);
  expect(findLiveScopes(screen.getByRole('combobox', { name: 'Type' }), registry)).toEqual([]);
  expect(findLiveScopes(screen.getByRole('combobox', { name: 'Field' }), registry)).toEqual(['global']);
});
