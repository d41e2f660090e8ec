import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { defineCall, writes } from './define.ts';

const MOST_AT_ONCE = 1000;
const nonEmptyList = <T extends z.ZodMiniType>(item: T) =>
  z.optional(z.array(item).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)));

/** An acknowledgement covers all occurrences so far, in every time range. */
export const errorCalls = {
  acknowledgeComponentErrors: defineCall({
    method: 'POST',
    path: '/v1/analytics-service/components/errors/acknowledge',
    summary: 'Acknowledge errors of components, single ones, or all of the site.',
    access: writes('PIPELINES'),
    body: z.strictObject({
      siteId: idSchema('site'),
      pipelineIds: nonEmptyList(idSchema('pipeline')),
      componentIds: nonEmptyList(z.string()),
      errorIds: nonEmptyList(z.string()),
      acknowledgeAll: z._default(z.boolean(), false),
    }),
    response: z.object({}),
  }),
  unacknowledgeErrors: defineCall({
    method: 'POST',
    path: '/v1/analytics-service/components/errors/unacknowledge',
    summary: 'Reopen acknowledged errors.',
    access: writes('PIPELINES'),
    body: z.strictObject({
      siteId: idSchema('site'),
      pipelineIds: nonEmptyList(idSchema('pipeline')),
      componentIds: nonEmptyList(z.string()),
      errorIds: nonEmptyList(z.string()),
    }),
    response: z.object({}),
  }),
  acknowledgePipelineErrors: defineCall({
    method: 'POST',
    path: '/v1/analytics-service/pipelines/errors/acknowledge',
    summary: 'Acknowledge errors of pipelines, or of the whole site.',
    access: writes('PIPELINES'),
    body: z.strictObject({
      siteId: idSchema('site'),
      pipelineIds: nonEmptyList(idSchema('pipeline')),
      acknowledgeAll: z._default(z.boolean(), false),
    }),
    response: z.object({}),
  }),
};
