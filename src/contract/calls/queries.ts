import * as z from 'zod/mini';
import {
  datasetSchema,
  newSavedQuerySchema,
  QUERY_ROWS_MAX,
  queryParametersSchema,
  queryResultSchema,
  SQL_MAX_LENGTH,
  savedQueryPatchSchema,
  savedQuerySchema,
} from '../entities/query.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, deletes, reads, writes } from './define.ts';
import { readsEvents, searchRangeSchema } from './log-search.ts';

const queryPath = z.strictObject({ queryId: idSchema('query') });

/** Available SQL and tables: src/docs/query.md. */
export const queryCalls = {
  runQuery: defineCall({
    method: 'POST',
    path: '/v1/query',
    summary: 'Run one SELECT over the archives of a site and the figures of the service.',
    access: readsEvents,
    changesNothing: true,
    body: z.strictObject({
      siteId: idSchema('site'),
      query: z.string().check(z.maxLength(SQL_MAX_LENGTH)),
      timeRange: searchRangeSchema,
      limit: z._default(z.int().check(z.minimum(1), z.maximum(QUERY_ROWS_MAX)), 1000),
      /** `{"status": 500}` sets `$status`. */
      parameters: z._default(queryParametersSchema, {}),
    }),
    response: queryResultSchema,
  }),
  listDatasets: defineCall({
    method: 'GET',
    path: '/v1/datasets',
    summary: 'Tables that queries of a site may name, with their size, time and fields.',
    access: readsEvents,
    query: z.strictObject({ siteId: idSchema('site') }),
    response: z.object({ datasets: z.array(datasetSchema) }),
  }),
  listQueries: defineCall({
    method: 'GET',
    path: '/v1/queries',
    summary: 'Saved queries, the newest change first.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteIds: repeated(idSchema('site')), ...pageQuery('updated_at') }),
    response: z.object({ queries: z.array(savedQuerySchema), pagination: paginationSchema }),
  }),
  getQuery: defineCall({
    method: 'GET',
    path: '/v1/queries/{queryId}',
    summary: 'One saved query.',
    access: reads('PIPELINES'),
    pathParameters: queryPath,
    response: z.object({ query: savedQuerySchema }),
    etag: true,
  }),
  createQuery: defineCall({
    method: 'POST',
    path: '/v1/queries',
    summary: 'Save a query for everyone on the site.',
    access: writes('PIPELINES'),
    body: z.strictObject({ query: newSavedQuerySchema }),
    response: z.object({ id: idSchema('query') }),
    idempotent: true,
  }),
  updateQuery: defineCall({
    method: 'PUT',
    path: '/v1/queries/{queryId}',
    summary: 'Change a saved query.',
    access: writes('PIPELINES'),
    pathParameters: queryPath,
    body: z.strictObject({ query: savedQueryPatchSchema }),
    response: z.object({ revision: z.int() }),
    ifMatch: 'revision',
  }),
  deleteQuery: defineCall({
    method: 'DELETE',
    path: '/v1/queries/{queryId}',
    summary: 'Delete a saved query.',
    access: deletes('PIPELINES'),
    pathParameters: queryPath,
    response: z.object({}),
    ifMatch: 'revision',
  }),
};
