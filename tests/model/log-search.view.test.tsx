import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
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
import { goTo } from '../../src/console/state/location.tsx';
import { getNowUnixSeconds, timeFilterActor } from '../../src/console/state/time-filter.ts';
import { parseLogQuery } from '../../src/contract/log-query/index.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { reasonOf } from './command-context.ts';
import { COUNTED, leaveLogSearch, READING, settle, showLogSearch } from './log-search-screen.tsx';

/** Queries that the service was asked, the last one last. */
type World = { searched: string[] };

const queryField = () => screen.getByRole('combobox', { name: 'Query' });

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

async function createScreen() {
  const world: World = { searched: [] };
  const dispose = await showLogSearch(({ what, query }) => {
    if (what === 'count') return Response.json({ count: COUNTED });
    world.searched.push(query);
    return Response.json({ rows: [], reading: READING, searchedFromUnixTimeSeconds: 0 });
  });
  return {
    world,
    read,
    send: (event: LogSearchEvent | SystemEvent) => sendBy(drivers, world, event),
    dispose,
  };
}

afterEach(leaveLogSearch);

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
