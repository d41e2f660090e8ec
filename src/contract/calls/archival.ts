import * as z from 'zod/mini';
import { timeSchema } from '../entities/common.ts';
import { idSchema } from '../ids.ts';
import { countSchema, paginationSchema } from '../parameters.ts';
import { defineCall, reads, writes } from './define.ts';

const archivalBody = z.strictObject({
  siteId: idSchema('site'),
  sourceId: idSchema('node'),
  sinkId: z.optional(idSchema('node')),
});

/** Its counts grow while its backlog is written. */
export const endedArchiveSchema = z.object({
  id: idSchema('pipeline'),
  sinkId: idSchema('node'),
  sinkName: z.string(),
  sinkExists: z.boolean(),
  since: timeSchema,
  endedAt: timeSchema,
  eventsReceived: countSchema,
  eventsWritten: countSchema,
  /** Serialized size before compression. */
  bytesWritten: countSchema,
  filesWritten: countSchema,
  /** Dead letters and events dropped at a full buffer. */
  eventsNotWritten: countSchema,
  isEnding: z.boolean(),
});

export const archivalCalls = {
  enableArchival: defineCall({
    method: 'POST',
    path: '/v1/source/enable-archival',
    summary:
      'Write everything that a source receives to an archive destination; default: the only one of the site.',
    // A destination with archives is no longer available to pipelines.
    access: { ...writes('SOURCES'), also: [writes('SINKS')] },
    body: archivalBody,
    response: z.object({}),
  }),
  disableArchival: defineCall({
    method: 'POST',
    path: '/v1/source/disable-archival',
    summary: 'End the archive of a source; what it wrote stays where it is.',
    access: { ...writes('SOURCES'), also: [writes('SINKS')] },
    body: archivalBody,
    response: z.object({}),
  }),
  listEndedArchives: defineCall({
    method: 'GET',
    path: '/v1/source/{id}/ended-archives',
    summary: 'What archives of a source wrote that have ended, the newest 35 first.',
    access: reads('SOURCES'),
    pathParameters: z.object({ id: idSchema('node') }),
    response: z.object({
      archives: z.array(endedArchiveSchema),
      pagination: paginationSchema,
    }),
  }),
};
