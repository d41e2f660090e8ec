import * as z from 'zod/mini';
import { pipelineSchema } from '../entities/pipeline.ts';
import { defineCall, reads } from './define.ts';
import { pipelineFilters } from './pipelines.ts';

const {
  id,
  status,
  pendingAction,
  deployedGraphVersion,
  latestGraphVersion,
  pendingGraphVersion,
  lastError,
  revision,
} = pipelineSchema.shape;

export const pipelineStatusCalls = {
  listPipelineStatuses: defineCall({
    method: 'GET',
    path: '/v1/pipeline-statuses',
    summary: 'Only the states of pipelines, for polling: all but the deleted unless statuses are given.',
    access: reads('PIPELINES'),
    query: z.strictObject(pipelineFilters),
    response: z.object({
      pipelineStatuses: z.array(
        z.object({
          id,
          status,
          pendingAction,
          deployedGraphVersion,
          latestGraphVersion,
          pendingGraphVersion,
          lastError,
          revision,
        }),
      ),
    }),
  }),
};
