import * as z from 'zod/mini';
import {
  graphInputSchema,
  graphSchema,
  pipelineInputSchema,
  pipelinePatchSchema,
  pipelineSchema,
  versionSchema,
} from '../entities/pipeline.ts';
import { PIPELINE_ACTIONS } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { booleanParameter } from '../parameters.ts';
import { defineCall, reads, writes } from './define.ts';
import { pipelineFilters } from './pipelines.ts';

const pipelinePath = z.object({ pipelineId: idSchema('pipeline') });
export const onePipelineCalls = {
  listPipelineNames: defineCall({
    method: 'GET',
    path: '/v1/pipeline-names',
    summary: 'Names of pipelines per site.',
    access: reads('PIPELINES'),
    query: z.strictObject(pipelineFilters),
    response: z.object({
      sitePipelineNames: z.array(
        z.object({
          siteId: z.string(),
          pipelineNames: z.array(z.object({ id: z.string(), name: z.string() })),
        }),
      ),
    }),
  }),
  getPipeline: defineCall({
    method: 'GET',
    path: '/v1/pipeline/{pipelineId}',
    summary: 'One pipeline.',
    access: reads('PIPELINES'),
    pathParameters: pipelinePath,
    response: z.object({ pipeline: pipelineSchema }),
    etag: true,
  }),
  listVersions: defineCall({
    method: 'GET',
    path: '/v1/pipeline/{pipelineId}/versions',
    summary: 'Graph versions, newest first.',
    access: reads('PIPELINES'),
    pathParameters: pipelinePath,
    response: z.object({ versions: z.array(versionSchema) }),
  }),
  getGraph: defineCall({
    method: 'GET',
    path: '/v1/pipeline/{pipelineId}/graph/{graphVersion}',
    summary: 'One graph version. Its ETag is the version.',
    access: reads('PIPELINES'),
    pathParameters: z.object({
      pipelineId: idSchema('pipeline'),
      graphVersion: z.coerce.number().check(z.int(), z.minimum(1)),
    }),
    /** False adds the nodes of the source's archive. */
    query: z.strictObject({ filterInternalNodes: z._default(booleanParameter, true) }),
    response: z.object({ graph: graphSchema }),
    etag: true,
  }),
  createPipeline: defineCall({
    method: 'POST',
    path: '/v1/pipeline',
    summary: 'Create a pipeline without a graph; it is removed if it gets none within a day.',
    access: writes('PIPELINES'),
    body: z.strictObject({ pipeline: pipelineInputSchema }),
    response: z.object({ id: z.string(), revision: z.int() }),
    idempotent: true,
  }),
  updatePipeline: defineCall({
    method: 'PATCH',
    path: '/v1/pipeline',
    summary: 'Change name or description.',
    access: writes('PIPELINES'),
    body: z.strictObject({ pipeline: pipelinePatchSchema }),
    response: z.object({ revision: z.int() }),
    ifMatch: 'revision',
  }),
  saveGraph: defineCall({
    method: 'PUT',
    path: '/v1/pipeline-graph',
    summary: 'Save a new graph version. If-Match is the version the edit began from, 0 for the first.',
    access: writes('PIPELINES'),
    body: graphInputSchema,
    response: z.object({ graph: graphSchema }),
    ifMatch: 'graphVersion',
    idempotent: true,
  }),
  runPipelineAction: defineCall({
    method: 'PATCH',
    path: '/v1/pipeline/action',
    summary: 'Deploy, pause, bypass, delete or cancel; 409 with the reason when the state forbids it.',
    access: { kind: 'resource', resource: 'PIPELINES', type: 'WRITE', grant: 'DEPLOY' },
    body: z.strictObject({
      pipelineId: idSchema('pipeline'),
      graphVersion: z._default(z.int().check(z.minimum(0)), 0),
      action: z.enum(PIPELINE_ACTIONS),
      forceDeploy: z.optional(z.boolean()),
    }),
    response: z.object({ pipeline: pipelineSchema }),
    idempotent: true,
  }),
};
