import { act, cleanup, render, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type KeySequenceEvent,
  type KeySequenceSnapshot,
  selectContinuations,
} from '../../machines/key-sequence/index.ts';
import { keySequenceModel } from '../../machines/key-sequence/key-sequence.model.ts';
import type { SystemEvent } from '../../machines/model.ts';
import { defineModel } from '../../machines/model.ts';
import KeyBar from '../../src/console/app/shell/key-bar.tsx';
import { KeySheet } from '../../src/console/app/shell/shell.tsx';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { type Command, defineCommands } from '../../src/console/commands/types.ts';
import { announcement } from '../../src/console/state/announcement.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { fakeClock, fakeClockUser, passTime, realClock } from './fake-clock.ts';

const SHEET_DELAY = 250;
let ran: string[] = [];

const command = (id: string, keys: string): Command => ({
  id,
  title: `Title of ${id}`,
  group: 'Go to',
  icon: 'search',
  keys,
  scope: 'global',
  enabled: () => true,
  run: () => ran.push(id),
});
const commands = defineCommands([
  command('go.pipelines', 'g p'),
  command('go.deep', 'g x y'),
  command('edit', 'e'),
  command('palette', 'mod+k'),
  command('console.help', '?'),
]);
const registry = createRegistry(commands, []);
const bindings = commands.map(({ id, keys }) => ({ keys: String(keys), commandId: id, scope: 'global' }));

type Press = Extract<KeySequenceEvent, { type: 'key.pressed' }>;

/** The shell's settings; only Escape resets a sequence. */
const model = defineModel({
  ...keySequenceModel,
  input: { bindings, scopes: ['global'], characterKeys: true, isMac: false },
  vocabulary: keySequenceModel.vocabulary.filter(
    ({ type }) => type === 'key.pressed' || type.startsWith('xstate.'),
  ),
});

beforeEach(() => {
  fakeClock();
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  const actors = {} as Actors;
  setContextBase({ path: '/', search: '', navigate: () => undefined, site: undefined, sites: [], actors });
});
afterEach(realClock);

type World = { user: UserEvent };
const drivers: Drivers<Press | SystemEvent, World> = {
  'key.pressed': async ({ user }, { key, ctrlKey, inTextField }) => {
    act(() =>
      (inTextField ? screen.getByRole('textbox') : screen.getByRole('button', { name: 'Elsewhere' })).focus(),
    );
    const name = key.length > 1 ? `{${key}}` : key;
    await user.keyboard(ctrlKey ? `{Control>}${name}{/Control}` : name);
  },
  'xstate.after.sheetDelay.keySequence.pending.waiting': () => passTime(SHEET_DELAY),
};

const shown = (snapshot: KeySequenceSnapshot) => ({
  pending: snapshot.context.pending.join(' ').toUpperCase(),
  sheet: snapshot.matches({ pending: 'sheet' })
    ? selectContinuations(snapshot).map(({ commandId }) => `Title of ${commandId}`)
    : undefined,
});

function read() {
  const bar = screen.getByRole('region', { name: 'Available keys' });
  const sheet = screen.queryByRole('region', { name: /^Keys after / });
  return {
    pending: /^(.*) then/.exec(bar.textContent ?? '')?.[1] ?? '',
    sheet: sheet
      ? within(sheet)
          .getAllByRole('listitem')
          .map((item) => /Title of .*/.exec(item.textContent ?? '')?.[0] ?? '')
      : undefined,
  };
}

test('every transition of key presses, key bar and key sheet', async () => {
  const paths = makePaths(model);
  const walked = await driveAll(paths, {
    drives: Object.keys(drivers),
    create: () => {
      ran = [];
      const told: string[] = [];
      const found = keySequenceActor.on('keys.found', ({ commandId }) => told.push(commandId));
      render(
        <>
          <button type="button">Elsewhere</button>
          <input aria-label="Search" />
          <KeySheet />
          <KeyBar />
        </>,
      );
      const stop = listenToKeys(registry);
      const world = { user: fakeClockUser() };
      return {
        told,
        send: (event) => sendBy(drivers, world, event as Press | SystemEvent),
        read,
        dispose: () => {
          found.unsubscribe();
          stop();
          cleanup();
        },
      };
    },
    project: shown,
    check: (_snapshot, system) => expect(ran).toEqual(system.told),
  });
  expect(walked).toBe(paths.edges.size);
});

test('a sequence runs its command once, and typing runs nothing', async () => {
  ran = [];
  render(<input aria-label="Search" />);
  const stop = listenToKeys(registry);
  const user = fakeClockUser();
  await user.keyboard('gp');
  expect(ran).toEqual(['go.pipelines']);
  await user.type(screen.getByRole('textbox'), 'gpe');
  expect([ran, screen.getByRole<HTMLInputElement>('textbox').value]).toEqual([['go.pipelines'], 'gpe']);
  stop();
});

test('key sheet: its keys are announced, and that it was canceled', async () => {
  render(<KeySheet />);
  const stop = listenToKeys(registry);
  const user = fakeClockUser();
  await user.keyboard('g');
  await passTime(SHEET_DELAY);
  expect(announcement.get().text).toBe('Next key: P, Title of go.pipelines; X then Y, Title of go.deep');
  await user.keyboard('{Escape}');
  expect(announcement.get().text).toBe('Canceled');
  stop();
});
