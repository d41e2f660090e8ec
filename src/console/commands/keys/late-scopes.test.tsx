import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createRegistry } from '../registry.ts';
import { type ScopeId, usePublishScope } from '../scopes.ts';
import { listenToKeys } from './key-sequences.ts';

const FORM = 'connection.form' as ScopeId;

function Form() {
  usePublishScope(FORM, {} as never);
  return <p>A form that other screens have too</p>;
}

test('commands load with a form that the screen did not name', async ({ onTestFinished }) => {
  const registry = createRegistry([], [{ id: 'list' as ScopeId, mode: 'LIST' }], {
    connections: async () => ({ commands: [], scopes: [{ id: FORM, mode: 'FORM' }] }),
  });
  onTestFinished(listenToKeys(registry));
  expect(registry.isComplete()).toBe(false);
  render(<Form />);
  await waitFor(() => expect(registry.scope(FORM)?.mode).toBe('FORM'));
});
