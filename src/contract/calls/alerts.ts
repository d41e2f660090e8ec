import * as z from 'zod/mini';
import { ALERT_EVENT_STATES, ALERT_SEVERITIES } from '../alerts/states.ts';
import {
  ALERT_EXAMPLES,
  ALERT_OCCASIONS,
  alertEventSchema,
  alertMessagePreviewSchema,
  alertRulePatchSchema,
  alertRuleSchema,
  alertSeriesSchema,
  alertTargetSchema,
  alertTrialSchema,
  newAlertRuleSchema,
} from '../entities/alert.ts';
import { alertDeliverySchema } from '../entities/alert-channel.ts';
import { auditChangeSchema } from '../entities/audit.ts';
import { timeSchema } from '../entities/common.ts';
import { idSchema } from '../ids.ts';
import { NAME_MAX_LENGTH } from '../limits.ts';
import { booleanParameter, pageQuery, paginationSchema, rangeQuery, repeated } from '../parameters.ts';
import { defineCall, deletes, reads, writes } from './define.ts';

const MOST_AT_ONCE = 1000;
const { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end } = rangeQuery;
/** Any time by default. */
const openRange = {
  'timeRange.startUnixTimeSeconds': z.optional(start),
  'timeRange.endUnixTimeSeconds': z.optional(end),
};
const eventPath = z.strictObject({ alertEventId: idSchema('alert') });

