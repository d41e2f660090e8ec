// Slow: walks every transition on screen, by keys.

import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filterBarModel, MODEL_BAR, MODEL_SITES } from '../../machines/filter-bar/filter-bar.model.ts';
import {
  type FilterBarEvent,
  type FilterBarSnapshot,
  selectCanReset,
  selectIsDefault,
  selectSelection,
} from '../../machines/filter-bar/index.ts';
import { buildUrlParameters, formatStoredChoices } from '../../machines/filter-bar/kept.ts';
import { defineModel } from '../../machines/model.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { formatSelection } from '../../src/console/components/widgets/filters/selection-text.ts';
import { goTo } from '../../src/console/state/location.tsx';
import type { Actors } from '../../src/console/state/types.ts';
import { filterCommands, filterScopes } from '../../src/console/views/list/filter.commands.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { framesDrawn } from './fake-clock.ts';
import { FilterBarScreen, named, STATUSES, siteOf, sourcesOf } from './filter-bar-screen.tsx';

const [SITE, OTHER_SITE] = MODEL_SITES;
const SOURCES = ['s1', 's2', 's3'];
const STORE_KEY = `penstock.filters.${MODEL_BAR.id}`;

const optionsOf = (filter: string, snapshot: FilterBarSnapshot) =>
  filter === 'status' ? STATUSES : named(snapshot.context.values.source ?? []);

type Driven = FilterBarEvent;

/** A smaller model: one other site, and nothing after it. */
const modelOf = (vocabulary: readonly FilterBarEvent[]) =>
  defineModel({
    ...filterBarModel,
    vocabulary,
    explore: (snapshot, event) => {
      const { context } = snapshot;
      if (context.siteId !== SITE) return false;
      // Sources can be picked once loaded; they are loaded once.
      if (event.type === 'filter.picked' && event.filter === 'source')
        return context.values.source !== undefined;
      return true;
    },
  });

const LOADED: FilterBarEvent[] = [
  { type: 'filter.picked', filter: 'status', selection: ['error'] },
  { type: 'filter.picked', filter: 'source', selection: ['s1'] },
  { type: 'filters.reset' },
  { type: 'values.arrived', filter: 'source', values: SOURCES },
];
const byWidgets = modelOf([
  ...LOADED,
  { type: 'filter.all', filter: 'status' },
  { type: 'filter.all', filter: 'source' },
  { type: 'filter.cleared', filter: 'status' },
  { type: 'site.changed', siteId: OTHER_SITE },
  { type: 'address.changed', query: '', stored: undefined },
  { type: 'address.changed', query: 'statuses=error&sourceIds=s1', stored: undefined },
  { type: 'address.changed', query: 'statuses=error&statuses=lost', stored: undefined },
]);
const byPalette = modelOf([
  ...LOADED,
  { type: 'filter.picked', filter: 'status', selection: 'all' },
  { type: 'filter.picked', filter: 'source', selection: 'all' },
]);

// The lists are lazy-loaded; preload them.
beforeAll(async () => {
  await import('../../src/console/components/widgets/filters/select-popup.tsx');
});

let stopKeys = () => {};
beforeEach(() => {
  const registry = createRegistry(
    [...listCommands, ...filterCommands],
    [{ id: 'list', mode: 'LIST' }, ...filterScopes],
  );
  installCommands({
    registry,
    ask: (id, args) => openPalette(id, args),
    refuse: () => undefined,
    record: () => undefined,
  });
  const actors = {} as Actors;
  setContextBase({ path: '/', search: '', navigate: () => undefined, site: undefined, sites: [], actors });
  stopKeys = listenToKeys(registry);
});
afterEach(() => {
  stopKeys();
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
});

type World = { user: UserEvent };

const focusIn = async (label: string) => {
  const popup = await screen.findByRole('dialog', { name: label });
  await waitFor(() => expect(popup).toContainElement(document.activeElement as HTMLElement));
};

async function openFilter({ user }: World, filter: string) {
  await user.keyboard('f');
  await focusIn('Status');
  if (filter === 'status') return;
  await user.keyboard('{Escape}');
  // Focus returns once more just after the popup closes, which would undo an earlier Tab.
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Status' })).toBeNull());
  await framesDrawn();
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Status/ })).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('combobox', { name: /^Source/ })).toHaveFocus();
  await user.keyboard('{Enter}');
  await focusIn('Source');
}
/** From the list back to its links; an empty list starts on the first link. */
const pressLink = async ({ user }: World, name: 'All' | 'Clear') => {
  const isThere = () => document.activeElement?.textContent === name;
  for (let tabs = 0; tabs < 2 && !isThere(); tabs += 1) await user.tab({ shift: true });
  expect(document.activeElement).toHaveTextContent(name);
  await user.keyboard('{Enter}');
};
const places: Record<string, number> = { error: 1, s1: 0 };

