import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { hydrationJobModel } from '../../machines/hydration-job/hydration-job.model.ts';
import {
  applyHydrationEvent,
  HYDRATION_EVENTS,
  HYDRATION_STATUS_NAMES,
  type HydrationFace,
  type HydrationJobEvent,
  type hydrationJobMachine,
} from '../../machines/hydration-job/index.ts';
import type { SystemEvent } from '../../machines/model.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { carryOut, installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { createTestSite } from '../../src/console/state/testing-site.ts';
import HydrationsPage from '../../src/console/views/hydration/HydrationsPage.tsx';
import { hydrationCommands, hydrationScopes } from '../../src/console/views/hydration/hydration.commands.ts';
import { createTestJob } from '../../src/console/views/hydration/testing-job.ts';
import { filterCommands, filterScopes } from '../../src/console/views/list/filter.commands.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import type { HydrationAction } from '../../src/contract/enums.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { renderSitePage } from '../harness/site-page.tsx';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, shellActorsStub } from './command-context.ts';

const SITE = createTestSite();
const JOB = createTestJob(SITE.id);
const WITHIN = { timeout: 30_000 };
const KEYS = {
  'user.pause': '{Shift>}p{/Shift}',
  'user.resume': 'u',
  'user.terminate': '{Shift>}x{/Shift}',
  'user.retry': 'e',
  'user.delete': '{Delete}',
} as const;
type UserEventType = keyof typeof KEYS;

/** The job as the service has it, and what the screen sent. */
type World = { user: UserEvent; client: QueryClient; job: HydrationFace; sent: UserEventType[] };
type Shown = { status: string; isPaused: boolean } | 'not listed';

const applied = (face: HydrationFace, event: HydrationJobEvent): HydrationFace => {
  const after = applyHydrationEvent(face, event);
  if (!after) throw new Error(`a hydration that is ${face.jobStatus} does not take '${event.type}'`);
  return after;
};

const read = (): Shown => {
  const row = screen.queryAllByRole('row').find(({ textContent }) => textContent.includes(JOB.sinkName));
  if (!row) return 'not listed';
  const status = Object.values(HYDRATION_STATUS_NAMES).find((name) => row.textContent.includes(name));
  return { status: status ?? 'none', isPaused: row.textContent.includes('paused') };
};
const show = ({ jobStatus, isPaused }: HydrationFace): Shown =>
  jobStatus === 'DELETED' ? 'not listed' : { status: HYDRATION_STATUS_NAMES[jobStatus], isPaused };

const reach = ({ job }: World) => waitFor(() => expect(read()).toEqual(show(job)), WITHIN);
/** As the live channel tells it. */
const tell = async (world: World) => {
  await act(() => world.client.invalidateQueries());
  await reach(world);
};
const happen = async (world: World, type: HydrationJobEvent['type']) => {
  world.job = applied(world.job, { type });
  await tell(world);
};
const press = async (world: World, type: UserEventType) => {
  const count = world.sent.length;
  screen.getByRole('grid').focus();
  await world.user.keyboard(KEYS[type]);
  await waitFor(() => expect(world.sent.slice(count)).toEqual([type]), WITHIN);
  await tell(world);
};

const drivers: Drivers<HydrationJobEvent, World> = {
  'service.taken': (world) => happen(world, 'service.taken'),
  'engine.started': (world) => happen(world, 'engine.started'),
  'engine.failed': (world) => happen(world, 'engine.failed'),
  'job.completed': (world) => happen(world, 'job.completed'),
  'job.incomplete': (world) => happen(world, 'job.incomplete'),
  'user.pause': (world) => press(world, 'user.pause'),
  'user.resume': (world) => press(world, 'user.resume'),
  'user.terminate': (world) => press(world, 'user.terminate'),
  'user.retry': (world) => press(world, 'user.retry'),
  'user.delete': (world) => press(world, 'user.delete'),
};

function answer(world: World, method: string, action: HydrationAction | undefined): Response {
  const type = method === 'DELETE' ? 'user.delete' : action && HYDRATION_EVENTS[action];
  if (type) {
    world.sent.push(type);
    world.job = applied(world.job, { type });
    return Response.json({});
  }
  const hydrations = world.job.jobStatus === 'DELETED' ? [] : [{ ...JOB, ...world.job }];
  return Response.json({ hydrations, pagination: { totalCount: hydrations.length } });
}

/** What a review asks is answered with yes. */
function installKeys(): () => void {
  const registry = createRegistry(
    [...listCommands, ...filterCommands, ...hydrationCommands],
    [{ id: 'list', mode: 'LIST' }, ...filterScopes, ...hydrationScopes],
  );
  const ask = (id: string, args = {}) => {
    const command = hydrationCommands.find((one) => one.id === id);
    if (command) carryOut(command, args, 'palette');
  };
  installCommands({ registry, ask, refuse: () => undefined, record: () => undefined });
  setContextBase({ ...shellActorsStub(), site: SITE });
  return listenToKeys(registry);
}

async function createScreen() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const world: World = {
    user: userEvent.setup({ delay: null }),
    client,
    job: { jobStatus: 'DEFAULT', isPaused: false },
    sent: [],
  };
  pageBase();
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const call = new Request(...request);
    if (new URL(call.url).pathname === '/v1/sites')
      return Response.json({ sites: [SITE], pagination: { totalCount: 1 } });
    return answer(world, call.method, call.method === 'PATCH' ? (await call.json()).action : undefined);
  });
  const stopKeys = installKeys();
  renderSitePage(HydrationsPage, '/hydration', client);
  await reach(world);
  return {
    world,
    read,
    send: (event: HydrationJobEvent | SystemEvent) => sendBy(drivers, world, event as HydrationJobEvent),
    dispose: () => {
      stopKeys();
      cleanup();
      client.clear();
    },
  };
}

afterEach(() => {
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  vi.unstubAllGlobals();
});

test('hydration: every status on screen, by keys; what it forbids sends nothing [E16]', async () => {
  await driveAll(makeWalks(hydrationJobModel), {
    drives: Object.keys(drivers),
    create: createScreen,
    project: ({ value, context }: SnapshotFrom<typeof hydrationJobMachine>) =>
      show({ jobStatus: value, isPaused: context.isPaused }),
    check: async (snapshot, { world: { user, sent } }) => {
      if (snapshot.value === 'DELETED') return;
      const count = sent.length;
      screen.getByRole('grid').focus();
      for (const [type, keys] of Object.entries(KEYS))
        if (!snapshot.can({ type: type as UserEventType })) await user.keyboard(keys);
      expect(sent).toHaveLength(count);
    },
  });
}, 240_000);
