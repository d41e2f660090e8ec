import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallResponse } from '../../contract/calls/index.ts';
import type { LiveServerMessage } from '../../contract/live.ts';
import { followLiveChannel } from './live-cache.ts';
import type { LiveClient } from './live-client.ts';

type Answer = CallResponse<'listPipelines'>;
type Pipeline = Answer['pipelines'][number];
type Polled = CallResponse<'listPipelineStatuses'>;

const COUNT = 5000;
const SITE = '400000000000000001';
const idOf = (n: number) => `3${String(n).padStart(17, '0')}`;
const pipelineOf = (n: number, status: Pipeline['status'] = 'DEPLOYED') =>
  ({ id: idOf(n), status, pendingAction: 'NOP' }) as Partial<Pipeline> as Pipeline;
const makeAnswer = (status?: Pipeline['status']): Answer => ({
  pipelines: Array.from({ length: COUNT }, (_, n) => pipelineOf(n, status)),
  pagination: { totalCount: COUNT },
});

let client: QueryClient;
let push: (message: LiveServerMessage) => void = () => undefined;
let stop = () => {};

const live = {
  onMessage: (listener: (message: LiveServerMessage) => void) => {
    push = listener;
    return () => undefined;
  },
  onReopened: () => () => undefined,
} as Partial<LiveClient> as LiveClient;

const pushStatus = (n: number, status: Pipeline['status']) =>
  push({
    type: 'pipeline.status',
    siteId: SITE,
    pipelineId: idOf(n),
    status,
    pendingAction: 'NOP',
    deployedGraphVersion: 1,
    latestGraphVersion: 1,
    pendingGraphVersion: 0,
    lastError: '',
  });

function showList(read: () => Promise<Answer>) {
  const queryFn = vi.fn(read);
  const queryKey = ['listPipelines', SITE, { query: { siteIds: [SITE] } }, 'all'];
  const observer = new QueryObserver(client, { queryKey, queryFn, retry: false });
  let changes = 0;
  let last: Answer | undefined;
  observer.subscribe(({ data }) => {
    if (data !== last) changes += 1;
    last = data;
  });
  return { queryFn, changes: () => changes, data: () => observer.getCurrentResult().data };
}

async function poll(pipelineStatuses: Polled['pipelineStatuses']): Promise<void> {
  const queryKey = ['listPipelineStatuses', SITE, {}];
  await client.fetchQuery({ queryKey, queryFn: async (): Promise<Polled> => ({ pipelineStatuses }) });
  await vi.advanceTimersByTimeAsync(1000);
}
const polledOf = ({ id, ...rest }: Pipeline, now: Partial<Polled['pipelineStatuses'][number]> = {}) =>
  ({ id, ...rest, ...now }) as Polled['pipelineStatuses'][number];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  stop = followLiveChannel(client, live);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

test('statuses of 5,000 pipelines change the list twice and ask nothing [R4-27]', async () => {
  const list = showList(async () => makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  const before = list.changes();
  for (let n = 0; n < COUNT; n++) pushStatus(n, 'PAUSED');
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.data()?.pipelines.every(({ status }) => status === 'PAUSED')).toBe(true);
  expect(list.changes() - before).toBe(2);
  expect(list.queryFn).toHaveBeenCalledTimes(1);
});

