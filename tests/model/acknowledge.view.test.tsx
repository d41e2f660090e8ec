// Slow: walks every transition on screen, by keys and by the palette.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitFor as untilActor } from 'xstate';
import { ALL_OPEN, acknowledgeModel } from '../../machines/acknowledge/acknowledge.model.ts';
import {
  type AcknowledgeChoice,
  type AcknowledgeEvent,
  type AcknowledgeSnapshot,
  type EntryState,
  findReason,
  getEntryState,
  selectIsBusy,
} from '../../machines/acknowledge/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { handleApiErrors } from '../../src/console/api/report-error.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { acknowledgeActorOf } from '../../src/console/components/errors/acknowledge-actor.ts';
import { errorsCommands, errorsScopes } from '../../src/console/components/errors/errors.commands.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { filterCommands, filterScopes } from '../../src/console/views/list/filter.commands.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import ErrorsTab from '../../src/console/views/pipeline/analytics/ErrorsTab.tsx';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';
import type { Site } from '../../src/contract/entities/site.ts';
import { emptyDraft } from '../../src/graph/draft.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, shellActorsStub } from './command-context.ts';
import { ERROR_NAMES, startErrorService } from './error-service.ts';
import { framesDrawn } from './fake-clock.ts';

type Driven = AcknowledgeEvent | SystemEvent;

const SITE = { id: '400000000000000001', name: 'Local' };
const ALL: AcknowledgeChoice = { kind: 'pipeline' };
const REFUSED = { code: 'INTERNAL', reason: 'INTERNAL', message: 'Refused', requestId: 'r' };

type World = {
  user: UserEvent;
  client: QueryClient;
  service: ReturnType<typeof startErrorService>;
  press: (world: World, title: string, key: string) => Promise<void>;
};

const rowOf = (id: string): HTMLElement | undefined =>
  screen
    .queryAllByRole('row', { hidden: true })
    .find(
      (row) => row.getAttribute('aria-level') === '1' && row.textContent?.includes(ERROR_NAMES[id] ?? id),
    );

/** The first line is a1 in every list of the model. */
async function goToFirst({ user }: World): Promise<void> {
  act(() => screen.getByRole('treegrid').focus());
  await user.keyboard('{Control>}{Home}{/Control}');
}

const getActor = ({ service }: World) =>
  acknowledgeActorOf({ siteId: SITE.id, pipelineId: service.pipelineId });

const endCall = (world: World, response: Response) =>
  act(async () => {
    await world.service.end(response);
    await untilActor(getActor(world), (snapshot) => !selectIsBusy(snapshot));
  });

const byPalette = async ({ user }: World, title: string) => {
  act(() => openPalette());
  await framesDrawn();
  expect(await screen.findByRole('combobox', { name: 'Type a command or search' })).toHaveFocus();
  await user.paste(title);
  await framesDrawn();
  await user.keyboard('{Enter}');
  await framesDrawn();
};

/** Commands without a key run from the palette. */
const byKeys = async (world: World, title: string, key: string) => {
  if (key === '') await byPalette(world, title);
  else await world.user.keyboard(key);
};

const WAYS: Record<AcknowledgeChoice['kind'], readonly [title: string, key: string]> = {
  errors: ['Acknowledge', 'a'],
  component: ['Acknowledge all of node a', 'c'],
  pipeline: ['Acknowledge all', '{Shift>}A{/Shift}'],
  site: ['Acknowledge all errors of the site', ''],
};

