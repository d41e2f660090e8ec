import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { countSchema, rangeQuery, repeated } from '../parameters.ts';
import { defineCall, reads } from './define.ts';
import { explainCalls } from './explain.ts';
import { preferencesCalls } from './preferences.ts';

const { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end } = rangeQuery;

/** Requested once a screen is there, so the console loads these separately. */
export const shellCalls = {
  ...preferencesCalls,
  ...explainCalls,
  createSocketTicket: defineCall({
    method: 'POST',
    path: '/v1/auth/socket-ticket',
    summary: 'A single-use ticket of 30 s for the `authorization` parameter of a WebSocket.',
    access: { kind: 'session' },
    changesNothing: true,
    body: z.strictObject({}),
    response: z.object({ ticket: z.string(), expiresInSeconds: z.number() }),
  }),
  countAlertEvents: defineCall({
    method: 'GET',
    path: '/v1/analytics/alert-events/count',
    summary: 'Number of fired alerts that nobody has acknowledged and no silence covers.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteId: idSchema('site'),
      acknowledgeState: z._default(z.enum(['unacknowledged']), 'unacknowledged'),
      'timeRange.startUnixTimeSeconds': z.optional(start),
      'timeRange.endUnixTimeSeconds': z.optional(end),
    }),
    response: z.object({ alertEventCount: countSchema }),
  }),
  getNotificationErrorSummary: defineCall({
    method: 'GET',
    path: '/v1/notifications/error-summary',
    summary: 'Number of unread errors, for the bell.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteIds: repeated(idSchema('site')) }),
    response: z.object({ errorSummary: z.object({ unreadCount: countSchema }) }),
  }),
};
