import * as z from 'zod/mini';
import {
  ACKNOWLEDGED,
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_SEVERITIES,
  NOTIFICATION_STATES,
  NOTIFICATION_SUB_CATEGORIES,
  notificationSchema,
  UNACKNOWLEDGED,
} from '../entities/notification.ts';
import { idSchema } from '../ids.ts';
import {
  booleanParameter,
  countSchema,
  pageQuery,
  paginationSchema,
  rangeQuery,
  repeated,
} from '../parameters.ts';
import { timestampParameter } from '../timestamp.ts';
import { defineCall, reads } from './define.ts';

const siteIds = repeated(idSchema('site'));
/** Adds active and unread ones of any time. */
const openQuery = { orOpen: z._default(booleanParameter, false) };
const { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end } = rangeQuery;
const countsSchema = z.object({
  informational: countSchema,
  warning: countSchema,
  error: countSchema,
});
const MOST_AT_ONCE = 1000;

/** Stored per site, read state per user. */
export const notificationCalls = {
  listNotifications: defineCall({
    method: 'GET',
    path: '/v1/notifications',
    summary: 'Notifications, newest first.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteIds,
      categories: repeated(z.enum(NOTIFICATION_CATEGORIES)),
      subCategories: repeated(z.enum(NOTIFICATION_SUB_CATEGORIES)),
      states: repeated(z.enum(NOTIFICATION_STATES)),
      ackValues: repeated(z.enum(['ACKNOWLEDGEMENT_ALL', ACKNOWLEDGED, UNACKNOWLEDGED])),
      severities: repeated(z.enum(NOTIFICATION_SEVERITIES)),
      fromTimestamp: z.optional(timestampParameter),
      toTimestamp: z.optional(timestampParameter),
      ...openQuery,
      ...pageQuery('created_at'),
    }),
    response: z.object({ notifications: z.array(notificationSchema), pagination: paginationSchema }),
  }),
  getNotificationSummary: defineCall({
    method: 'GET',
    path: '/v1/notifications/summary',
    summary: 'Read and unread ones per severity, and the newest.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteIds,
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)), 10),
      'timeRange.startUnixTimeSeconds': z.optional(start),
      'timeRange.endUnixTimeSeconds': z.optional(end),
      ...openQuery,
      ...pageQuery('created_at'),
    }),
    response: z.object({
      summary: z.object({
        read: countsSchema,
        unread: countsSchema,
        notifications: z.array(notificationSchema),
      }),
    }),
  }),
  acknowledgeNotifications: defineCall({
    method: 'PATCH',
    path: '/v1/notifications',
    summary: 'Mark notifications as read for who asks.',
    access: reads('PIPELINES'),
    forPeople: true,
    body: z.strictObject({
      siteIds: z.array(idSchema('site')).check(z.minLength(1)),
      ackAll: z._default(z.boolean(), false),
      notificationIds: z.optional(
        z.array(idSchema('notification')).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)),
      ),
    }),
    response: z.object({}),
  }),
};
