import * as z from 'zod/mini';
import {
  LOG_EXPORT_FORMATS,
  LOG_ROWS_MAX,
  logCountSchema,
  logExportSchema,
  logReadingSchema,
  logRowSchema,
  logSourceSchema,
} from '../entities/log-search.ts';
import { idSchema } from '../ids.ts';
import { LOG_QUERY_MAX_LENGTH } from '../limits.ts';
import { unixSecondsParameter } from '../parameters.ts';
import { defineCall, type ResourceAccess, reads } from './define.ts';

export const readsEvents: ResourceAccess = {
  kind: 'resource',
  resource: 'PIPELINES',
  type: 'READ',
  grant: 'LIVE_CAPTURE',
  also: [reads('SOURCES')],
};

export const searchRangeSchema = z
  .strictObject({ startUnixTimeSeconds: unixSecondsParameter, endUnixTimeSeconds: unixSecondsParameter })
  .check(
    z.refine((range) => range.startUnixTimeSeconds < range.endUnixTimeSeconds, 'must end after it starts'),
  );

const searchBody = {
  siteId: idSchema('site'),
  query: z.string().check(z.maxLength(LOG_QUERY_MAX_LENGTH)),
  /** Time of receipt; the end is exclusive. */
  timeRange: searchRangeSchema,
  sourceIds: z.optional(z.array(idSchema('node')).check(z.minLength(1), z.maxLength(1000))),
};

const sitePath = z.object({ siteId: idSchema('site') });
const exportPath = z.object({ siteId: idSchema('site'), exportId: z.uuid() });
const countPath = z.object({ siteId: idSchema('site'), countId: z.uuid() });

export const logSearchCalls = {
  searchLogs: defineCall({
    method: 'POST',
    path: '/v1/log-search',
    summary: 'Archived events that match a query, newest first.',
    access: readsEvents,
    changesNothing: true,
    body: z.strictObject({
      ...searchBody,
      cursor: z.optional(z.string().check(z.maxLength(4000))),
      /** An answer may have fewer rows: it holds at most 4 MB. */
      limit: z._default(z.int().check(z.minimum(1), z.maximum(LOG_ROWS_MAX)), 100),
    }),
    response: z.object({
      rows: z.array(logRowSchema),
      /** Absent when all rows were found. An answer may have it without rows. */
      nextCursor: z.optional(z.string()),
      /** Rows are complete from this time on. */
      searchedFromUnixTimeSeconds: z.int(),
      reading: logReadingSchema,
    }),
  }),
  startLogCount: defineCall({
    method: 'POST',
    path: '/v1/log-search/count',
    summary: 'Count the matches of a query by time and field. It ends when nobody asks for it for 15 s.',
    access: readsEvents,
    changesNothing: true,
    body: z.strictObject({
      ...searchBody,
      replaces: z.optional(z.uuid()),
    }),
    response: z.object({ count: logCountSchema }),
  }),
  getLogCount: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}/log-search/count/{countId}',
    summary: 'Progress of a count.',
    access: readsEvents,
    pathParameters: countPath,
    response: z.object({ count: logCountSchema }),
  }),
  startLogExport: defineCall({
    method: 'POST',
    path: '/v1/log-search/export',
    summary: 'Prepare a file of the newest matches of a query; it is to be fetched within a minute.',
    access: readsEvents,
    changesNothing: true,
    body: z.strictObject({
      ...searchBody,
      format: z.enum(LOG_EXPORT_FORMATS),
      /** CSV columns between time, source and event. */
      columns: z._default(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(100)), []),
    }),
    response: z.object({ export: logExportSchema }),
  }),
  downloadLogExport: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}/log-search/export/{exportId}/file',
    summary: 'The file of an export, written while its events are found; once. A cut connection cancels it.',
    access: readsEvents,
    pathParameters: exportPath,
    response: z.object({}),
    download: true,
  }),
  getLogExport: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}/log-search/export/{exportId}',
    summary: 'How far an export is, whether its file is complete, and what it lacks.',
    access: readsEvents,
    pathParameters: exportPath,
    response: z.object({ export: logExportSchema }),
  }),
  cancelLogExport: defineCall({
    method: 'POST',
    path: '/v1/site/{siteId}/log-search/export/{exportId}/cancel',
    summary: 'Cut the file of an export short.',
    access: readsEvents,
    changesNothing: true,
    pathParameters: exportPath,
    response: z.object({ export: logExportSchema }),
  }),
  listLogSources: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}/log-search/sources',
    summary: 'Sources of a site that have or had an archive, by name.',
    access: reads('SOURCES'),
    pathParameters: sitePath,
    response: z.object({ sources: z.array(logSourceSchema) }),
  }),
};
