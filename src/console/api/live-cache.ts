import type { Query, QueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../contract/calls/index.ts';
import type { Pipeline } from '../../contract/entities/pipeline.ts';
import type { ResourceType } from '../../contract/enums.ts';
import type { LiveServerMessage } from '../../contract/live.ts';
import { invalidateResource } from './invalidation.ts';
import type { LiveClient } from './live-client.ts';

type StatusMessage = Extract<LiveServerMessage, { type: 'pipeline.status' }>;

const RESOURCE_OF = {
  site: 'SITES',
  pipeline: 'PIPELINES',
  source: 'SOURCES',
  sink: 'SINKS',
} as const satisfies Record<string, ResourceType>;

const withStatus = (pipeline: Pipeline, status: StatusMessage): Pipeline => ({
  ...pipeline,
  status: status.status,
  pendingAction: status.pendingAction,
  deployedGraphVersion: status.deployedGraphVersion,
  latestGraphVersion: status.latestGraphVersion,
  pendingGraphVersion: status.pendingGraphVersion,
  lastError: status.lastError,
});

/** An answer about pipelines that is under way may be older than what was pushed: it is asked for anew. */
const isUnderWay = ({ queryKey: [call], state }: Query): boolean =>
  state.fetchStatus === 'fetching' && (call === 'listPipelines' || call === 'getPipeline');

/** Writes a pushed status into every answer that shows the pipeline. */
export function patchPipelineStatus(client: QueryClient, message: StatusMessage): void {
  client.setQueriesData<CallResponse<'listPipelines'>>({ queryKey: ['listPipelines'] }, (answer) =>
    answer?.pipelines.some((pipeline) => pipeline.id === message.pipelineId)
      ? {
          ...answer,
          pipelines: answer.pipelines.map((pipeline) =>
            pipeline.id === message.pipelineId ? withStatus(pipeline, message) : pipeline,
          ),
        }
      : answer,
  );
  client.setQueriesData<CallResponse<'getPipeline'>>({ queryKey: ['getPipeline'] }, (answer) =>
    answer?.pipeline.id === message.pipelineId ? { pipeline: withStatus(answer.pipeline, message) } : answer,
  );
  void client.invalidateQueries({ predicate: isUnderWay });
  void client.invalidateQueries({ queryKey: ['listVersions'] });
}

function apply(client: QueryClient, message: LiveServerMessage): void {
  if (message.type === 'pipeline.status') patchPipelineStatus(client, message);
  if (message.type === 'entity.changed') void invalidateResource(client, RESOURCE_OF[message.entity]);
  if (message.type === 'error.changed') {
    void client.invalidateQueries({ queryKey: ['listPipelineErrors'] });
    void client.invalidateQueries({ queryKey: ['countPipelineErrors'] });
  }
}

/** Keeps the caches true by what the service pushes. Returns the way to stop. */
export function followLiveChannel(client: QueryClient, live: LiveClient): () => void {
  const stops = [
    live.onMessage((message) => apply(client, message)),
    live.onReopened(() => client.invalidateQueries()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