const drivers: Drivers<Driven, World> = {
  'entries.read': async (world, { entries }) => {
    const { context } = getActor(world).getSnapshot();
    world.service.set(entries);
    await act(() => world.client.invalidateQueries());
    // Each read differs: occurrences increase.
    await act(() => untilActor(getActor(world), (next) => next.context.entries !== context.entries));
  },
  'row.expand': async (world) => {
    await goToFirst(world);
    if (rowOf('a1')?.getAttribute('aria-expanded') !== 'true') await world.user.keyboard('{ArrowRight}');
  },
  'row.collapse': async (world) => {
    await goToFirst(world);
    await world.user.keyboard('{ArrowLeft}');
  },
  'acknowledge.requested': async (world, { choice }) => {
    if (rowOf('a1')) await goToFirst(world);
    await world.press(world, ...WAYS[choice.kind]);
    if (choice.kind !== 'site') return;
    await waitFor(() => expect(screen.getByText(/count as seen/)).toBeInTheDocument());
    await world.user.keyboard('{Enter}');
    await framesDrawn();
  },
  'unacknowledge.requested': async (world) => {
    await goToFirst(world);
    await world.press(world, 'Open again', '{Shift>}U{/Shift}');
  },
  'xstate.done.actor.unacknowledge': (world) => endCall(world, Response.json({})),
  'xstate.error.actor.unacknowledge': (world) => endCall(world, Response.json(REFUSED, { status: 500 })),
  'xstate.done.actor.acknowledge': (world) => endCall(world, Response.json({})),
  'xstate.error.actor.acknowledge': (world) => endCall(world, Response.json(REFUSED, { status: 500 })),
};

type Shown = {
  rows: { id: string; state: EntryState | undefined; isOpen: boolean }[];
  reason: string | undefined;
};

const shown = (snapshot: AcknowledgeSnapshot): Shown => ({
  rows: snapshot.context.entries.map(({ id }) => ({
    id,
    state: getEntryState(snapshot, id),
    isOpen: snapshot.context.expanded.includes(id),
  })),
  reason: findReason(snapshot, ALL),
});

function stateOf(row: HTMLElement): EntryState {
  const cells = within(row).getAllByRole('gridcell', { hidden: true });
  const text = cells.map((cell) => cell.textContent ?? '').join(' ');
  if (/Acknowledging/.test(text)) return 'acknowledging';
  if (/Reopening/.test(text)) return 'reopening';
  return /you|Ada/.test(text) ? 'acknowledged' : 'unacknowledged';
}

async function read(): Promise<Shown> {
  await framesDrawn();
  const all = screen.getByRole('button', { name: 'Acknowledge all', hidden: true });
  const described = all.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
  const reason = document.getElementById(described)?.textContent ?? undefined;
  return {
    rows: Object.keys(ERROR_NAMES).flatMap((id) => {
      const row = rowOf(id);
      return row ? [{ id, state: stateOf(row), isOpen: row.getAttribute('aria-expanded') === 'true' }] : [];
    }),
    reason: all.getAttribute('aria-disabled') === 'true' ? reason : undefined,
  };
}

function Screen({ pipelineId }: { pipelineId: string }) {
  const isPaletteOpen = useStore(isPaletteWanted);
  const pipeline = { id: pipelineId, siteId: SITE.id } as Partial<Pipeline> as Pipeline;
  return (
    <LocationProvider>
      <ErrorsTab pipeline={pipeline} draft={emptyDraft()} openNode={() => undefined} />
      {isPaletteOpen && <PaletteDialog />}
    </LocationProvider>
  );
}

const create = (press: World['press']) => async () => {
  isPaletteWanted.set(false);
  window.history.replaceState(null, '', '/pipelines/3?view=errors');
  const service = startErrorService();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <Screen pipelineId={service.pipelineId} />
    </QueryClientProvider>,
  );
  await screen.findByText('No data found');
  const world: World = { user: userEvent.setup({ delay: null }), client, service, press };
  return {
    world,
    send: (event: { type: string }) => sendBy(drivers, world, event as Driven),
    read,
    dispose: () => {
      cleanup();
      client.clear();
      isPaletteWanted.set(false);
    },
  };
};

