// Slow: every range is typed once through a key and once through the palette.
import { act, cleanup, render, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defineModel } from '../../machines/model.ts';
import {
  formatStoredRange,
  parseTimeWords,
  selectIsPicking,
  selectProblem,
  selectRange,
  TIME_RANGE_MESSAGES,
  type TimeFilterEvent,
  type TimeFilterSnapshot,
} from '../../machines/time-filter/index.ts';
import {
  MODEL_FROM,
  MODEL_NOW,
  timeFilterModel,
  timeFilterScreenModel,
} from '../../machines/time-filter/time-filter.model.ts';
import { globalCommands } from '../../src/console/app/global.commands.ts';
import { TopBar } from '../../src/console/app/shell/top-bar.tsx';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, runCommand, setContextBase } from '../../src/console/commands/runtime.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { formatDateTimeInput } from '../../src/console/components/widgets/time-range/date-time-text.ts';
import { STORAGE_KEYS } from '../../src/console/lib/storage.ts';
import { useStore } from '../../src/console/lib/store.ts';
import {
  closeTimePanel,
  formatTimeRangeTitle,
  openTimePanel,
  resetTimeRange,
  selectTimeRange,
  timeFilterActor,
} from '../../src/console/state/time-filter.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { makeWalks } from '../harness/walks.ts';
import { fakeClock, fakeClockUser, framesDrawn, realClock } from './fake-clock.ts';

type Driven = Extract<TimeFilterEvent, { type: 'preset.picked' | 'range.selected' }>;
type World = { user: UserEvent; open: (user: UserEvent) => Promise<void> };

const pageModel = defineModel({
  ...timeFilterModel,
  vocabulary: timeFilterModel.vocabulary.filter(
    ({ type }) => type === 'preset.picked' || type === 'range.selected',
  ),
});

beforeEach(() => {
  fakeClock(MODEL_NOW * 1000);
  localStorage.clear();
  isPaletteWanted.set(false);
  installCommands({
    registry: createRegistry(globalCommands, []),
    ask: (id, args) => openPalette(id, args),
    refuse: () => undefined,
    record: () => undefined,
  });
  const actors = {
    selectTimeRange,
    resetTimeRange,
    openTimePanel,
    openPalette: () => openPalette(),
  } as Actors;
  setContextBase({ path: '/', search: '', navigate: () => undefined, site: undefined, sites: [], actors });
});
afterEach(realClock);

function Screen() {
  const isOpen = useStore(isPaletteWanted);
  return (
    <>
      <TopBar />
      {isOpen && <PaletteDialog />}
    </>
  );
}

/** Found by its command: its text is the value it shows. */
const rangeButton = () =>
  screen.getAllByRole('button', { hidden: true }).find((button) => button.dataset.command === 'time.filter')!;

const byKey = async () => {
  act(() => runCommand('time.select', {}, 'key'));
  await framesDrawn();
};
const byPalette = async (user: UserEvent) => {
  act(() => runCommand('console.palette'));
  await framesDrawn();
  await user.keyboard('time range{Enter}');
};
const typed = async ({ user, open }: World, words: string) => {
  await open(user);
  await framesDrawn();
  await user.keyboard(`${words}{Enter}`);
  await framesDrawn();
};
const drivers: Drivers<Driven, World> = {
  'preset.picked': (world, { preset }) => typed(world, `last ${preset}`),
  'range.selected': (world, { start, end }) =>
    typed(world, `${formatDateTimeInput(start)} to ${formatDateTimeInput(end)}`),
};

const shown = (snapshot: TimeFilterSnapshot) => ({
  label: formatTimeRangeTitle(selectRange(snapshot)),
  stored: formatStoredRange(selectRange(snapshot)),
  isPageOpen: false,
});
const read = () => ({
  label: titleOf(rangeButton()),
  stored:
    localStorage.getItem(STORAGE_KEYS.timeFilter) ?? formatStoredRange({ kind: 'preset', preset: '1h' }),
  isPageOpen: screen.queryByRole('dialog') !== null,
});

const titleOf = (button: HTMLElement) => button.querySelectorAll(':scope > span')[1]?.textContent ?? '';

