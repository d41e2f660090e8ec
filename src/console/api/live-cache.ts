import type { Query, QueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../contract/calls/index.ts';
import type { Pipeline, PipelineState } from '../../contract/entities/pipeline.ts';
import type { ResourceType } from '../../contract/enums.ts';
import type { LiveServerMessage } from '../../contract/live.ts';
import { invalidateResource } from './invalidation.ts';
import type { LiveClient } from './live-client.ts';
import { isListOutdated, isWholeList } from './pipeline-statuses.ts';

/**
 * Throttles `run`: at once, then at most once per `quietMs` (a function is evaluated after each run), with a
 * trailing run if called meanwhile.
 */
function runWhenQuiet(quietMs: number | (() => number), run: () => void): () => void {
  let isQuiet = false;
  let isAsked = false;
  const begin = () => {
    isQuiet = true;
    isAsked = false;
    run();
    setTimeout(
      () => {
        isQuiet = false;
        if (isAsked) begin();
      },
      typeof quietMs === 'number' ? quietMs : quietMs(),
    );
  };
  return () => {
    if (isQuiet) isAsked = true;
    else begin();
  };
}

type StatusMessage = Extract<LiveServerMessage, { type: 'pipeline.status' }>;

const RESOURCE_OF = {
  site: 'SITES',
  pipeline: 'PIPELINES',
  source: 'SOURCES',
  sink: 'SINKS',
  asset: 'PIPELINES',
  hydration: 'HYDRATIONS',
} as const satisfies Record<string, ResourceType>;

const PARTS = [
  'status',
  'pendingAction',
  'deployedGraphVersion',
  'latestGraphVersion',
  'pendingGraphVersion',
  'lastError',
] as const satisfies readonly (keyof Pipeline)[];
type Status = Pick<Pipeline, (typeof PARTS)[number]>;

/** Returns the same object when nothing changed, so that its row is not rendered again. */
const setStatus = (pipeline: Pipeline, status: Status): Pipeline =>
  PARTS.every((part) => pipeline[part] === status[part])
    ? pipeline
    : { ...pipeline, ...Object.fromEntries(PARTS.map((part) => [part, status[part]])) };

const SHOWS_STATUS: readonly unknown[] = ['listPipelines', 'getPipeline', 'listPipelineStatuses'];
const isShowingStatus = ({ queryKey: [call] }: Query): boolean => SHOWS_STATUS.includes(call);

type Statuses = ReadonlyMap<string, Status>;

function patchStatuses(client: QueryClient, statuses: Statuses): void {
  if (statuses.size === 0) return;
  client.setQueriesData<CallResponse<'listPipelines'>>({ queryKey: ['listPipelines'] }, (answer) => {
    if (!answer) return answer;
    const pipelines = answer.pipelines.map((pipeline) => {
      const status = statuses.get(pipeline.id);
      return status ? setStatus(pipeline, status) : pipeline;
    });
    const hasNews = pipelines.some((pipeline, at) => pipeline !== answer.pipelines[at]);
    return hasNews ? { ...answer, pipelines } : answer;
  });
  client.setQueriesData<CallResponse<'getPipeline'>>({ queryKey: ['getPipeline'] }, (answer) => {
    const status = answer && statuses.get(answer.pipeline.id);
    // Writes nothing, not even the answer's time, which would count as an answer for a deployment just
    // requested.
    return answer && status && { pipeline: setStatus(answer.pipeline, status) };
  });
}

/** Longest delay of a status during a burst. */
const STATUS_QUIET_MS = 200;
/** Each write filters and counts a long list again, so it is written less often. */
const LONG_LIST = { from: 1000, quietMs: 1000 };

const chooseQuietMs = (client: QueryClient): number => {
  const lists = client.getQueriesData<CallResponse<'listPipelines'>>({ queryKey: ['listPipelines'] });
  const isLong = lists.some(([, list]) => list && list.pipelines.length >= LONG_LIST.from);
  return isLong ? LONG_LIST.quietMs : STATUS_QUIET_MS;
};

/**
 * Batches pushed statuses. A fetch in flight may return older ones, so those pushed meanwhile are written
 * over its answer; refetching might never end.
 */
function createStatusPatches(client: QueryClient) {
  let waiting = new Map<string, StatusMessage>();
  const whileAsking = new Map<string, StatusMessage>();
  /** Last poll while lists are being fetched: which answer is older is unknown. */
  let polledMeanwhile: Statuses | undefined;
  const isAsking = () => client.isFetching({ predicate: isShowingStatus }) > 0;
  const isListing = () => client.isFetching({ queryKey: ['listPipelines'] }) > 0;
  const flush = runWhenQuiet(
    () => chooseQuietMs(client),
    () => {
      const statuses = waiting;
      waiting = new Map();
      patchStatuses(client, statuses);
      void client.invalidateQueries({ queryKey: ['listVersions'] });
    },
  );
  const takePolled = ({ queryKey: polled }: Query, answer: CallResponse<'listPipelineStatuses'>) => {
    const { pipelineStatuses } = answer;
    const statuses = new Map<string, PipelineState>(pipelineStatuses.map((status) => [status.id, status]));
    const outdated = client
      .getQueriesData<CallResponse<'listPipelines'>>({ queryKey: ['listPipelines'] })
      .filter(([key, list]) => list && isWholeList(key, polled) && isListOutdated(list.pipelines, statuses));
    patchStatuses(client, statuses);
    polledMeanwhile = isListing() ? statuses : undefined;
    for (const [queryKey] of outdated) void client.invalidateQueries({ queryKey, exact: true });
  };
  const checkList = ({ queryKey }: Query, { pipelines }: CallResponse<'listPipelines'>) => {
    const polled = polledMeanwhile;
    if (!isListing()) polledMeanwhile = undefined;
    const differs = pipelines.some((one) => {
      const status = polled?.get(one.id);
      return status && setStatus(one, status) !== one;
    });
    if (differs) void client.invalidateQueries({ queryKey, exact: true });
  };
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (!isShowingStatus(event.query)) return;
    if (event.query.queryKey[0] === 'listPipelineStatuses') takePolled(event.query, event.action.data);
    if (event.query.queryKey[0] === 'listPipelines') checkList(event.query, event.action.data);
    patchStatuses(client, whileAsking);
    if (!isAsking()) whileAsking.clear();
  });
  return {
    take: (message: StatusMessage) => {
      if (isAsking()) whileAsking.set(message.pipelineId, message);
      else whileAsking.clear();
      waiting.set(message.pipelineId, message);
      flush();
    },
    stop,
  };
}

