import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Actors } from '../state/types.ts';
import { createRegistry } from './registry.ts';
import { installCommands, setContextBase, useShell } from './runtime.ts';
import { publishedScopes, type ScopeId } from './scopes.ts';
import type { Command } from './types.ts';
import { useCommand } from './use-command.ts';

const LIST = 'pipelines.list' as ScopeId;
const start: Command = {
  id: 'go.start',
  title: 'Start',
  group: 'Go to',
  icon: 'pipeline',
  scope: 'global',
  enabled: ({ scopes }) => (LIST in scopes ? true : 'No list is open'),
  run: () => undefined,
};

let renders = 0;
function Start() {
  renders += 1;
  return <p>{useCommand('go.start').disabledReason ?? 'ready'}</p>;
}

let shells = 0;
function Shown() {
  shells += 1;
  return <p>{useShell().path}</p>;
}

const publish = (data: object | undefined) =>
  act(() => publishedScopes.set(data ? { order: [LIST], data: { [LIST]: data } } : { order: [], data: {} }));

test('a component renders again only when what it shows of a command differs', () => {
  installCommands({
    registry: createRegistry([start], []),
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  setContextBase({
    path: '/pipelines',
    search: '',
    navigate: () => undefined,
    site: undefined,
    sites: [],
    actors: {} as Actors,
  });
  render(
    <>
      <Start />
      <Shown />
    </>,
  );
  expect(screen.getByText('No list is open')).toBeInTheDocument();
  publish({ selected: [1] });
  expect(screen.getByText('ready')).toBeInTheDocument();
  const before = renders;
  publish({ selected: [1, 2] });
  publish({ selected: [] });
  expect(renders).toBe(before);
  publish(undefined);
  expect(screen.getByText('No list is open')).toBeInTheDocument();
  expect(shells).toBe(1);
});
