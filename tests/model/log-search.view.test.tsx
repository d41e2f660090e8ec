import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { raise } from 'xstate';
import {
  ASK_AFTER_MS,
  findFollowReason,
  type LogSearchEvent,
  type LogSearchSnapshot,
  logSearchMachine,
  selectError,
  selectLive,
} from '../../machines/log-search/index.ts';
import { logSearchModel } from '../../machines/log-search/log-search.model.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { goTo } from '../../src/console/state/location.tsx';
import { createTestSite } from '../../src/console/state/testing-site.ts';
import { getNowUnixSeconds, timeFilterActor } from '../../src/console/state/time-filter.ts';
import { hydrationCommands, hydrationScopes } from '../../src/console/views/hydration/hydration.commands.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import LogSearchPage from '../../src/console/views/log-search/LogSearchPage.tsx';
import {
  logSearchCommands,
  logSearchScopes,
} from '../../src/console/views/log-search/log-search.commands.ts';
import { parseLogQuery } from '../../src/contract/log-query/index.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { renderSitePage } from '../harness/site-page.tsx';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, reasonOf, shellActorsStub } from './command-context.ts';
import { fakeClock, realClock } from './fake-clock.ts';

const SITE = createTestSite();
const READING = { filesRead: 1, bytes: '1', events: '1', unread: [], unreadCount: 0 };

/** Queries that the service was asked, the last one last. */
type World = { searched: string[] };

const queryField = () => screen.getByRole('combobox', { name: 'Query' });
/** Answers, and what the screen does with them; the clock stands still otherwise. */
const settle = (ms = 0): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

const drivers: Drivers<LogSearchEvent | SystemEvent, World> = {
  'query.typed': (_, { text }) => void fireEvent.change(queryField(), { target: { value: text } }),
  'address.changed': (_, { query }) => act(() => goTo(`/log-search?q=${encodeURIComponent(query)}`)),
  'time.changed': (_, { endsNow }) =>
    act(() => {
      const now = getNowUnixSeconds();
      timeFilterActor.send(
        endsNow
          ? { type: 'preset.picked', preset: '1h' }
          : { type: 'range.selected', start: now - 7200, end: now - 3600, now },
      );
    }),
  'live.toggled': () => {
    screen.getByRole('treegrid').focus();
    fireEvent.keyDown(screen.getByRole('treegrid'), { key: 'l', code: 'KeyL' });
  },
  'xstate.after.debounce.logSearch.line.waiting': () => settle(ASK_AFTER_MS),
};

/** The page tells the machine at once what it wrote into the address. */
const onPage = logSearchMachine.provide({
  actions: { ask: raise(({ context }) => ({ type: 'address.changed', query: context.text })) },
});
const modelOf = (isTaken: (type: string) => boolean) =>
  defineModel({
    ...logSearchModel,
    name: 'Log Search on screen',
    machine: onPage,
    vocabulary: logSearchModel.vocabulary.filter(({ type }) => isTaken(type)),
    // An address that stays as it is tells nothing.
    explore: ({ context }, event) => event.type !== 'address.changed' || event.query !== context.asked,
  });

type Shown = {
  text: string;
  isWrong: boolean;
  asked: string;
  live: string;
  followReason: string | true;
};
const LIVE_LABELS = { off: 'Live', live: 'Pause', paused: 'Resume' } as const;

const show = (snapshot: LogSearchSnapshot): Shown => ({
  text: snapshot.context.text,
  isWrong: selectError(snapshot) !== undefined,
  asked: snapshot.context.asked,
  live: LIVE_LABELS[selectLive(snapshot)],
  followReason: findFollowReason(snapshot) ?? true,
});

async function read(): Promise<Shown> {
  await settle();
  const live = screen.getByRole('button', { name: /^(Live|Pause|Resume)/ });
  return {
    text: (queryField() as HTMLInputElement).value,
    isWrong: queryField().closest('div[class*=query]')?.querySelector('[role=alert]') !== null,
    asked: new URLSearchParams(window.location.search).get('q') ?? '',
    live: /Live|Pause|Resume/.exec(live.textContent ?? '')?.[0] ?? '',
    followReason: reasonOf(live),
  };
}

function answer(world: World, path: string, query: string): object {
  if (path.endsWith('/sites')) return { sites: [SITE], pagination: { totalCount: 1 } };
  if (path.includes('count')) {
    const count = {
      ...{ id: '1', state: 'DONE', reason: '', matchCount: '0', bucketSeconds: 60, buckets: [] },
      ...{ countedFromUnixTimeSeconds: 0, facets: [], facetEventCount: '0', facetEventBytes: '0' },
      reading: READING,
    };
    return { count };
  }
  if (path.includes('sources')) {
    const source = { id: '2', name: 'web', isArchived: true, problem: '', waitingEventCount: '0' };
    return { sources: [source] };
  }
  world.searched.push(query);
  return { rows: [], reading: READING, searchedFromUnixTimeSeconds: 0 };
}

async function createScreen() {
  fakeClock();
  const world: World = { searched: [] };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  pageBase();
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const call = new Request(...request);
    const asked = call.method === 'POST' ? await call.json() : {};
    return Response.json(answer(world, new URL(call.url).pathname, asked.query ?? ''));
  });
  const registry = createRegistry(
    [...listCommands, ...hydrationCommands, ...logSearchCommands],
    [{ id: 'list', mode: 'LIST' }, ...hydrationScopes, ...logSearchScopes],
  );
  const quiet = { ask: () => undefined, refuse: () => undefined, record: () => undefined };
  installCommands({ registry, ...quiet });
  setContextBase({ ...shellActorsStub(), site: SITE });
  const stopKeys = listenToKeys(registry);
  timeFilterActor.send({ type: 'preset.picked', preset: '1h' });
  renderSitePage(LogSearchPage, '/log-search', client);
  for (let turn = 0; turn < 20 && screen.queryByRole('treegrid') === null; turn += 1) await settle(10);
  return {
    world,
    read,
    send: (event: LogSearchEvent | SystemEvent) => sendBy(drivers, world, event),
    dispose: () => {
      stopKeys();
      cleanup();
      client.clear();
      realClock();
    },
  };
}

afterEach(() => {
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  realClock();
});

test.each([
  ['the query line and the address', /^(query|address|xstate)\./],
  ['following, and the time', /^(live|time)\./],
])('every state of %s on screen [R9-23]', async (_what, types) => {
  const model = modelOf((type) => types.test(type));
  await driveAll(makeWalks(model), {
    drives: model.vocabulary.map(({ type }) => type),
    create: createScreen,
    project: show,
    check: (_snapshot, { world }) => {
      expect(world.searched.filter((query) => parseLogQuery(query).error)).toEqual([]);
    },
  });
});
