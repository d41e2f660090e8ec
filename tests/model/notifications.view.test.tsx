import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getNextSnapshot, waitFor as untilActor } from 'xstate';
import { ALL_OPEN, acknowledgeModel } from '../../machines/acknowledge/acknowledge.model.ts';
import {
  type AcknowledgeEvent,
  type AcknowledgeSnapshot,
  acknowledgeMachine,
  type EntryState,
  type ErrorMark,
  findReason,
  getEntryState,
  selectIsBusy,
} from '../../machines/acknowledge/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { loadCall } from '../../src/console/api/call-table.ts';
import { handleApiErrors } from '../../src/console/api/report-error.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { useSites } from '../../src/console/state/sites.ts';
import { createTestSite } from '../../src/console/state/testing-site.ts';
import { filterCommands, filterScopes } from '../../src/console/views/list/filter.commands.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import NotificationsPage from '../../src/console/views/notifications/NotificationsPage.tsx';
import {
  notificationsCommands,
  notificationsScopes,
} from '../../src/console/views/notifications/notifications.commands.ts';
import { acknowledgeActorOf } from '../../src/console/views/notifications/use-notifications.ts';
import type { Notification } from '../../src/contract/entities/notification.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { initialOf } from '../harness/paths.ts';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, reasonOf, shellActorsStub } from './command-context.ts';
import { framesDrawn } from './fake-clock.ts';

type Driven = AcknowledgeEvent | SystemEvent;

const REFUSED = { code: 'INTERNAL', reason: 'INTERNAL', message: 'Refused', requestId: 'r' };
const UNREAD = { error: '3', warning: '0', informational: '0' };
const IDS: Record<string, string> = {
  a1: '700000000000000001',
  a2: '700000000000000002',
  b1: '700000000000000003',
};

let made = 0;
let reads = 0;

/** Each read has one more occurrence; newest first. */
const notificationOf = ({ id, isAcknowledged }: ErrorMark, index: number, siteId: string): Notification => ({
  id: IDS[id] ?? id,
  siteId,
  category: 'DESTINATIONS',
  subCategory: 'DESTINATION_DOWN',
  state: 'ACTIVE',
  ackValue: isAcknowledged ? 'ACKNOWLEDGED' : 'UNACKNOWLEDGED',
  severity: 'error',
  status: 'error',
  message: `message ${id}`,
  reason: '',
  pipelineId: '300000000000000001',
  nodeId: '',
  graphVersion: 0,
  count: reads,
  createdAt: '2026-11-21T10:00:00Z',
  lastAt: `2026-11-21T10:00:0${9 - index}Z`,
  resolvedAt: '0001-01-01T00:00:00Z',
});

/** Lists are answered at once; the test decides how acknowledgments end. */
function startService() {
  made += 1;
  const site = createTestSite(`4${String(made).padStart(17, '0')}`);
  let entries: readonly ErrorMark[] = ALL_OPEN;
  let call = Promise.withResolvers<(response: Response) => void>();
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>): Promise<Response> => {
    const sent = new Request(...request);
    const { pathname } = new URL(sent.url);
    if (sent.method === 'PATCH') {
      const { promise, resolve } = Promise.withResolvers<Response>();
      call.resolve(resolve);
      return promise;
    }
    if (pathname === '/v1/sites') return Response.json({ sites: [site], pagination: { totalCount: 1 } });
    if (pathname.endsWith('/summary'))
      return Response.json({ summary: { unread: UNREAD, read: UNREAD, notifications: [] } });
    reads += 1;
    const notifications = entries.map((entry, index) => notificationOf(entry, index, site.id));
    return Response.json({ notifications, pagination: { totalCount: notifications.length } });
  });
  return {
    site,
    /** Answers the pending or next acknowledgment. */
    end: async (response: Response) => {
      const answer = await call.promise;
      call = Promise.withResolvers();
      answer(response);
    },
    set: (next: readonly ErrorMark[]) => {
      entries = next;
    },
  };
}

type World = { user: UserEvent; client: QueryClient; service: ReturnType<typeof startService> };

const actorOf = ({ service }: World) => acknowledgeActorOf(service.site.id);

const rowOf = (id: string): HTMLElement | undefined =>
  screen
    .queryAllByRole('row')
    .find((row) => row.getAttribute('aria-level') === '1' && row.textContent?.includes(`message ${id}`));

