import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { CommandButton } from '../components/commands/CommandButton.tsx';
import { ErrorBoundary } from '../components/widgets/lazy/error-boundary.tsx';
import type { Actors } from '../state/types.ts';
import { type CommandSet, createRegistry } from './registry.ts';
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

const install = (parts?: Record<string, () => Promise<CommandSet>>) => {
  installCommands({
    registry: createRegistry(parts ? [] : [start], [], parts),
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
};

const waitingStart = (
  <ErrorBoundary fallback={(error) => <p>failed: {String(error)}</p>}>
    <Suspense fallback={<p>waiting</p>}>
      <Start />
    </Suspense>
  </ErrorBoundary>
);

test('a command that loads later is shown once its own part is there', async () => {
  const own = Promise.withResolvers<CommandSet>();
  install({ own: () => own.promise, slow: () => new Promise(() => undefined) });
  await act(async () => render(waitingStart));
  expect(screen.getByText('waiting')).toBeInTheDocument();
  await act(async () => own.resolve({ commands: [start], scopes: [] }));
  expect(screen.getByText('No list is open')).toBeInTheDocument();
});

test('a button whose command loads later hides nothing beside it', async () => {
  const own = Promise.withResolvers<CommandSet>();
  install({ own: () => own.promise });
  await act(async () =>
    render(
      <Suspense fallback={<p>waiting</p>}>
        <p>the screen</p>
        <CommandButton id="go.start" />
      </Suspense>,
    ),
  );
  expect(screen.getByText('the screen')).toBeInTheDocument();
  expect(screen.queryByText('waiting')).toBeNull();
  await act(async () => own.resolve({ commands: [start], scopes: [] }));
  expect(screen.getByRole('button', { name: 'Start' })).toBeInTheDocument();
});

test('a part that cannot be loaded keeps no command of another part', async () => {
  const own = Promise.withResolvers<CommandSet>();
  install({ own: () => own.promise, other: () => Promise.reject(new Error('offline')) });
  await act(async () => render(waitingStart));
  expect(screen.getByText('waiting')).toBeInTheDocument();
  await act(async () => own.resolve({ commands: [start], scopes: [] }));
  expect(screen.getByText('No list is open')).toBeInTheDocument();
});

test('a part that cannot be loaded is an error, asked for once', async () => {
  let asked = 0;
  install({
    own: async () => {
      asked += 1;
      throw new Error('offline');
    },
  });
  await act(async () => render(waitingStart));
  expect(screen.getByText('failed: Error: offline')).toBeInTheDocument();
  expect(asked).toBe(1);
});

test('a component renders again only when what it shows of a command differs', () => {
  install();
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
