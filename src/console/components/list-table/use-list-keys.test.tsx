import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shellActorsStub } from '../../../../tests/model/command-context.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands, setContextBase } from '../../commands/runtime.ts';
import { defineCommands } from '../../commands/types.ts';
import { useListKeys } from './use-list-keys.ts';

let ran: string[];
const commands = defineCommands(
  ['list.open', 'list.next', 'list.previous'].map((id) => ({
    id,
    title: id,
    group: 'List' as const,
    icon: 'enter' as const,
    scope: 'global' as const,
    enabled: () => true as const,
    run: () => void ran.push(id),
  })),
);

beforeEach(() => {
  ran = [];
  installCommands({
    registry: createRegistry(commands, []),
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  setContextBase(shellActorsStub());
});
afterEach(cleanup);

function List({ isOn = true, inFront = false }) {
  useListKeys(isOn);
  return (
    <main id="content" tabIndex={-1}>
      <h1 tabIndex={-1}>Sources</h1>
      <button type="button">Add</button>
      <a href="#there">There</a>
      <input aria-label="Search" />
      <div role="switch" aria-checked="false" tabIndex={0}>
        On
      </div>
      {inFront && <div role="dialog" aria-label="In front" />}
    </main>
  );
}
const KEYS = '{Enter}{ArrowDown}{ArrowUp}';
const ALL = ['list.open', 'list.next', 'list.previous'];

test('a list just opened takes Enter and arrows, wherever the focus is', async () => {
  const user = userEvent.setup({ delay: null });
  render(<List />);
  for (const focused of [document.body, screen.getByRole('main'), screen.getByRole('heading')]) {
    ran = [];
    focused.focus();
    await user.keyboard(KEYS);
    expect(ran).toEqual(ALL);
  }
});

test.each(['button', 'link', 'textbox', 'switch'])('a %s that has the focus keeps its keys', async (role) => {
  const user = userEvent.setup({ delay: null });
  render(<List />);
  screen.getByRole(role).focus();
  await user.keyboard(KEYS);
  expect(ran).toEqual([]);
});

test.each([
  ['with a window in front', { inFront: true }, KEYS],
  ['that is not the screen, or empty', { isOn: false }, KEYS],
  [
    'with another key held',
    {},
    '{Control>}{Enter}{/Control}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowUp}{/Alt}',
  ],
])('a list %s takes none', async (_, props, keys) => {
  const user = userEvent.setup({ delay: null });
  render(<List {...props} />);
  await user.keyboard(keys);
  expect(ran).toEqual([]);
});

test('an Enter that is held down opens once', async () => {
  const user = userEvent.setup({ delay: null });
  render(<List />);
  await user.keyboard('{Enter>3}');
  expect(ran).toEqual(['list.open']);
});
