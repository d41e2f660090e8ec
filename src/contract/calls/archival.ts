import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { defineCall, writes } from './define.ts';

const archivalBody = z.strictObject({
  siteId: idSchema('site'),
  sourceId: idSchema('node'),
  sinkId: z.optional(idSchema('node')),
});

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
};
