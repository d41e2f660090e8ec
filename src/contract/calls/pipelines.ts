import * as z from 'zod/mini';
import { pipelineSchema } from '../entities/pipeline.ts';
import { PIPELINE_STATUSES, PIPELINE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, reads, writes } from './define.ts';

export const pipelineFilters = {
  siteIds: repeated(idSchema('site')),
  statuses: repeated(z.enum(PIPELINE_STATUSES)),
  types: z._default(repeated(z.enum(PIPELINE_TYPES)), ['USER']),
};

export const pipelineCalls = {
  listPipelines: defineCall({
    method: 'GET',
    path: '/v1/pipelines',
    summary: 'Pipelines, newest change first; all but the deleted unless statuses are given.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      ...pipelineFilters,
      pipelineIds: repeated(idSchema('pipeline')),
      sourceIds: repeated(idSchema('node')),
      sinkIds: repeated(idSchema('node')),
      ...pageQuery('updated_at'),
    }),
    response: z.object({ pipelines: z.array(pipelineSchema), pagination: paginationSchema }),
  }),
  createExamplePipeline: defineCall({
    method: 'POST',
    path: '/v1/pipeline/create-example',
    summary: 'Create and deploy the example: data generator, parse, drop noise, remove fields, local file.',
    access: {
      ...writes('PIPELINES'),
      grant: 'DEPLOY',
      also: [writes('SOURCES'), writes('SINKS')],
    },
    body: z.strictObject({ siteId: idSchema('site') }),
    response: z.object({ id: z.string() }),
    idempotent: true,
  }),
};