/** Reads that show alerts, notifications or pull requests. Checks are excluded, as they run samples. */
const isOfNotices = ({ queryKey: [call] }: Query): boolean =>
  /Notification|Alert|Changeset|PullRequestDetails/.test(call as string);

type DeploymentMessage = Extract<LiveServerMessage, { type: 'pipeline.deployment' }>;

function putDeployment(client: QueryClient, { pipelineId, deployment }: DeploymentMessage): void {
  const isOfPipeline = ({ queryKey: [call, , input] }: Query) =>
    call === 'getDeployment' && JSON.stringify(input).includes(pipelineId);
  client.setQueriesData<CallResponse<'getDeployment'>>({ predicate: isOfPipeline }, { deployment });
  // A fetch in flight may return an older one.
  if (client.isFetching({ predicate: isOfPipeline }) > 0)
    void client.invalidateQueries({ predicate: isOfPipeline });
}

/** Minimum milliseconds between refetches of the same read. */
const READS_QUIET_MS = 1000;

export function followLiveChannel(client: QueryClient, live: LiveClient): () => void {
  const statuses = createStatusPatches(client);
  const makeRefetch = (resource: ResourceType) =>
    runWhenQuiet(READS_QUIET_MS, () => void invalidateResource(client, resource));
  const refetch = {
    site: makeRefetch(RESOURCE_OF.site),
    pipeline: makeRefetch(RESOURCE_OF.pipeline),
    source: makeRefetch(RESOURCE_OF.source),
    sink: makeRefetch(RESOURCE_OF.sink),
    asset: makeRefetch(RESOURCE_OF.asset),
    hydration: makeRefetch(RESOURCE_OF.hydration),
  };
  const refetchErrors = runWhenQuiet(READS_QUIET_MS, () => {
    void client.invalidateQueries({ queryKey: ['listPipelineErrors'] });
    void client.invalidateQueries({ queryKey: ['countPipelineErrors'] });
  });
  const refetchHealth = runWhenQuiet(READS_QUIET_MS, () => {
    void client.invalidateQueries({ queryKey: ['listHealth'] });
  });
  const refetchNotices = runWhenQuiet(READS_QUIET_MS, () => {
    void client.invalidateQueries({ predicate: isOfNotices });
  });
  const apply = (message: LiveServerMessage): void => {
    if (message.type === 'notification.changed') refetchNotices();
    if (message.type === 'pipeline.status') statuses.take(message);
    if (message.type === 'pipeline.deployment') putDeployment(client, message);
    if (message.type === 'entity.changed') refetch[message.entity]();
    if (message.type === 'error.changed' || message.type === 'error.acknowledged') refetchErrors();
    // A component's health depends on its engine's.
    if (message.type === 'health.changed' || (message.type === 'entity.changed' && message.entity === 'site'))
      refetchHealth();
  };
  const stops = [live.onMessage(apply), live.onReopened(() => client.invalidateQueries()), statuses.stop];
  return () => {
    for (const stop of stops) stop();
  };
}
