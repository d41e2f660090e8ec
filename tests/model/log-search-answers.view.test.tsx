import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { goTo } from '../../src/console/state/location.tsx';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { type AnswersEvent, answersModel } from './log-search-answers.ts';
import { COUNTED, leaveLogSearch, READING, settle, showLogSearch } from './log-search-screen.tsx';

const POLL_MS = 250;
const ROW = {
  ...{ id: 'a:1', unixTimeSeconds: 1, text: 'error of the disk' },
  metadata: { received: '', sourceId: '2', source: 'web', isText: true, origin: '', file: 'a' },
};
const COUNTS = {
  counting: { state: 'RUNNING', matchCount: '3', countedFromUnixTimeSeconds: 4_000_000_000 },
  done: { state: 'DONE', matchCount: '5' },
  partly: {
    ...{ state: 'DONE', matchCount: '4' },
    reading: { ...READING, unread: [{ file: 'b', reason: 'it is cut short' }], unreadCount: 1 },
  },
  failed: { state: 'FAILED', matchCount: '3', reason: 'The process of the search was killed' },
} as const;

/** One question for rows: under way until `resolve`. */
type Search = { signal: AbortSignal; resolve: (answer: Response) => void; isAnswered: boolean };
type World = { questions: number; count: keyof typeof COUNTS; searches: Search[] };

const answerRows = (world: World, answer: Response) => {
  const search = world.searches.at(-1);
  if (!search || search.isAnswered) throw new Error('no search is under way');
  search.isAnswered = true;
  search.resolve(answer);
};
const endCount = (world: World, count: World['count']) => {
  world.count = count;
  return settle(POLL_MS);
};

const drivers: Drivers<AnswersEvent, World> = {
  'query.asked': (world) => {
    world.count = 'counting';
    world.questions += 1;
    return act(() => goTo(`/log-search?q=word${world.questions}`));
  },
  'rows.found': (world) =>
    answerRows(world, Response.json({ rows: [ROW], reading: READING, searchedFromUnixTimeSeconds: 0 })),
  'rows.failed': (world) =>
    answerRows(
      world,
      Response.json({ code: 'QUERY_TIMEOUT', message: 'It was killed', details: [] }, { status: 422 }),
    ),
  'rows.retried': () => void fireEvent.click(screen.getByRole('button', { name: /^Retry/ })),
  'count.done': (world) => endCount(world, 'done'),
  'count.partly': (world) => endCount(world, 'partly'),
  'count.failed': (world) => endCount(world, 'failed'),
};

type Shown = { rows: string; isCounting: boolean; matches: string; isPartly: boolean; problem: string };

async function read(): Promise<Shown> {
  await settle();
  const grid = screen.getByRole('treegrid');
  const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
  const status = statuses.find((text) => /^(At least )?\d match/.test(text)) ?? '';
  const isFailed = screen.queryByText('The archives could not be searched') !== null;
  const isFound = screen.queryByText(ROW.text) !== null;
  const isBusy = grid.getAttribute('aria-busy') === 'true';
  return {
    rows: isFailed ? 'failed' : isFound ? 'found' : isBusy ? 'searching' : 'none',
    isCounting: /(counting|listing files)…/.test(status),
    matches: /\d+ match(es)?/.exec(status)?.[0] ?? '',
    isPartly: screen.queryByText(/^1 file or folder could not be fully read/) !== null,
    problem: screen.queryByText(/^Not counted:/)?.textContent ?? '',
  };
}

const show = (rows: string, count: World['count']): Shown => ({
  rows,
  isCounting: count === 'counting',
  matches: `${COUNTS[count].matchCount} matches`,
  isPartly: count === 'partly',
  problem: count === 'failed' ? `Not counted: ${COUNTS.failed.reason}` : '',
});

async function createScreen() {
  const world: World = { questions: 0, count: 'counting', searches: [] };
  const leave = await showLogSearch(({ what, signal }) => {
    if (what === 'count') return Response.json({ count: { ...COUNTED, ...COUNTS[world.count] } });
    return new Promise((resolve) => world.searches.push({ signal, resolve, isAnswered: false }));
  });
  return {
    world,
    read,
    send: (event: Parameters<typeof sendBy<AnswersEvent, World>>[2] | { type: `xstate.${string}` }) =>
      sendBy(drivers, world, event as AnswersEvent),
    dispose: async () => {
      leave();
      expect(world.searches.filter(({ signal, isAnswered }) => !isAnswered && !signal.aborted)).toEqual([]);
    },
  };
}

afterEach(leaveLogSearch);

test('every answer of rows and count on screen; new questions cancel former ones [R9-23]', async () => {
  await driveAll(makeWalks(answersModel), {
    drives: Object.keys(drivers),
    create: createScreen,
    project: ({ value }) => show(value.rows, value.count),
    check: ({ value }, { world: { searches } }) => {
      const open = searches.filter(({ signal, isAnswered }) => !isAnswered && !signal.aborted);
      expect(open).toHaveLength(value.rows === 'searching' ? 1 : 0);
    },
  });
});

test('a count that ran out of time takes in rows found behind it [R9-23]', async () => {
  const from = Math.floor(Date.now() / 1000) - 1800;
  const partly = { ...COUNTED, state: 'DONE', matchCount: '0', countedFromUnixTimeSeconds: from };
  const rows = {
    rows: [ROW],
    reading: READING,
    searchedFromUnixTimeSeconds: from - 900,
    nextCursor: 'older',
  };
  let asked = 0;
  const leave = await showLogSearch(({ what }) => {
    if (what === 'count') return Response.json({ count: partly });
    asked += 1;
    // The second page is under way for as long as one looks.
    return asked > 1 ? new Promise(() => undefined) : Response.json(rows);
  });
  await settle();
  expect(screen.getByText(/then time ran out; searched back to/).textContent).toMatch(/^At least [1-9]/);
  leave();
});

test('nothing found is said as such only once all was read [R9-23]', async () => {
  let count = { ...COUNTED, state: 'RUNNING' };
  const rows = Promise.withResolvers<Response>();
  const leave = await showLogSearch(({ what }) =>
    what === 'count' ? Response.json({ count }) : rows.promise,
  );
  await settle();
  const read = () => screen.getByText(/^(No match yet|\d+ match(es)?)$/).textContent;
  expect(read()).toBe('No match yet');
  rows.resolve(Response.json({ rows: [], reading: READING, searchedFromUnixTimeSeconds: 0 }));
  await settle();
  expect(read()).toBe('No match yet');
  count = { ...COUNTED, state: 'DONE' };
  await settle(POLL_MS);
  expect(read()).toBe('0 matches');
  leave();
});

test('until a file is read, it is said that files are listed [R9-23]', async () => {
  let reading = { ...READING, filesRead: 0, events: '0' };
  const leave = await showLogSearch(({ what }) =>
    what === 'count'
      ? Response.json({ count: { ...COUNTED, matchCount: '0', state: 'RUNNING', reading } })
      : new Promise(() => undefined),
  );
  await settle();
  expect(screen.getByText('No match yet').parentElement?.textContent).toBe('No match yet, listing files…');
  reading = { ...READING, filesRead: 1 };
  await settle(POLL_MS);
  expect(screen.getByText(/ read, .*, counting…$/)).toBeVisible();
  leave();
});
