import { act, cleanup, render, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defineModel } from '../../machines/model.ts';
import {
  parseTimeWords,
  selectRange,
  storedFromRange,
  TIME_RANGE_MESSAGES,
  type TimeFilterEvent,
  type TimeFilterSnapshot,
} from '../../machines/time-filter/index.ts';
import { MODEL_FROM, MODEL_NOW, timeFilterModel } from '../../machines/time-filter/time-filter.model.ts';
import { STORAGE_KEYS } from '../../src/console/actors/storage.ts';
import { selectTimeRange, timeFilterActor, timeRangeTitle } from '../../src/console/actors/time-filter.ts';
import type { Actors } from '../../src/console/actors/types.ts';
import { globalCommands } from '../../src/console/app/global.commands.ts';
import { TopBar } from '../../src/console/app/shell/top-bar.tsx';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import PaletteDialog from '../../src/console/commands/palette/PaletteDialog.tsx';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, runCommand, setContextBase } from '../../src/console/commands/runtime.ts';
import { useStore } from '../../src/console/commands/store.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { fakeClock, fakeClockUser, framesDrawn, realClock } from './fake-clock.ts';

type Driven = Extract<TimeFilterEvent, { type: 'preset.picked' | 'range.selected' }>;
type World = { user: UserEvent; open: (user: UserEvent) => Promise<void> };

/** What the console offers: a preset, or a range in words. */
const model = defineModel({
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
  const actors = { selectTimeRange, openPalette: () => openPalette() } as Actors;
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

/** Its text is what it shows, so it is found by its key. */
const rangeButton = () =>
  screen
    .getAllByRole('button', { hidden: true })
    .find((button) => button.getAttribute('aria-keyshortcuts')?.toLowerCase() === 't')!;

const byButton = async (user: UserEvent) => {
  await user.click(rangeButton());
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
const clock = (unixSeconds: number) => {
  const at = new Date(unixSeconds * 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
};
const drivers: Drivers<Driven, World> = {
  'preset.picked': (world, { preset }) => typed(world, `last ${preset}`),
  'range.selected': (world, { start, end }) => typed(world, `${clock(start)} to ${clock(end)}`),
};

const shown = (snapshot: TimeFilterSnapshot) => ({
  label: timeRangeTitle(selectRange(snapshot)),
  stored: storedFromRange(selectRange(snapshot)),
  isPageOpen: false,
});
const read = () => ({
  label: rangeButton().textContent?.replace(/T$/, '') ?? '',
  stored: localStorage.getItem(STORAGE_KEYS.timeFilter) ?? storedFromRange({ kind: 'preset', preset: '1h' }),
  isPageOpen: screen.queryByRole('dialog') !== null,
});

describe.each([
  ['its button', byButton],
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

  test('every range the console offers is shown, stored, and the page closes (E8)', async () => {
    const paths = makePaths(model);
    const walked = await driveAll(paths, { drives: Object.keys(drivers), create, project: shown });
    expect(walked).toBe(paths.edges.size);
  });

  test.each([
    ['2026-01-01 to 2026-05-01', TIME_RANGE_MESSAGES.span],
    [`${clock(MODEL_NOW + 3600)} to ${clock(MODEL_NOW + 7200)}`, TIME_RANGE_MESSAGES.startPast],
    [`${clock(MODEL_FROM)} to ${clock(MODEL_NOW + 3600)}`, TIME_RANGE_MESSAGES.endPast],
    ['soon', undefined],
  ])('what breaks a rule is refused with its text and changes nothing: %s (R5-06)', async (words, rule) => {
    const { world, dispose } = create();
    await typed(world, words);
    const message = rule ?? parseTimeWords(words, MODEL_NOW, 0).error ?? '';
    expect(screen.getByRole('dialog').textContent).toContain(message);
    expect(selectRange(timeFilterActor.getSnapshot())).toEqual({ kind: 'preset', preset: '1h' });
    dispose();
  });
});
