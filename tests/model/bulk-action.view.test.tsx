import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bulkActionModel } from '../../machines/bulk-action/bulk-action.model.ts';
import { type BulkEvent, type BulkSnapshot, selectProgress } from '../../machines/bulk-action/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { selectToasts } from '../../machines/toasts/index.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import { BulkBar } from '../../src/console/components/bulk-bar/BulkBar.tsx';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import {
  BULK_WORDS,
  type BulkIntent,
  stopBulk,
  stopRefusal,
} from '../../src/console/state/bulk-pipelines.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { sendToast, toastsActor } from '../../src/console/state/toasts.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import { exchangeCommands } from '../../src/console/views/pipeline/exchange/exchange.commands.ts';
import { bulkCommands } from '../../src/console/views/pipelines/bulk.commands.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';
// Preloaded, so that the first call does not load it lazily.
import '../../src/contract/calls/index.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, shellActorsStub } from './command-context.ts';
import { fakeClock, fakeClockUser, framesDrawn, passTime, realClock } from './fake-clock.ts';
import { screenPipeline } from './screen-pipeline.ts';

type Driven = BulkEvent | SystemEvent;

const RETRY_AFTER_MS = 2000;
const makePipeline = (n: number, more: Partial<Pipeline> = {}): Pipeline =>
  screenPipeline({ id: `30000000000000000${n}`, name: `Pipeline ${n}`, ...more });
const RUNNING = [makePipeline(1), makePipeline(2)];

const refusal = (message: string) => ({
  code: 'ACTION_REFUSED',
  reason: 'ACTION_REFUSED',
  message,
  requestId: 'r',
});

/** The test decides how actions end. */
function startService() {
  const asked: string[] = [];
  let end: ((response: Response) => void) | undefined;
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>): Promise<Response> => {
    const body: { pipelineId: string } = await new Request(...request).json();
    asked.push(body.pipelineId.at(-1) ?? '');
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  return { asked, end: (response: Response) => end?.(response) };
}

type World = { user: UserEvent; service: ReturnType<typeof startService> };

const answer = async ({ service }: World, response: Response): Promise<void> => {
  await act(async () => service.end(response));
  await framesDrawn();
};

async function request({ user }: World, keys: string): Promise<void> {
  await user.keyboard(keys);
  await framesDrawn();
  await user.keyboard('{Enter}');
  await framesDrawn();
}

const drivers: Drivers<Driven, World> = {
  'bulk.requested': (world) => request(world, 'ap'),
  'bulk.stopped': async ({ user }) => {
    await user.keyboard('ac');
    await framesDrawn();
  },
  'xstate.done.actor.perform': (world, { output }) => {
    const { isDone } = output as { isDone: boolean };
    if (isDone) return answer(world, Response.json({ pipeline: RUNNING[0] }));
    const headers = { 'Retry-After': String(RETRY_AFTER_MS / 1000) };
    return answer(world, Response.json(refusal('Too much at once'), { status: 429, headers }));
  },
  'xstate.error.actor.perform': (world) => answer(world, Response.json(refusal('Refused'), { status: 409 })),
  'xstate.after.retryAfter.bulkAction.running.waiting': async () => {
    passTime(RETRY_AFTER_MS);
    await framesDrawn();
  },
};

type Shown = { progress: string | undefined; stopRefusal: string | undefined };

const shown = (snapshot: BulkSnapshot): Shown => {
  const progress = selectProgress(snapshot);
  if (!progress) return { progress: undefined, stopRefusal: 'No bulk action is running' };
  const { doing } = BULK_WORDS[progress.action as BulkIntent];
  const waits = progress.isWaiting ? ', waiting for the service' : '';
  return {
    progress: `${doing} ${progress.of} pipelines: ${progress.through} of ${progress.of}${waits}`,
    stopRefusal: undefined,
  };
};

async function read(): Promise<Shown> {
  await framesDrawn();
  return { progress: screen.queryByRole('status')?.textContent ?? undefined, stopRefusal: stopRefusal() };
}

let refused: string[] = [];
let stopKeys = () => {};

function List({ selected }: { selected: readonly Pipeline[] }) {
  usePublishScope('pipelines.list', { cursor: undefined, selected });
  const isPaletteOpen = useStore(isPaletteWanted);
  return (
    <LocationProvider>
      <BulkBar selectedCount={selected.length} />
      {isPaletteOpen && <PaletteDialog />}
    </LocationProvider>
  );
}

