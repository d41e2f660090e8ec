import { expect, test, vi } from 'vitest';
import { capturedCalls } from '../../contract/calls/captured.ts';
import { shellCalls } from '../../contract/calls/shell.ts';

// Files before it in the same process may have loaded the whole table.
vi.resetModules();
const { findLoadedCall, loadCall } = await import('./call-table.ts');

// Of the table of all calls alone.
const isWholeLoaded = () => findLoadedCall('listRoles') !== undefined;

test('calls of the shell and of captured events load without all others', async () => {
  for (const id of [
    ...Object.keys(shellCalls),
    ...Object.keys(capturedCalls),
  ] as (keyof typeof capturedCalls)[])
    expect((await loadCall(id)).path, id).toMatch(/^\/v1\//);
  expect(isWholeLoaded()).toBe(false);
});

test('another call loads all', async () => {
  expect((await loadCall('listRoles')).path).toBe('/v1/auth/roles');
  expect(isWholeLoaded()).toBe(true);
});
