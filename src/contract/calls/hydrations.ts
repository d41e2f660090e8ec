import * as z from 'zod/mini';
import {
  hydrationChoiceSchema,
  hydrationEstimateSchema,
  hydrationInputSchema,
  hydrationLogEntrySchema,
  hydrationNodeSchema,
  hydrationSchema,
} from '../entities/hydration.ts';
import { HYDRATION_ACTIONS, HYDRATION_STATUSES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, deletes, type ResourceAccess, reads, writes } from './define.ts';

const NAMES: readonly ResourceAccess[] = [reads('SOURCES'), reads('SINKS'), reads('PIPELINES')];
const sees: ResourceAccess = { ...reads('HYDRATIONS'), also: NAMES };
const hydrates: ResourceAccess = { ...writes('HYDRATIONS'), also: NAMES };
/** Same access as capturing events. */
const seesEvents: ResourceAccess = {
  ...reads('PIPELINES'),
  grant: 'LIVE_CAPTURE',
  also: [writes('HYDRATIONS'), reads('SOURCES'), reads('SINKS')],
};

const jobPath = z.strictObject({ id: idSchema('pipeline') });

/** Jobs and their guarantees: src/docs/hydration.md. */
export const hydrationCalls = {
  listHydrations: defineCall({
    method: 'GET',
    path: '/v1/hydrations',
    summary: 'Hydration jobs, the newest first. Deleted ones are left out unless statuses are named.',
    access: sees,
    query: z.strictObject({
      siteIds: repeated(idSchema('site')),
      statuses: repeated(z.enum(HYDRATION_STATUSES)),
      ids: repeated(idSchema('pipeline')),
      ...pageQuery('created_at'),
    }),
    response: z.object({ hydrations: z.array(hydrationSchema), pagination: paginationSchema }),
  }),
  getHydration: defineCall({
    method: 'GET',
    path: '/v1/hydration/{id}',
    summary: 'One hydration job with its figures.',
    access: sees,
    pathParameters: jobPath,
    response: z.object({
      hydration: hydrationSchema,
      nodes: z.array(hydrationNodeSchema),
      /** Oldest first: the creator, then up to 199 newest steps. */
      log: z.array(hydrationLogEntrySchema),
    }),
  }),
  createHydration: defineCall({
    method: 'POST',
    path: '/v1/hydration',
    summary:
      'Send a window of the archive of a source to a destination, through a pipeline or directly. It starts at once.',
    access: hydrates,
    body: z.strictObject({ hydration: hydrationInputSchema }),
    response: z.object({ id: idSchema('pipeline') }),
    idempotent: true,
  }),
  runHydrationAction: defineCall({
    method: 'PATCH',
    path: '/v1/hydration/action',
    summary: 'Terminate, pause or resume a hydration job, or retry a failed one where it stopped.',
    access: writes('HYDRATIONS'),
    body: z.strictObject({ id: idSchema('pipeline'), action: z.enum(HYDRATION_ACTIONS) }),
    response: z.object({}),
  }),
  deleteHydration: defineCall({
    method: 'DELETE',
    path: '/v1/hydration/{id}',
    summary: 'Delete a hydration job that has ended. What it sent stays where it is.',
    access: deletes('HYDRATIONS'),
    pathParameters: jobPath,
    response: z.object({}),
  }),
  startHydrationEstimate: defineCall({
    method: 'POST',
    path: '/v1/hydration/estimate',
    summary:
      'Count the events, files and bytes of a window before it is hydrated. The count stops when nobody asks for it for 15 s.',
    access: hydrates,
    changesNothing: true,
    body: z.strictObject({
      hydration: hydrationChoiceSchema,
      replaces: z.optional(z.uuid()),
    }),
    response: z.object({ estimate: hydrationEstimateSchema }),
  }),
  getHydrationEstimate: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}/hydration-estimate/{estimateId}',
    summary: 'Progress of an estimate.',
    access: hydrates,
    pathParameters: z.strictObject({ siteId: idSchema('site'), estimateId: z.uuid() }),
    response: z.object({ estimate: hydrationEstimateSchema }),
  }),
  previewHydration: defineCall({
    method: 'POST',
    path: '/v1/hydration/preview',
    summary: 'The newest events of a window as they would reach the destination. Nothing is sent anywhere.',
    access: seesEvents,
    changesNothing: true,
    body: z.strictObject({ hydration: hydrationChoiceSchema }),
    response: z.object({
      eventsIn: z.int(),
      eventsOut: z.int(),
      results: z.array(
        z.object({ before: z.string(), after: z.array(z.string()), message: z.optional(z.string()) }),
      ),
    }),
  }),
};
export type HydrationPreview = z.output<typeof hydrationCalls.previewHydration.response>;