/** The first line is a1 in every list of the model. */
async function goToFirst({ user }: World): Promise<void> {
  act(() => screen.getByRole('treegrid').focus());
  await user.keyboard('{Control>}{Home}{/Control}');
}

const endCall = (world: World, response: Response) =>
  act(async () => {
    await world.service.end(response);
    await untilActor(actorOf(world), (snapshot) => !selectIsBusy(snapshot));
  });

const drivers: Drivers<Driven, World> = {
  'entries.read': async (world, { entries }) => {
    const { context } = actorOf(world).getSnapshot();
    world.service.set(entries);
    await act(() => world.client.invalidateQueries());
    await act(() => untilActor(actorOf(world), (next) => next.context.entries !== context.entries));
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
    await world.user.keyboard(choice.kind === 'site' ? '{Shift>}A{/Shift}' : 'a');
  },
  'unacknowledge.requested': () => undefined,
  'xstate.done.actor.acknowledge': (world) => endCall(world, Response.json({})),
  'xstate.error.actor.acknowledge': (world) => endCall(world, Response.json(REFUSED, { status: 500 })),
};

type Shown = {
  rows: { id: string; state: EntryState | undefined; isOpen: boolean }[];
  all: string | true;
};

const shown = (snapshot: AcknowledgeSnapshot): Shown => ({
  rows: snapshot.context.entries.map(({ id }) => ({
    id,
    state: getEntryState(snapshot, id),
    isOpen: snapshot.context.expanded.includes(id),
  })),
  all: findReason(snapshot, { kind: 'site' }) ?? true,
});

const STATES: Record<string, EntryState> = {
  'Acknowledging…': 'acknowledging',
  Read: 'acknowledged',
  Unread: 'unacknowledged',
};
const stateOf = (row: HTMLElement): EntryState | undefined =>
  within(row)
    .getAllByRole('gridcell')
    .map((cell) => STATES[cell.textContent ?? ''])
    .find(Boolean);

async function read(): Promise<Shown> {
  await framesDrawn();
  return {
    rows: Object.keys(IDS).flatMap((id) => {
      const row = rowOf(id);
      return row ? [{ id, state: stateOf(row), isOpen: row.getAttribute('aria-expanded') === 'true' }] : [];
    }),
    all: reasonOf(screen.getByRole('button', { name: 'Acknowledge all' })),
  };
}

function Screen() {
  const { site } = useSites();
  return site ? <NotificationsPage /> : null;
}

async function create() {
  window.history.replaceState(null, '', '/events/notifications');
  const service = startService();
  setContextBase({ ...shellActorsStub(), site: service.site });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <LocationProvider>
        <Screen />
      </LocationProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('message a1');
  await screen.findByRole('list', { name: 'Unread and read' });
  const world: World = { user: userEvent.setup({ delay: null }), client, service };
  return {
    world,
    send: (event: { type: string }) => sendBy(drivers, world, event as Driven),
    read,
    dispose: () => {
      cleanup();
      client.clear();
    },
  };
}

// Preloads the lazy call table.
beforeAll(() => loadCall('listNotifications'), 120_000);

let stopKeys = () => {};
beforeEach(() => {
  pageBase();
  handleApiErrors(() => undefined);
  const registry = createRegistry(
    [...listCommands, ...filterCommands, ...notificationsCommands],
    [{ id: 'list', mode: 'LIST' }, ...filterScopes, ...notificationsScopes],
  );
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  stopKeys = listenToKeys(registry);
});
afterEach(() => {
  stopKeys();
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  vi.unstubAllGlobals();
});

/** Notifications belong to no component and stay read. */
const isOfNotifications = (event: (typeof acknowledgeModel.vocabulary)[number]) =>
  !event.type.includes('unacknowledge') &&
  !('choice' in event && ['component', 'pipeline'].includes(event.choice.kind));

const model = defineModel({
  ...acknowledgeModel,
  name: 'acknowledge notifications',
  from: getNextSnapshot(acknowledgeMachine, initialOf(acknowledgeModel), {
    type: 'entries.read',
    entries: ALL_OPEN,
  }),
  vocabulary: acknowledgeModel.vocabulary.filter(isOfNotifications),
});

test('notifications by keys, every transition: read state, and reasons for refusals [E12, R4-104, R4-105]', async () => {
  const walks = makeWalks(model);
  const driven = new Set(model.vocabulary.map(({ type }) => type));
  const walked = await driveAll(walks, { drives: driven, create, project: shown });
  expect(walked).toBe(walks.edges.size);
}, 240_000);