let stopKeys = () => {};
beforeEach(() => {
  pageBase();
  const registry = createRegistry(
    [...listCommands, ...filterCommands, ...errorsCommands],
    [{ id: 'list', mode: 'LIST' }, ...filterScopes, ...errorsScopes],
  );
  installCommands({
    registry,
    ask: (id, args) => openPalette(id, args),
    refuse: () => undefined,
    record: () => undefined,
  });
  setContextBase({ ...shellActorsStub(), site: SITE as Partial<Site> as Site });
  stopKeys = listenToKeys(registry);
});
afterEach(() => {
  stopKeys();
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  vi.unstubAllGlobals();
});

const modelWithout = (isLeftOut: (event: (typeof acknowledgeModel.vocabulary)[number]) => boolean) =>
  defineModel({
    ...acknowledgeModel,
    vocabulary: acknowledgeModel.vocabulary.filter((event) => !isLeftOut(event)),
  });
const isWide = (event: object) =>
  'choice' in event && [ALL.kind, 'site'].includes((event.choice as AcknowledgeChoice).kind);
const isReopening = (event: { type: string }) => event.type.includes('unacknowledge');
const isOfRows = (event: object) => 'id' in event || ('entries' in event && event.entries !== ALL_OPEN);

describe.each([
  [
    'keys: rows that open, errors and components',
    byKeys,
    modelWithout((event) => isWide(event) || isReopening(event)),
  ],
  [
    'keys: what was acknowledged is open again',
    byKeys,
    modelWithout((event) => /^row\.|^acknowledge|actor\.acknowledge/.test(event.type)),
  ],
  [
    'the palette: all that can be acknowledged',
    byPalette,
    modelWithout((event) => isOfRows(event) || isReopening(event)),
  ],
])('acknowledging on screen by %s', (_way, press, model) => {
  test('every transition: each line shows its state; refused actions say why [E12]', async () => {
    const walks = makeWalks(model);
    const driven = new Set(model.vocabulary.map(({ type }) => type));
    const walked = await driveAll(walks, { drives: driven, create: create(press), project: shown });
    expect(walked).toBe(walks.edges.size);
  }, 120_000);
});

describe('what is asked of the service', () => {
  const COMPONENTS = '/v1/analytics-service/components/errors/acknowledge';
  const PIPELINES = '/v1/analytics-service/pipelines/errors/acknowledge';
  const cases: [AcknowledgeChoice, string, (pipelineId: string) => object][] = [
    [{ kind: 'errors', ids: ['a1'] }, COMPONENTS, (id) => ({ pipelineIds: [id], errorIds: ['a1'] })],
    [
      { kind: 'component', componentId: 'a' },
      COMPONENTS,
      (id) => ({ pipelineIds: [id], componentIds: ['a'] }),
    ],
    [ALL, PIPELINES, (id) => ({ pipelineIds: [id] })],
    [{ kind: 'site' }, PIPELINES, () => ({ acknowledgeAll: true })],
  ];
  test.each(cases)('%j [R7-21, R7-80]', async (choice, path, body) => {
    const { world, send } = await create(byKeys)();
    await send({ type: 'entries.read', entries: ALL_OPEN } as Driven);
    await send({ type: 'acknowledge.requested', choice } as Driven);
    const { asked, pipelineId } = world.service;
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked).toEqual([{ path, body: { siteId: SITE.id, ...body(pipelineId) } }]);
  });

  test('selected lines are acknowledged together, and a failure is announced [R4-108]', async () => {
    const told: string[] = [];
    handleApiErrors((_outcome, error) => told.push(error.message));
    const { world, send } = await create(byKeys)();
    await send({ type: 'entries.read', entries: ALL_OPEN } as Driven);
    await goToFirst(world);
    await world.user.keyboard('x{ArrowDown}xa');
    await waitFor(() => expect(world.service.asked[0]?.body).toMatchObject({ errorIds: ['a1', 'a2'] }));
    await send({ type: 'xstate.error.actor.acknowledge' } as Driven);
    expect(told).toEqual(['Refused']);
    expect((await read()).rows.map((row) => row.state)).not.toContain('acknowledged');
  });
});