describe.each([
  ['its key', byKey],
  ['the palette', byPalette],
])('the time range through %s', (_way, open) => {
  const create = () => {
    act(() => timeFilterActor.send({ type: 'filter.reset' }));
    localStorage.clear();
    render(<Screen />);
    const world: World = { user: fakeClockUser(), open };
    return {
      world,
      send: (event: { type: string }) => sendBy(drivers, world, event as Driven),
      read,
      dispose: () => {
        cleanup();
        isPaletteWanted.set(false);
      },
    };
  };

  test('every range the console offers is shown, stored, and the page closes [E8]', async () => {
    const paths = makePaths(pageModel);
    const walked = await driveAll(paths, { drives: Object.keys(drivers), create, project: shown });
    expect(walked).toBe(paths.edges.size);
  });

  test.each([
    ['2026-01-01 to 2026-05-01', TIME_RANGE_MESSAGES.span],
    [
      `${formatDateTimeInput(MODEL_NOW + 3600)} to ${formatDateTimeInput(MODEL_NOW + 7200)}`,
      TIME_RANGE_MESSAGES.startPast,
    ],
    [
      `${formatDateTimeInput(MODEL_FROM)} to ${formatDateTimeInput(MODEL_NOW + 3600)}`,
      TIME_RANGE_MESSAGES.endPast,
    ],
    ['soon', undefined],
  ])('%s is refused with its text, and changes nothing [R5-06]', async (words, rule) => {
    const { world, dispose } = create();
    await typed(world, words);
    const message = rule ?? parseTimeWords(words, MODEL_NOW, 0).error ?? '';
    expect(screen.getByRole('dialog').textContent).toContain(message);
    expect(selectRange(timeFilterActor.getSnapshot())).toEqual({ kind: 'preset', preset: '1h' });
    dispose();
  });
});

const popover = () => screen.getByRole('dialog', { name: 'Time range' });
const inPopover = () => within(popover());
const entry = (name: 'From' | 'To') => inPopover().getByRole('textbox', { name });
const setEnd = async (user: UserEvent, name: 'From' | 'To', unixSeconds: number | undefined) => {
  await user.clear(entry(name));
  if (unixSeconds !== undefined) await user.paste(formatDateTimeInput(unixSeconds));
  await user.keyboard('{Enter}');
};
const openPopover = async (user: UserEvent) => {
  if (screen.queryByRole('dialog') === null) await user.click(rangeButton());
  await screen.findByRole('dialog');
  await framesDrawn();
};
const press = async (user: UserEvent, name: string | RegExp) => {
  await openPopover(user);
  await user.click(inPopover().getByRole('button', { name }));
  await framesDrawn();
};

const popoverDrivers: Drivers<TimeFilterEvent, UserEvent> = {
  'preset.picked': (user) => press(user, 'Last 4 hours'),
  'custom.opened': (user) => press(user, 'Custom Range'),
  'from.set': (user, { unixSeconds }) => setEnd(user, 'From', unixSeconds),
  'to.set': (user, { unixSeconds }) => setEnd(user, 'To', unixSeconds),
  'custom.applied': (user) => press(user, /^Apply$/),
  'custom.closed': async (user) => {
    await user.keyboard('{Escape}');
    await framesDrawn();
  },
  'range.selected': async (user, { start, end }) => {
    await openPopover(user);
    const words = inPopover().getByRole('textbox', { name: 'Time in words' });
    await user.clear(words);
    await user.paste(`${formatDateTimeInput(start)} to ${formatDateTimeInput(end)}`);
    await user.keyboard('{Enter}');
    await framesDrawn();
  },
  'filter.reset': async (user) => {
    await openPopover(user);
    // At the default there is no Reset; its preset does the same.
    await press(user, inPopover().queryByRole('button', { name: 'Reset' }) ? 'Reset' : 'Last 1 hour');
  },
};

type Shown = {
  label: string;
  picked: string[] | undefined;
  message: (string | null | undefined)[] | undefined;
};
const inPickers = (snapshot: TimeFilterSnapshot): Shown => {
  const { from, to } = snapshot.context;
  const textOf = (unixSeconds: number | undefined) =>
    unixSeconds === undefined ? '' : formatDateTimeInput(unixSeconds);
  const problem = selectProblem(snapshot);
  return {
    label: formatTimeRangeTitle(selectRange(snapshot)),
    picked: selectIsPicking(snapshot) ? [textOf(from), textOf(to)] : undefined,
    message: problem && [problem.end === 'from' ? 'From' : 'To', problem.text],
  };
};
const readPickers = (): Shown => {
  const isOpen = screen.queryByRole('dialog') !== null;
  const message = isOpen ? inPopover().queryByRole('alert') : null;
  const ends = ['From', 'To'] as const;
  return {
    label: titleOf(rangeButton()),
    picked: isOpen ? ends.map((name) => (entry(name) as HTMLInputElement).value) : undefined,
    message: message
      ? [
          ends.find((name) => entry(name).getAttribute('aria-describedby') === message.id),
          message.textContent,
        ]
      : undefined,
  };
};

test('the popover through every transition and message [E8, R5-06]', async () => {
  // Loading takes real time, which stands still here.
  await import('../../src/console/components/time-filter/TimeFilterPanel.tsx');
  const paths = makeWalks(timeFilterScreenModel);
  const walked = await driveAll(paths, {
    drives: Object.keys(popoverDrivers),
    create: () => {
      act(() => timeFilterActor.send({ type: 'filter.reset' }));
      localStorage.clear();
      render(<TopBar />);
      const user = fakeClockUser();
      return {
        send: (event: { type: string }) => sendBy(popoverDrivers, user, event as TimeFilterEvent),
        read: readPickers,
        dispose: () => {
          act(() => closeTimePanel());
          cleanup();
        },
      };
    },
    project: inPickers,
  });
  expect(walked).toBe(paths.edges.size);
}, 240_000);