test('a stream of statuses updates a list of 5,000 once a second', async () => {
  const list = showList(async () => makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  const before = list.changes();
  for (let n = 0; n < 50; n++) {
    pushStatus(n, 'DELETED');
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.data()?.pipelines.filter(({ status }) => status === 'DELETED')).toHaveLength(50);
  expect(list.changes() - before).toBeLessThanOrEqual(6);
});

test('one status shows at once; other rows stay the same objects', async () => {
  const list = showList(async () => makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  const before = list.data()?.pipelines ?? [];
  pushStatus(7, 'PAUSED');
  const after = list.data()?.pipelines ?? [];
  expect(after[7]?.status).toBe('PAUSED');
  expect(after.filter((pipeline, n) => pipeline !== before[n])).toHaveLength(1);
});

test('an answer asked for before a pushed status does not undo it', async () => {
  let answer: (value: Answer) => void = () => undefined;
  const list = showList(() => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(0);
  pushStatus(3, 'PAUSED');
  await vi.advanceTimersByTimeAsync(1000);
  answer(makeAnswer('DEPLOYED'));
  await vi.advanceTimersByTimeAsync(0);
  expect(list.data()?.pipelines[3]?.status).toBe('PAUSED');
  expect(list.queryFn).toHaveBeenCalledTimes(1);
});

test('a burst of changed pipelines asks for the list twice', async () => {
  const list = showList(async () => makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  for (let n = 0; n < COUNT; n++)
    push({ type: 'entity.changed', siteId: SITE, entity: 'pipeline', id: idOf(n), change: 'created' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(list.queryFn).toHaveBeenCalledTimes(3);
});

test('polled states update what changed, without reading a page [R4-29]', async () => {
  const list = showList(async () => makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  const before = list.data()?.pipelines ?? [];
  await poll(
    before.map((one, n) => polledOf(one, n === 4 ? { status: 'FAILED', lastError: 'refused' } : {})),
  );
  const after = list.data()?.pipelines ?? [];
  expect(after[4]).toMatchObject({ status: 'FAILED', lastError: 'refused' });
  expect(after.filter((pipeline, n) => pipeline !== before[n])).toHaveLength(1);
  expect(list.queryFn).toHaveBeenCalledTimes(1);
});

test.each([
  ['was made', (polled: Polled['pipelineStatuses']) => [...polled, polledOf(pipelineOf(COUNT))]],
  ['is gone', (polled: Polled['pipelineStatuses']) => polled.slice(1)],
  ['was edited', ([first, ...rest]: Polled['pipelineStatuses']) => [{ ...first!, revision: 2 }, ...rest]],
  [
    'has a new version',
    ([first, ...rest]: Polled['pipelineStatuses']) => [{ ...first!, latestGraphVersion: 9 }, ...rest],
  ],
])('a poll with a pipeline %s reads the list again', async (_, change) => {
  const list = showList(async () => makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  await poll(change((list.data()?.pipelines ?? []).map((one) => polledOf(one))));
  expect(list.queryFn).toHaveBeenCalledTimes(2);
});

test('deleted pipelines outside a list, or filtered out, ask for nothing', async () => {
  const list = showList(async () => makeAnswer());
  const filtered = vi.fn(async () => makeAnswer());
  const queryKey = ['listPipelines', SITE, { query: { siteIds: [SITE], sourceIds: ['2'] } }, 'all'];
  new QueryObserver(client, { queryKey, queryFn: filtered }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  await poll([
    ...(list.data()?.pipelines ?? []).map((one) => polledOf(one)),
    polledOf(pipelineOf(COUNT, 'DELETED')),
  ]);
  await poll([]);
  expect(list.queryFn).toHaveBeenCalledTimes(2);
  expect(filtered).toHaveBeenCalledTimes(1);
});

test('a poll older than a pushed status does not undo it', async () => {
  const list = showList(async () => makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  const polled = (list.data()?.pipelines ?? []).map((one) => polledOf(one));
  let answer: (value: Polled) => void = () => undefined;
  const queryFn = () => new Promise<Polled>((resolve) => (answer = resolve));
  void client.fetchQuery({ queryKey: ['listPipelineStatuses', SITE, {}], queryFn });
  await vi.advanceTimersByTimeAsync(0);
  pushStatus(3, 'PAUSED');
  await vi.advanceTimersByTimeAsync(1000);
  answer({ pipelineStatuses: polled });
  await vi.advanceTimersByTimeAsync(0);
  expect(list.data()?.pipelines[3]?.status).toBe('PAUSED');
});

test('a list asked for before a poll is asked for again when they differ', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const list = showList(() => new Promise<Answer>((resolve) => answers.push(resolve)));
  answers[0]?.(makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  void client.invalidateQueries({ queryKey: ['listPipelines'] });
  const [first, ...others] = makeAnswer().pipelines;
  const paused = { ...first, status: 'PAUSED' } as Pipeline;
  await poll([paused, ...others].map((pipeline) => polledOf(pipeline)));
  expect(list.data()?.pipelines[0]?.status).toBe('PAUSED');
  answers[1]?.(makeAnswer());
  await vi.advanceTimersByTimeAsync(0);
  answers[2]?.({ ...makeAnswer(), pipelines: [paused, ...others] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.data()?.pipelines[0]?.status).toBe('PAUSED');
  expect(list.queryFn).toHaveBeenCalledTimes(3);
});

test('a deployment that was asked for before it ended is asked for again', async () => {
  type Deployed = CallResponse<'getDeployment'>;
  const makeDeployment = (outcome: string) =>
    ({ pipelineId: idOf(1), outcome }) as unknown as NonNullable<Deployed['deployment']>;
  const answers: ((value: Deployed) => void)[] = [];
  const queryKey = ['getDeployment', SITE, { path: { pipelineId: idOf(1) } }];
  const queryFn = () => new Promise<Deployed>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  observer.subscribe(() => undefined);
  const outcome = () => observer.getCurrentResult().data?.deployment?.outcome;
  const pushEnd = () =>
    push({
      type: 'pipeline.deployment',
      siteId: SITE,
      pipelineId: idOf(1),
      deployment: makeDeployment('DEPLOYED'),
    });
  answers[0]?.({ deployment: makeDeployment('PENDING') });
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toBe('PENDING');
  void client.invalidateQueries({ queryKey });
  pushEnd();
  answers[1]?.({ deployment: makeDeployment('PENDING') });
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toBe('DEPLOYED');
  answers[2]?.({ deployment: makeDeployment('DEPLOYED') });
  await vi.advanceTimersByTimeAsync(0);
  pushEnd();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(3);
});

test('the status of one pipeline is no answer for another', async () => {
  const queryKey = ['getPipeline', SITE, { path: { pipelineId: idOf(1) } }];
  client.setQueryData(queryKey, { pipeline: pipelineOf(1) }, { updatedAt: 1 });
  pushStatus(2, 'PAUSED');
  await vi.advanceTimersByTimeAsync(1000);
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(1);
  pushStatus(1, 'DEPLOYED');
  await vi.advanceTimersByTimeAsync(1000);
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBeGreaterThan(1);
});

test('health is read again once the engine of its site changed', async () => {
  const read = vi.fn(async () => ({ pipelines: [] }));
  const observer = new QueryObserver(client, { queryKey: ['listHealth', SITE, {}], queryFn: read });
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined(), 20_000);
  push({ type: 'entity.changed', siteId: SITE, entity: 'site', id: SITE, change: 'updated' });
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), 20_000);
});
