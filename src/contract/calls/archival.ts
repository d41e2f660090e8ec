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

/** What an archive wrote that ended; counted on while what waited at its end is written. */
export const endedArchiveSchema = z.object({
  /** Its figures at `/metrics` are under this id, as those of a pipeline. */
  id: idSchema('pipeline'),
  sinkId: idSchema('node'),
  sinkName: z.string(),
  /** False once the destination was deleted. */
  sinkExists: z.boolean(),
  since: timeSchema,
  endedAt: timeSchema,
  eventsReceived: countSchema,
  eventsWritten: countSchema,
  /** As serialised, before compression. */
  bytesWritten: countSchema,
  /** Files or objects. */
  filesWritten: countSchema,
  /** What its destination did not take: dead letters, and what it was set to drop when its buffer was full. */
  eventsNotWritten: countSchema,
  /** What waited when it ended is still being written. */
  isEnding: z.boolean(),
});
export type EndedArchive = z.infer<typeof endedArchiveSchema>;

export const archivalCalls = {
  enableArchival: defineCall({
    method: 'POST',
    path: '/v1/source/enable-archival',
    summary:
      'Write everything that a source receives to an archive destination (R7-49); without one named, to the only one of the site.',
    access: writes('SOURCES'),
    body: archivalBody,
    response: z.object({}),
  }),
  disableArchival: defineCall({
    method: 'POST',
    path: '/v1/source/disable-archival',
    summary: 'End the archive of a source; what it wrote stays where it is (R7-50).',
    access: writes('SOURCES'),
    body: archivalBody,
    response: z.object({}),
  }),
  listEndedArchives: defineCall({
    method: 'GET',
    path: '/v1/source/{id}/ended-archives',
    summary: 'What archives of a source wrote that have ended, the newest 35 first (R7-50).',
    access: reads('SOURCES'),
    pathParameters: z.object({ id: idSchema('node') }),
    response: z.object({
      archives: z.array(endedArchiveSchema),
      pagination: paginationSchema,
    }),
  }),
};