/** Rules and their evaluation: src/docs/alerts.md. */
export const alertCalls = {
  listAlertEvents: defineCall({
    method: 'GET',
    path: '/v1/analytics/alert-events',
    summary: 'Alert events that lasted at some time of the range, the newest change first.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteIds: repeated(idSchema('site')),
      states: repeated(z.enum(ALERT_EVENT_STATES)),
      ruleIds: repeated(idSchema('alert')),
      /** Adds firing alerts, and unacknowledged ones that were not silenced, of any time. */
      orOpen: z._default(booleanParameter, false),
      ...openRange,
      ...pageQuery('last_event_at'),
    }),
    response: z.object({ events: z.array(alertEventSchema), pagination: paginationSchema }),
  }),
  acknowledgeAlertEvents: defineCall({
    method: 'POST',
    path: '/v1/analytics/alert-events/acknowledge',
    summary: 'Acknowledge alert events for everybody: single ones by their ids, or all of the site.',
    access: writes('PIPELINES'),
    body: z.strictObject({
      siteId: idSchema('site'),
      alertEventIds: z.optional(z.array(idSchema('alert')).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))),
      acknowledgeAll: z._default(z.boolean(), false),
    }),
    response: z.object({}),
  }),
  getAlertEvent: defineCall({
    method: 'GET',
    path: '/v1/analytics/alert-event/{alertEventId}',
    summary: 'One alert event with its timeline and the values around it.',
    access: reads('PIPELINES'),
    pathParameters: eventPath,
    response: z.object({
      event: alertEventSchema,
      /** Oldest first. */
      timeline: z.array(
        z.object({
          state: z.enum(ALERT_EVENT_STATES),
          at: z.string(),
          value: z.nullable(z.number()),
          severity: z.optional(z.enum(ALERT_SEVERITIES)),
        }),
      ),
      series: alertSeriesSchema,
      /** Oldest first. */
      deliveries: z.array(alertDeliverySchema),
    }),
  }),
  listAlertRules: defineCall({
    method: 'GET',
    path: '/v1/alert-rules',
    summary: 'Alert rules with what they say now.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteIds: repeated(idSchema('site')), ...pageQuery('updated_at') }),
    response: z.object({ alertRules: z.array(alertRuleSchema), pagination: paginationSchema }),
  }),
  listAlertRuleHistory: defineCall({
    method: 'GET',
    path: '/v1/alert-rule/{alertRuleId}/history',
    summary: 'Who made and changed an alert rule, newest first, at most 50 times.',
    access: reads('PIPELINES'),
    pathParameters: z.strictObject({ alertRuleId: idSchema('alert') }),
    /** Revision of the displayed rule; a newer one gets a new request. */
    query: z.strictObject({ revision: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
    response: z.object({
      entries: z.array(
        z.object({
          sequence: z.int(),
          at: timeSchema,
          userName: z.string(),
          /** The API key used; empty without one. */
          keyName: z.string(),
          action: z.string(),
          changes: z.array(auditChangeSchema),
        }),
      ),
    }),
  }),
  createAlertRule: defineCall({
    method: 'POST',
    path: '/v1/alert-rule',
    summary: 'Create an alert rule. It is evaluated from then on.',
    access: writes('PIPELINES'),
    body: z.strictObject({ alertRule: newAlertRuleSchema }),
    response: z.object({ id: idSchema('alert') }),
    idempotent: true,
  }),
  updateAlertRule: defineCall({
    method: 'PATCH',
    path: '/v1/alert-rule',
    summary: 'Change an alert rule. A changed condition, or pausing it, discards its open alerts.',
    access: writes('PIPELINES'),
    body: z.strictObject({ alertRule: alertRulePatchSchema }),
    response: z.object({ alertRule: alertRuleSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  deleteAlertRule: defineCall({
    method: 'DELETE',
    path: '/v1/alert-rule/{alertRuleId}',
    summary: 'Delete an alert rule. Its open alerts are discarded; its events stay.',
    access: deletes('PIPELINES'),
    pathParameters: z.strictObject({ alertRuleId: idSchema('alert') }),
    response: z.object({}),
    ifMatch: 'revision',
  }),
  tryAlertRule: defineCall({
    method: 'POST',
    path: '/v1/alert-rule/trial',
    summary:
      'What a rule would have done in the last seven days, by the evaluator itself; nothing is stored.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({
      alertRule: z.strictObject({
        siteId: newAlertRuleSchema.shape.siteId,
        condition: newAlertRuleSchema.shape.condition,
      }),
    }),
    response: z.object({ trial: alertTrialSchema }),
  }),
  testAlertRule: defineCall({
    method: 'POST',
    path: '/v1/alert-rule/{alertRuleId}/test',
    summary:
      'Send one test message of an alert rule by each of its channels, as if it fired at its threshold, and say which took it.',
    access: writes('PIPELINES'),
    changesNothing: true,
    pathParameters: z.strictObject({ alertRuleId: idSchema('alert') }),
    response: z.object({
      /** Empty for a rule that only rings the bell. */
      results: z.array(
        z.object({
          channelName: z.string(),
          isAccepted: z.boolean(),
          problem: z.string(),
          advice: z.string(),
        }),
      ),
    }),
  }),
  previewAlertMessages: defineCall({
    method: 'POST',
    path: '/v1/alert-rule/messages',
    summary: 'What the channels of a rule would be sent, written as their messages are; nothing is sent.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({
      alertRule: z.strictObject({
        /** The stored rule, whose newest alert fills in the messages. */
        id: z.optional(idSchema('alert')),
        siteId: newAlertRuleSchema.shape.siteId,
        name: z.string().check(z.trim(), z.maxLength(NAME_MAX_LENGTH)),
        condition: newAlertRuleSchema.shape.condition,
        severity: newAlertRuleSchema.shape.severity,
        channelIds: newAlertRuleSchema.shape.channelIds,
        runbookUrl: newAlertRuleSchema.shape.runbookUrl,
        message: newAlertRuleSchema.shape.message,
      }),
      occasion: z._default(z.enum(ALERT_OCCASIONS), 'FIRING'),
    }),
    response: z.object({
      example: z.enum(ALERT_EXAMPLES),
      target: alertTargetSchema,
      value: z.nullable(z.number()),
      previews: z.array(alertMessagePreviewSchema),
    }),
  }),
  listAlertTargets: defineCall({
    method: 'GET',
    path: '/v1/alert-targets',
    summary: 'What rules of a site can watch.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteId: idSchema('site') }),
    response: z.object({ targets: z.array(z.object({ ...alertTargetSchema.shape, id: z.string() })) }),
  }),
};
