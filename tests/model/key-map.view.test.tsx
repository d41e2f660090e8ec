// Slow: walks every transition on screen, by keys.

import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getKeysInForce } from '../../machines/key-map/bindings.ts';
import {
  type KeyMapEvent,
  type KeyMapSnapshot,
  selectChangedCount,
  selectIsRefused,
  selectRecording,
  selectRefusal,
} from '../../machines/key-map/index.ts';
import { KEY_MAP_COMMANDS } from '../../machines/key-map/key-map.model.ts';
import { listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { publishedScopes } from '../../src/console/commands/scopes.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { formatSpokenBinding } from '../../src/console/lib/key-text.ts';
import { useStore } from '../../src/console/lib/store.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { KeysPanel } from '../../src/console/views/profile/KeysPanel.tsx';
import { visuallyHidden } from '../../styles/text.css.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, shellActorsStub } from './command-context.ts';
import { framesDrawn } from './fake-clock.ts';
import { model, registry } from './key-map-screen.ts';
import { storedPreferences } from './stored-preferences.ts';

const walks = makeWalks(model);

const TITLES = KEY_MAP_COMMANDS.map(({ title }) => title);
const titleOf = (id: string) => KEY_MAP_COMMANDS.find((command) => command.id === id)?.title ?? id;
let service: ReturnType<typeof storedPreferences>;

beforeAll(() => {
  pageBase();
  service = storedPreferences();
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  installCommands({
    registry,
    ask: (id, args) => openPalette(id, args),
    refuse: (reason) => {
      throw new Error(`refused: ${reason}`);
    },
    record: () => undefined,
  });
  setContextBase(shellActorsStub());
});

function Screen() {
  return (
    <LocationProvider>
      <KeysPanel />
      {useStore(isPaletteWanted) && <PaletteDialog />}
    </LocationProvider>
  );
}

const grid = () => screen.getByRole('grid', { name: 'Keys' });
const rowOf = (title: string) =>
  within(grid())
    .getAllByRole('row')
    .find((row) => row.textContent?.startsWith(title))!;

/** Alternates between key and button. */
type World = { user: UserEvent; by: 'key' | 'button' };

async function run({ user, by }: World, key: string, button: string, commandId?: string): Promise<void> {
  if (commandId !== undefined) {
    act(() => grid().focus());
    await user.keyboard('{Control>}{Home}{/Control}');
    for (let row = 0; row < TITLES.indexOf(titleOf(commandId)); row += 1) await user.keyboard('{ArrowDown}');
    expect(rowOf(titleOf(commandId)).getAttribute('data-cursor')).not.toBeNull();
  }
  const isOff = !screen.getByRole<HTMLInputElement>('switch').checked;
  if (by === 'key' && !(isOff && !key.startsWith('{Delete'))) return void (await user.keyboard(key));
  act(() => screen.getByRole('button', { name: button }).focus());
  await user.keyboard('{Enter}');
}

const inDialog = () => within(screen.getByRole('dialog'));

async function pressButton({ user }: World, name: string): Promise<void> {
  act(() => inDialog().getByRole('button', { name }).focus());
  await user.keyboard('{Enter}');
}

const drivers: Drivers<KeyMapEvent, World> = {
  'record.started': (world, { commandId }) => run(world, 'e', 'Change', commandId),
  'key.pressed': async ({ user, by }, { key }) => {
    if (key === 'Enter' && by === 'button') return pressUse(user);
    act(() => inDialog().getByRole('textbox').focus());
    await user.keyboard(key.length > 1 ? `{${key}}` : key);
  },
  'record.cancelled': (world) => pressButton(world, 'Cancel'),
  'keys.taken': (world) => pressButton(world, "Take it from 'Edit pipeline'"),
  'keys.cleared': (world, { commandId }) => run(world, '{Delete}', 'No key', commandId),
  'keys.reset': (world, { commandId }) => run(world, 'u', 'Default', commandId),
  'all.reset': async (world) => {
    await run(world, '{Shift>}U{/Shift}', 'Default keys');
    await framesDrawn();
    await pressButton(world, 'Use the default keys');
    await framesDrawn();
  },
  'characterKeys.set': async ({ user }) => {
    act(() => screen.getByRole('switch').focus());
    await user.keyboard(' ');
  },
  'map.imported': async (world, { text }) => {
    if (!screen.queryByRole('dialog')) await run(world, 'i', 'Import');
    const field = inDialog().getByRole('textbox');
    await world.user.clear(field);
    await world.user.paste(text);
    await pressButton(world, 'Import');
  },
};

/** After a refusal the button stays, with the reason. */
async function pressUse(user: UserEvent): Promise<void> {
  const use = inDialog().getByRole('button', { name: 'Use these keys' });
  if (use.getAttribute('aria-disabled') === 'true') {
    act(() => inDialog().getByRole('textbox').focus());
  } else act(() => use.focus());
  await user.keyboard('{Enter}');
}

const spoken = (keys: readonly string[]) => keys.map((one) => formatSpokenBinding(one));

const shown = (snapshot: KeyMapSnapshot) => {
  const recording = selectRecording(snapshot);
  const refusal = selectRefusal(snapshot)?.message;
  return {
    dialog: recording
      ? {
          title: `Keys for '${titleOf(recording.commandId)}'`,
          keys: recording.keys.length > 0 ? formatSpokenBinding(recording.keys.join(' ')) : '',
          refusal,
          isRefused: selectIsRefused(snapshot),
        }
      : undefined,
    notice: recording ? undefined : refusal,
    problems: snapshot.context.problems,
    characterKeys: snapshot.context.characterKeys,
    changed: selectChangedCount(snapshot),
    rows: KEY_MAP_COMMANDS.map((command) => ({
      keys: spoken(getKeysInForce(command, snapshot.context.overlay)),
      isChanged: snapshot.context.overlay[command.id] !== undefined,
    })),
  };
};

async function read(): Promise<ReturnType<typeof shown>> {
  await framesDrawn();
  const dialog = screen.queryByRole('dialog');
  const field = dialog && within(dialog).queryByRole<HTMLInputElement>('textbox', { name: 'New keys' });
  const alerts = screen.queryAllByRole('alert', { hidden: true }).map((alert) => alert.textContent ?? '');
  const rows = [...document.querySelectorAll('[role="row"]')];
  const status = screen.getByText(/^\d+ of \d+, \d+ changed$/).textContent ?? '';
  return {
    dialog:
      dialog && field
        ? {
            title: within(dialog).getByRole('heading').textContent ?? '',
            keys: field.value,
            refusal: field.getAttribute('aria-invalid') === 'true' ? errorOf(field) : undefined,
            isRefused: within(dialog).queryByText(/^Not changed/) !== null,
          }
        : undefined,
    notice: alerts.map((text) => /^Not changed: (.*)$/.exec(text)?.[1]).find((text) => text !== undefined),
    problems:
      dialog && !field
        ? [...dialog.querySelectorAll('[role="alert"] > *')].map((line) => line.textContent ?? '')
        : [],
    characterKeys: screen.getByRole<HTMLInputElement>('switch', { hidden: true }).checked,
    changed: Number(/(\d+) changed$/.exec(status)?.[1]),
    rows: TITLES.map((title) => {
      const cell = rows.find((row) => row.textContent?.startsWith(title))?.querySelector('[data-column="1"]');
      return {
        keys: [...(cell?.querySelectorAll(`.${visuallyHidden}`) ?? [])]
          .map(({ textContent }) => textContent ?? '')
          .filter((text) => text !== 'no value'),
        isChanged: /changed$/.test(cell?.textContent ?? ''),
      };
    }),
  };
}

const errorOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter((text) => text.includes("'"))
    .join(' ');

test('key profile, every transition: what is changed is stored [R2.1-37]', async () => {
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: async () => {
      isPaletteWanted.set(false);
      await service.put({});
      render(<Screen />);
      const stop = listenToKeys(registry);
      const world: World = { user: userEvent.setup({ delay: null }), by: 'key' };
      return {
        send: async (event) => {
          await sendBy(drivers, world, event as KeyMapEvent);
          world.by = world.by === 'key' ? 'button' : 'key';
        },
        read,
        dispose: () => {
          stop();
          cleanup();
        },
      };
    },
    project: shown,
    check: ({ context }) =>
      waitFor(() => {
        const { keyBindings, characterKeys } = service.read();
        expect({ keyBindings, characterKeys }).toEqual({
          keyBindings: context.overlay,
          characterKeys: context.characterKeys,
        });
      }),
  });
  expect(walked).toBe(walks.edges.size);
}, 600_000);

test('changed keys keep the switch set by another browser', async () => {
  await service.put({});
  render(<Screen />);
  const stop = listenToKeys(registry);
  const world: World = { user: userEvent.setup({ delay: null }), by: 'key' };
  service.putUnseen({ characterKeys: false });
  await run(world, '{Delete}', 'No key', 'pipeline.edit');
  await waitFor(() =>
    expect(service.read()).toMatchObject({ characterKeys: false, keyBindings: { 'pipeline.edit': [] } }),
  );
  stop();
});

test('scopes of the screen are those the conflict check knows', () => {
  render(<Screen />);
  const [inner] = ['profile.keys'] as const;
  const others = publishedScopes.get().order.filter((id) => id !== inner);
  expect(registry.scope(inner)?.alongside).toEqual(expect.arrayContaining(others));
});
