import * as z from 'zod/mini';
import {
  coverageSchema,
  dataProcessedSchema,
  errorEntrySchema,
  flowSeriesSchema,
  pipelineErrorsSchema,
  seriesSchema,
  siteComponentSchema,
  threeSeriesSchema,
} from '../entities/analytics.ts';
import { idSchema } from '../ids.ts';
import { metricQuery, rangeQuery, repeated, resolutionQuery } from '../parameters.ts';
import { defineCall, reads } from './define.ts';

const pipelinePath = z.object({ pipelineId: idSchema('pipeline') });
const siteQuery = { siteId: idSchema('site') };

export const analyticsSeriesCalls = {
  getComponentsDataProcessed: defineCall({
    method: 'GET',
    path: '/v1/analytics/pipelines/{pipelineId}/components/data-processed',
    summary: 'Totals per component, keyed by componentId.',
    access: reads('PIPELINES'),
    pathParameters: pipelinePath,
    query: z.strictObject({ ...siteQuery, ...metricQuery, ...rangeQuery }),
    response: z.object({
      componentsDataProcessedMap: z.record(z.string(), dataProcessedSchema),
      coverage: coverageSchema,
    }),
  }),
  getSiteComponentsDataProcessed: defineCall({
    method: 'GET',
    path: '/v1/analytics/sites/{siteId}/components/data-processed',
    summary:
      'Totals per component, with its name, of every pipeline of a site that counted in the range, or of those named.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ siteId: idSchema('site') }),
    query: z.strictObject({
      pipelineIds: repeated(idSchema('pipeline')),
      ...metricQuery,
      ...rangeQuery,
    }),
    response: z.object({ components: z.array(siteComponentSchema), coverage: coverageSchema }),
  }),
  getPipelineOptimisations: defineCall({
    method: 'GET',
    path: '/v1/analytics/pipelines/{pipelineId}/time-series/optimisations',
    summary:
      'Optimization over time per destination, against its part of what the source took in; no point where nothing was meant for it, or nothing was delivered.',
    access: reads('PIPELINES'),
    pathParameters: pipelinePath,
    query: z.strictObject({ ...siteQuery, ...metricQuery, ...rangeQuery, ...resolutionQuery }),
    response: z.object({
      pipelineSinksOptimisationSeries: z.array(
        z.object({ sinkId: z.string(), percentDataOptimisedSeries: seriesSchema }),
      ),
      coverage: coverageSchema,
    }),
  }),
  getComponentSeries: defineCall({
    method: 'GET',
    path: '/v1/analytics/components/{nodeId}/time-series/data-processed',
    summary: 'Input, output and dropped of one component over time.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ nodeId: z.string() }),
    query: z.strictObject({
      ...siteQuery,
      pipelineId: z.optional(idSchema('pipeline')),
      ...metricQuery,
      ...rangeQuery,
      ...resolutionQuery,
    }),
    response: threeSeriesSchema,
  }),
  getPipelineSeries: defineCall({
    method: 'GET',
    path: '/v1/analytics/pipelines/{pipelineId}/time-series/data-processed',
    summary: 'Input, output, dropped and the share saved of one pipeline over time.',
    access: reads('PIPELINES'),
    pathParameters: pipelinePath,
    query: z.strictObject({ ...siteQuery, ...metricQuery, ...rangeQuery, ...resolutionQuery }),
    response: flowSeriesSchema,
  }),
  getSiteSeries: defineCall({
    method: 'GET',
    path: '/v1/analytics/sites/{siteId}/time-series/data-processed',
    summary:
      'Input, output, dropped and the share saved of all pipelines of a site, or of those named, over time.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ siteId: idSchema('site') }),
    query: z.strictObject({
      pipelineIds: repeated(idSchema('pipeline')),
      ...metricQuery,
      ...rangeQuery,
      ...resolutionQuery,
    }),
    response: flowSeriesSchema,
  }),
  getSourceSeries: defineCall({
    method: 'GET',
    path: '/v1/analytics/sites/{siteId}/time-series/sources',
    summary:
      'Input of a site, or of the pipelines named, over time by source: the largest of the range, then the sum of all others.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ siteId: idSchema('site') }),
    query: z.strictObject({
      pipelineIds: repeated(idSchema('pipeline')),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 5),
      ...metricQuery,
      ...rangeQuery,
      ...resolutionQuery,
    }),
    response: z.object({
      sources: z.array(z.object({ sourceId: z.string(), name: z.string(), inputDataSeries: seriesSchema })),
      otherCount: z.int(),
      otherInputDataSeries: seriesSchema,
      coverage: coverageSchema,
    }),
  }),
  listDataPods: defineCall({
    method: 'GET',
    path: '/v1/analytics/sites/{siteId}/data-pods',
    summary: 'Engine instances that counted in a time range.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ siteId: idSchema('site') }),
    query: z.strictObject(rangeQuery),
    response: z.object({ dataPods: z.array(z.string()) }),
  }),
  listSiteErrors: defineCall({
    method: 'GET',
    path: '/v1/analytics/sites/{siteId}/errors/list',
    summary: 'Errors of a site, of every pipeline or of those named, grouped by component and error.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ siteId: idSchema('site') }),
    query: z.strictObject({
      pipelineIds: repeated(idSchema('pipeline')),
      ...rangeQuery,
      ...resolutionQuery,
    }),
    response: z.object({ errorDetails: z.array(errorEntrySchema) }),
  }),
  listPipelineErrors: defineCall({
    method: 'GET',
    path: '/v1/analytics/pipelines/errors/list',
    summary: 'Errors per pipeline, grouped by component and error.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      ...siteQuery,
      pipelineIds: repeated(idSchema('pipeline')),
      ...rangeQuery,
      ...resolutionQuery,
    }),
    response: z.object({ pipelinesErrorDetails: z.record(z.string(), pipelineErrorsSchema) }),
  }),
};
