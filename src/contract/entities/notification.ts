import * as z from 'zod/mini';
import { TOAST_STATUSES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { timeSchema } from './common.ts';

/** What a notification is about; src/docs/notifications.md tells what produces each. */
export const NOTIFICATION_CATEGORIES = ['PIPELINES', 'SOURCES', 'DESTINATIONS', 'SITES'] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

export const NOTIFICATION_SUB_CATEGORIES = [
  'DEPLOYED',
  'DEPLOYMENT_ROLLED_BACK',
  'DEPLOYMENT_FAILED',
  'PIPELINE_STOPPED',
  'NEW_ERRORS',
  'SOURCE_SILENT',
  'DESTINATION_DOWN',
  'BUFFER_FILLING',
  'ENGINE_STOPPED',
  'ENGINE_AWAY',
] as const;
export type NotificationSubCategory = (typeof NOTIFICATION_SUB_CATEGORIES)[number];

/** `ACTIVE` as long as what it tells of lasts. */
export const NOTIFICATION_STATES = ['ACTIVE', 'RESOLVED'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** R3-65, from bad to quiet. */
export const NOTIFICATION_SEVERITIES = ['error', 'warning', 'informational'] as const;
export type NotificationSeverity = (typeof NOTIFICATION_SEVERITIES)[number];

export const ACKNOWLEDGED = 'ACKNOWLEDGED';
export const UNACKNOWLEDGED = 'UNACKNOWLEDGED';

/** Something that happened and may need somebody (R3-64). */
export const notificationSchema = z.object({
  id: idSchema('notification'),
  siteId: idSchema('site'),
  category: z.enum(NOTIFICATION_CATEGORIES),
  subCategory: z.enum(NOTIFICATION_SUB_CATEGORIES),
  state: z.enum(NOTIFICATION_STATES),
  /** Of who asks: each person reads for themselves. */
  ackValue: z.enum([ACKNOWLEDGED, UNACKNOWLEDGED]),
  severity: z.enum(NOTIFICATION_SEVERITIES),
  status: z.enum(TOAST_STATUSES),
  message: z.string(),
  /** Why, in the form of R8-30 where there is a cause; else a sentence or nothing. */
  reason: z.string(),
  /** Empty texts where it concerns none. */
  pipelineId: z.string(),
  nodeId: z.string(),
  /** Of the deployment it tells of, else 0. */
  graphVersion: z.int(),
  /** How often it happened while it was active. */
  count: z.int(),
  createdAt: timeSchema,
  lastAt: timeSchema,
  /** The empty time while it is active. */
  resolvedAt: timeSchema,
});
export type Notification = z.infer<typeof notificationSchema>;
