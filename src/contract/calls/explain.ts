import * as z from 'zod/mini';
import { explainEntrySchema } from '../entities/explain.ts';
import { idSchema } from '../ids.ts';
import { rangeQuery, repeated } from '../parameters.ts';
import { defineCall, reads } from './define.ts';

/** Per range; the newest are kept. */
export const EXPLAIN_MAX = 200;

export const explainCalls = {
  explain: defineCall({
    method: 'GET',
    path: '/v1/explain',
    summary: 'What changed in a time range: deployments, edits, errors, what went silent or stopped.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteId: idSchema('site'),
      pipelineIds: repeated(idSchema('pipeline')),
      ...rangeQuery,
    }),
    response: z.object({
      entries: z.array(explainEntrySchema),
      isCut: z.boolean(),
    }),
  }),
};
