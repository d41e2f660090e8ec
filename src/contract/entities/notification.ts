import * as z from 'zod/mini';
import { TOAST_STATUSES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { timeSchema } from './common.ts';

/** Causes: src/docs/notifications.md. */
export const NOTIFICATION_CATEGORIES = ['PIPELINES', 'SOURCES', 'DESTINATIONS', 'SITES', 'ALERTS'] as const;
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
  'ALERT_FIRING',
  'CHANNEL_FAILING',
  'REPORT_FAILED',
  'GIT_FAILED',
] as const;
export type NotificationSubCategory = (typeof NOTIFICATION_SUB_CATEGORIES)[number];

/** `ACTIVE` while the condition lasts. */
export const NOTIFICATION_STATES = ['ACTIVE', 'RESOLVED'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

export const NOTIFICATION_SEVERITIES = ['error', 'warning', 'informational'] as const;
export type NotificationSeverity = (typeof NOTIFICATION_SEVERITIES)[number];

export const ACKNOWLEDGED = 'ACKNOWLEDGED';
export const UNACKNOWLEDGED = 'UNACKNOWLEDGED';

export const notificationSchema = z.object({
  id: idSchema('notification'),
  siteId: idSchema('site'),
  category: z.enum(NOTIFICATION_CATEGORIES),
  subCategory: z.enum(NOTIFICATION_SUB_CATEGORIES),
  state: z.enum(NOTIFICATION_STATES),
  /** Per user. */
  ackValue: z.enum([ACKNOWLEDGED, UNACKNOWLEDGED]),
  severity: z.enum(NOTIFICATION_SEVERITIES),
  status: z.enum(TOAST_STATUSES),
  message: z.string(),
  /** JSON error text, a sentence, or empty. */
  reason: z.string(),
  pipelineId: z.string(),
  nodeId: z.string(),
  graphVersion: z.int(),
  count: z.int(),
  createdAt: timeSchema,
  lastAt: timeSchema,
  resolvedAt: timeSchema,
});
export type Notification = z.infer<typeof notificationSchema>;