const create = (selected: readonly Pipeline[] = RUNNING) => {
  stopBulk();
  for (const { id } of selectToasts(toastsActor.getSnapshot())) sendToast.close(id);
  isPaletteWanted.set(false);
  const service = startService();
  render(<List selected={selected} />);
  const world: World = { user: fakeClockUser(), service };
  return {
    world,
    send: (event: { type: string }) => sendBy(drivers, world, event as Driven),
    read,
    dispose: cleanup,
  };
};

const toldMessages = () => selectToasts(toastsActor.getSnapshot()).map(({ message }) => message);

beforeEach(() => {
  fakeClock();
  pageBase();
  refused = [];
  const registry = createRegistry(
    [...listCommands, ...exchangeCommands, ...bulkCommands],
    [
      { id: 'list', mode: 'LIST' },
      { id: 'pipelines.list', mode: 'LIST', alongside: ['list'] },
      { id: 'pipeline', mode: 'VIEW' },
    ],
  );
  installCommands({
    registry,
    ask: (id, args) => openPalette(id, args),
    refuse: (reason) => refused.push(reason),
    record: () => undefined,
  });
  setContextBase(shellActorsStub());
  stopKeys = listenToKeys(registry);
});
afterEach(() => {
  cleanup();
  stopBulk();
  stopKeys();
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  realClock();
});

test('every transition by keys: progress, waiting and stopping', async () => {
  const walks = makeWalks(defineModel(bulkActionModel));
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => create(),
    project: shown,
  });
  expect(walked).toBe(walks.edges.size);
}, 120_000);

describe('what cannot be done says why', () => {
  test('nothing is selected; nothing is under way; one is under way already', async () => {
    const { world } = create([]);
    await world.user.keyboard('ap');
    await world.user.keyboard('ac');
    cleanup();
    const busy = create().world;
    await request(busy, 'ap');
    await busy.user.keyboard('ab');
    expect(refused).toEqual([
      'Select pipelines first, with x',
      'No bulk action is running',
      'Another bulk action is running; wait for it or stop it',
    ]);
    expect(busy.service.asked).toEqual(['1']);
  });

  test('the guard’s reason, where none of the selected can', async () => {
    const paused = [1, 2].map((n) => makePipeline(n, { status: 'PAUSED' }));
    const { world } = create(paused);
    await world.user.keyboard('ap');
    await framesDrawn();
    expect(refused).toEqual([
      expect.stringMatching(/^None of the 2 can be paused; Pipeline 1: Pipeline is .+/),
    ]);
    const button = screen.getByRole('button', { name: 'Pause' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(expect.stringContaining(refused[0] ?? '-'));
  });

  test('the review names the one that cannot, and it is left out', async () => {
    const { world } = create([makePipeline(1), makePipeline(2, { status: 'PAUSED' })]);
    await world.user.keyboard('ap');
    await waitFor(() =>
      expect(screen.getByText(/1 pipeline of the selected cannot, for instance Pipeline 2: /)).toBeVisible(),
    );
    await world.user.keyboard('{Enter}');
    await framesDrawn();
    await answer(world, Response.json({ pipeline: RUNNING[0] }));
    expect(world.service.asked).toEqual(['1']);
    expect(toldMessages()).toEqual(['Pausing 1 pipeline']);
  });
});

test('a partial failure names each failed item and its reason', async () => {
  const { world } = create();
  await request(world, 'ap');
  await answer(world, Response.json(refusal('Pipeline is being deployed'), { status: 409 }));
  await answer(world, Response.json({ pipeline: RUNNING[1] }));
  expect(world.service.asked).toEqual(['1', '2']);
  const [message] = toldMessages();
  expect(message).toContain('1 of 2 pipelines could not be paused');
  expect(message).toContain('Pipeline 1: Pipeline is being deployed');
});

test('stopped after the first, it says how many are left', async () => {
  const { world } = create();
  await request(world, 'ap');
  await answer(world, Response.json({ pipeline: RUNNING[0] }));
  await world.user.keyboard('ac');
  expect(toldMessages()).toEqual(['Pausing 1 pipeline; stopped before 1 more']);
});

test('stopped while waiting, it counts the rest and asks no more', async () => {
  const { world, send } = create();
  await request(world, 'ap');
  await send({ type: 'xstate.done.actor.perform', output: { isDone: false } } as SystemEvent);
  await world.user.keyboard('ac');
  expect(toldMessages()).toEqual(['Stopped before any of 2 pipelines was paused']);
  passTime(10 * RETRY_AFTER_MS);
  await framesDrawn();
  expect(world.service.asked).toEqual(['1']);
});
