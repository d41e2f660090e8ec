import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actors } from '../../state/types.ts';
import { createRegistry } from '../registry.ts';
import { getCommandHost, installCommands, setContextBase } from '../runtime.ts';
import { type ScopeId, usePublishScope } from '../scopes.ts';
import type { Command } from '../types.ts';
import { listenToKeys } from './key-sequences.ts';
import { keepKeysAhead } from './keys-ahead.ts';

const SCREEN = 'pipeline' as ScopeId;
const REGION = 'pipeline.graph' as ScopeId;
let ran: string[] = [];
let stop: () => void = () => undefined;
/** The part of the registry that loads late. */
let isWanted: Promise<void> = Promise.resolve();

const command = (id: string, keys: string, scope: 'global' | ScopeId): Command => ({
  id,
  title: id,
  group: 'View',
  icon: 'search',
  keys,
  scope,
  enabled: () => true,
  run: () => ran.push(id),
});

/** Gets its data on `isThere`; a part of it publishes its scope before the screen does. */
function Part() {
  usePublishScope(REGION, {} as never);
  return (
    <div data-command-scope={REGION}>
      <button type="button">A node</button>
    </div>
  );
}
function Screen({ isThere }: { isThere: boolean }) {
  usePublishScope(SCREEN, isThere ? ({} as never) : undefined);
  return isThere ? <Part /> : <p>Loading</p>;
}

beforeEach(() => {
  ran = [];
  const commands = [
    command('lifecycle', 'h', SCREEN),
    command('edit', 'Shift+e', SCREEN),
    command('add', 'a', REGION),
    command('help', '?', 'global'),
  ];
  const registry = createRegistry(
    commands,
    [
      { id: SCREEN, mode: 'VIEW' },
      { id: REGION, mode: 'GRAPH', region: true },
    ],
    {
      more: async () => {
        await isWanted;
        return {
          commands: [command('assistant', 'mod+i', 'global'), command('record', 'q', 'global')],
          scopes: [],
        };
      },
    },
  );
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  const actors = {} as Actors;
  setContextBase({ path: '/', search: '', navigate: () => undefined, site: undefined, sites: [], actors });
  const stops = [listenToKeys(registry), keepKeysAhead()];
  stop = () => {
    for (const one of stops) one();
  };
});
afterEach(() => {
  delete window.takeEarlyKeys;
  stop();
  cleanup();
});

test('keys pressed before the data of a screen act once it stands', async () => {
  const { rerender } = render(<Screen isThere={false} />);
  await userEvent.keyboard('h{Shift>}E{/Shift}');
  expect(ran).toEqual([]);
  rerender(<Screen isThere />);
  await act(async () => undefined);
  expect(ran).toEqual(['lifecycle', 'edit']);
});

test('a key of a part of the screen waits for its focus', async () => {
  const { rerender } = render(<Screen isThere={false} />);
  await userEvent.keyboard('a');
  rerender(<Screen isThere />);
  await act(async () => undefined);
  expect(ran).toEqual([]);
  await act(async () => screen.getByRole('button').focus());
  expect(ran).toEqual(['add']);
});

test('keys pressed ahead are dropped at the next meaningful key', async () => {
  const { rerender } = render(<Screen isThere={false} />);
  await userEvent.keyboard('h?');
  rerender(<Screen isThere />);
  await act(async () => undefined);
  expect(ran).toEqual(['help']);
  await userEvent.keyboard('ax');
  await act(async () => screen.getByRole('button').focus());
  expect(ran).toEqual(['help']);
});

describe('keys of commands that load late', () => {
  let resolve: () => void = () => undefined;
  beforeEach(() => {
    const wanted = Promise.withResolvers<void>();
    isWanted = wanted.promise;
    resolve = wanted.resolve;
  });

  test('act once they are loaded: the newest, where the focus still is', async () => {
    render(<Screen isThere />);
    await userEvent.keyboard('q');
    await userEvent.keyboard('{Control>}i{/Control}');
    expect(ran).toEqual([]);
    resolve();
    await act(() => getCommandHost().registry.complete());
    expect(ran).toEqual(['assistant']);
    await userEvent.keyboard('q');
    expect(ran).toEqual(['assistant', 'record']);
  });

  test('do not act where the focus went', async () => {
    render(<Screen isThere />);
    await userEvent.keyboard('q');
    await act(async () => screen.getByRole('button').focus());
    resolve();
    await act(() => getCommandHost().registry.complete());
    expect(ran).toEqual([]);
  });
});

describe('keys pressed before the code that keeps them is there', () => {
  const begin = (...presses: KeyboardEventInit[]) => {
    stop();
    window.takeEarlyKeys = () => presses.map((press) => new KeyboardEvent('keydown', press));
    const stops = [listenToKeys(getCommandHost().registry), keepKeysAhead()];
    stop = () => {
      for (const one of stops) one();
    };
  };

  test('act as well once the screen stands', async () => {
    begin({ key: 'h' }, { key: 'E', shiftKey: true });
    const { rerender } = render(<Screen isThere={false} />);
    rerender(<Screen isThere />);
    await act(async () => undefined);
    expect(ran).toEqual(['lifecycle', 'edit']);
  });

  test('keys typed after a chord nothing took are no commands', async () => {
    begin({ key: 'k', ctrlKey: true }, { key: 'h' });
    const { rerender } = render(<Screen isThere={false} />);
    rerender(<Screen isThere />);
    await act(async () => undefined);
    expect(ran).toEqual([]);
  });
});