const elsewhere: Drivers<Driven, World> = {
  'values.arrived': (_world, { values }) => act(() => sourcesOf.set(values)),
  'site.changed': (_world, { siteId }) =>
    act(() => {
      sourcesOf.set(undefined);
      siteOf.set(siteId);
    }),
  'address.changed': (_world, { query }) =>
    act(() => {
      sessionStorage.removeItem(STORE_KEY);
      goTo(`${window.location.pathname}?${query}`);
    }),
};
const widgetDrivers: Drivers<Driven, World> = {
  ...elsewhere,
  'filter.picked': async (world, { filter, selection }) => {
    await openFilter(world, filter);
    await pressLink(world, 'Clear');
    await world.user.tab();
    await world.user.keyboard('{Home}');
    for (let at = 0; at < (places[selection[0] ?? ''] ?? 0); at += 1)
      await world.user.keyboard('{ArrowDown}');
    await world.user.keyboard(' {Escape}');
  },
  'filter.all': async (world, { filter }) => {
    await openFilter(world, filter);
    await pressLink(world, 'All');
    await world.user.keyboard('{Escape}');
  },
  'filter.cleared': async (world, { filter }) => {
    await openFilter(world, filter);
    await pressLink(world, 'Clear');
    await world.user.keyboard('{Escape}');
  },
  'filters.reset': async ({ user }) => {
    act(() => screen.getByRole('button', { name: 'Reset' }).focus());
    await user.keyboard('{Enter}');
  },
};
const paletteDrivers: Drivers<Driven, World> = {
  ...elsewhere,
  'filter.picked': async ({ user }, { filter, selection }) => {
    act(() => openPalette());
    await framesDrawn();
    await user.keyboard(`filter by ${filter}{Enter}`);
    await framesDrawn();
    await user.keyboard(`${selection === 'all' ? 'all' : selection[0]}{Enter}`);
    await framesDrawn();
  },
  'filters.reset': async ({ user }) => {
    act(() => openPalette());
    await framesDrawn();
    await user.keyboard('reset filters{Enter}');
    await framesDrawn();
  },
};

const queryText = (query: URLSearchParams) => [...query].map(([name, value]) => `${name}=${value}`).sort();

const shown = (snapshot: FilterBarSnapshot) => ({
  filters: MODEL_BAR.filters.map(({ id }) => ({
    text: formatSelection(optionsOf(id, snapshot), selectSelection(snapshot, id)),
    isSet: !selectIsDefault(snapshot, id),
  })),
  canReset: selectCanReset(snapshot),
  address: Object.entries(buildUrlParameters(snapshot.context))
    .flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
    .sort(),
});

const read = () => ({
  filters: ['Status', 'Source'].map((label) => {
    const button = screen.getByRole('combobox', { name: new RegExp(`^${label}: `) });
    return {
      text: (button.getAttribute('aria-label') ?? '').slice(label.length + 2),
      isSet: button.hasAttribute('data-set'),
    };
  }),
  canReset: screen.queryByRole('button', { name: 'Reset' }) !== null,
  address: queryText(new URLSearchParams(window.location.search)),
});

const create = (drivers: Drivers<Driven, World>) => () => {
  sessionStorage.clear();
  localStorage.clear();
  isPaletteWanted.set(false);
  window.history.replaceState(null, '', '/pipelines');
  siteOf.set(SITE);
  sourcesOf.set(undefined);
  render(<FilterBarScreen />);
  const world: World = { user: userEvent.setup({ delay: null }) };
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

describe('the filter bar on screen through every transition [E15]', () => {
  test('by keys in its widgets, by address and by site', async () => {
    const walks = makeWalks(byWidgets);
    const walked = await driveAll(walks, {
      drives: Object.keys(widgetDrivers),
      create: create(widgetDrivers),
      project: shown,
    });
    expect(walked).toBe(walks.edges.size);
  }, 120_000);

  test('by commands of the palette', async () => {
    const walks = makeWalks(byPalette);
    const walked = await driveAll(walks, {
      drives: Object.keys(paletteDrivers),
      create: create(paletteDrivers),
      project: shown,
    });
    expect(walked).toBe(walks.edges.size);
  }, 120_000);
});

describe('what was chosen', () => {
  test('is there again with the screen, unless of another site [R2.8-20, R2.8-23]', async () => {
    const first = create(widgetDrivers)();
    await first.send({ type: 'filter.all', filter: 'status' } as FilterBarEvent);
    expect(sessionStorage.getItem(STORE_KEY)).toBe(
      formatStoredChoices({
        definition: MODEL_BAR,
        siteId: SITE,
        choices: { status: 'all' },
        values: {},
        wasInvalid: false,
      }),
    );
    cleanup();
    window.history.replaceState(null, '', '/pipelines');
    const again = render(<FilterBarScreen />);
    expect(read()).toMatchObject({
      canReset: true,
      address: ['statuses=deleted', 'statuses=deployed', 'statuses=error'],
    });
    again.unmount();
    siteOf.set(OTHER_SITE);
    window.history.replaceState(null, '', '/pipelines');
    render(<FilterBarScreen />);
    expect(read()).toMatchObject({ canReset: false, address: [] });
  });

  test('leaves the rest of the address alone', async () => {
    const { send } = create(widgetDrivers)();
    act(() => goTo('/pipelines?search=web&time=4h'));
    await send({ type: 'filter.all', filter: 'status' } as FilterBarEvent);
    expect(read().address).toEqual(expect.arrayContaining(['search=web', 'time=4h', 'statuses=deleted']));
    await send({ type: 'filters.reset' });
    expect(read().address).toEqual(['time=4h']);
  });
});
