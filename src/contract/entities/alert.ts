import * as z from 'zod/mini';
import { CHANNEL_TYPES } from '../alerts/channels.ts';
import {
  ALERT_AGGREGATIONS,
  ALERT_EVERY_MINUTES,
  ALERT_GROUPINGS,
  ALERT_METRICS,
  ALERT_NO_DATA,
  ALERT_OPERATORS,
  ALERT_SUBJECTS,
} from '../alerts/metrics.ts';
import { ALERT_EVENT_STATES, ALERT_SEVERITIES } from '../alerts/states.ts';
import { idSchema } from '../ids.ts';
import { LOG_QUERY_MAX_LENGTH } from '../limits.ts';
import { nameSchema, revisionSchema, timeSchema } from './common.ts';

const FIELD_MAX_LENGTH = 256;
const PATTERN_MAX_LENGTH = 128;
const SELECTED_MAX = 100;
const LIMIT = 1e15;

const threshold = z.number().check(z.minimum(-LIMIT), z.maximum(LIMIT));
const minutes = (most: number) => z.int().check(z.minimum(0), z.maximum(most));

/** `pattern` matches names, ignoring case; `*` is any text. */
export const alertScopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({
    kind: z.literal('selected'),
    ids: z
      .array(z.string().check(z.minLength(1), z.maxLength(PATTERN_MAX_LENGTH)))
      .check(
        z.minLength(1, 'Select at least one'),
        z.maxLength(SELECTED_MAX, `Select at most ${SELECTED_MAX}`),
      ),
  }),
  z.strictObject({
    kind: z.literal('pattern'),
    pattern: z
      .string()
      .check(z.trim(), z.minLength(1, 'A pattern is required'), z.maxLength(PATTERN_MAX_LENGTH)),
  }),
]);
export type AlertScope = z.infer<typeof alertScopeSchema>;

const conditionShape = {
  metric: z.enum(ALERT_METRICS),
  scope: alertScopeSchema,
  /** `logMatches` only: a Log Search query (src/docs/log-search.md). */
  query: z.optional(z.string().check(z.trim(), z.maxLength(LOG_QUERY_MAX_LENGTH))),
  groupBy: z.optional(z.enum(ALERT_GROUPINGS)),
  /** `FIELD` only: an event field, as in a query. */
  groupField: z.optional(z.string().check(z.trim(), z.maxLength(FIELD_MAX_LENGTH))),
  aggregation: z.enum(ALERT_AGGREGATIONS),
  windowMinutes: z.int().check(z.minimum(1), z.maximum(60)),
  operator: z.enum(ALERT_OPERATORS),
  threshold,
  /** A milder threshold at a lower severity; null for none. */
  warning: z.optional(z.nullable(z.strictObject({ threshold, severity: z.enum(ALERT_SEVERITIES) }))),
  everyMinutes: z.optional(z.literal(ALERT_EVERY_MINUTES)),
  /** Consecutive minutes before it fires. */
  forMinutes: minutes(24 * 60),
  /** Clears only past this value; null: once the condition does not hold. */
  clearThreshold: z.nullable(threshold),
  /** Consecutive minutes before it clears. */
  clearMinutes: minutes(24 * 60),
  noData: z.enum(ALERT_NO_DATA),
};

export const alertConditionSchema = z.strictObject(conditionShape);
/** A warning clears by its own threshold. */
export type AlertCondition = z.infer<typeof alertConditionSchema>;

export const RUNBOOK_MAX_LENGTH = 2000;
export const RULE_MESSAGE_MAX_LENGTH = 1000;
const REPEAT_MAX_MINUTES = 7 * 24 * 60;

const ruleShape = {
  name: nameSchema('Name'),
  siteId: idSchema('site'),
  condition: alertConditionSchema,
  severity: z.enum(ALERT_SEVERITIES),
  /** Empty: shown in the list, sidebar and bell only. */
  channelIds: z.array(idSchema('alert')).check(z.maxLength(20)),
  enabled: z.boolean(),
  /** Repeats messages while it fires unacknowledged; 0: once. */
  repeatMinutes: minutes(REPEAT_MAX_MINUTES),
  /** In messages and details; placeholders as in contract/alerts/message-template.ts. */
  message: z.string().check(z.trim(), z.maxLength(RULE_MESSAGE_MAX_LENGTH)),
  /** Empty, or http(s). */
  runbookUrl: z
    .string()
    .check(
      z.trim(),
      z.maxLength(RUNBOOK_MAX_LENGTH),
      z.regex(/^$|^https?:\/\/[^\s]+$/, 'must be empty or begin with http:// or https://'),
    ),
};

export const newAlertRuleSchema = z.strictObject({
  ...ruleShape,
  runbookUrl: z._default(ruleShape.runbookUrl, ''),
  channelIds: z._default(ruleShape.channelIds, []),
  enabled: z._default(ruleShape.enabled, true),
  repeatMinutes: z._default(ruleShape.repeatMinutes, 0),
  message: z._default(ruleShape.message, ''),
});

const { siteId: _site, ...editable } = ruleShape;
/** Omitted fields stay. */
export const alertRulePatchSchema = z.strictObject({
  id: idSchema('alert'),
  ...z.partial(z.strictObject(editable)).shape,
});

export const alertRuleSchema = z.object({
  id: idSchema('alert'),
  ...ruleShape,
  readyMade: z.string(),
  state: z.enum(ALERT_EVENT_STATES),
  stateCount: z.int(),
  stateSince: timeSchema,
  lastFiredAt: timeSchema,
  /** Silence over all it watches, or over some of what fires. */
  silence: z.optional(
    z.object({ id: idSchema('alert'), createdBy: z.string(), endsAt: timeSchema, isWhole: z.boolean() }),
  ),
  /** Why some of what it watches has no data. */
  problem: z.optional(z.string()),
  evaluatedAt: timeSchema,
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type AlertRule = z.infer<typeof alertRuleSchema>;

/** Ids are empty where they do not apply. */
export const alertTargetSchema = z.object({
  kind: z.enum(ALERT_SUBJECTS),
  name: z.string(),
  pipelineId: z.string(),
  pipelineName: z.string(),
  nodeId: z.string(),
  /** Several things with one alert, or a value of a field. */
  group: z.optional(
    z.object({
      by: z.enum(ALERT_GROUPINGS),
      count: z.int(),
      field: z.optional(z.string()),
    }),
  ),
});
export type AlertTarget = z.infer<typeof alertTargetSchema>;

export const alertEventSchema = z.object({
  id: idSchema('alert'),
  name: z.string(),
  siteId: idSchema('site'),
  ruleId: z.string(),
  /** From the passed threshold; never falls while the alert lasts. */
  severity: z.enum(ALERT_SEVERITIES),
  state: z.enum(ALERT_EVENT_STATES),
  target: alertTargetSchema,
  condition: alertConditionSchema,
  /** Newest; null without data. */
  value: z.nullable(z.number()),
  peak: z.nullable(z.number()),
  runbookUrl: z.string(),
  /** The rule's message, filled in. */
  message: z.string(),
  startedAt: timeSchema,
  /** Empty time before it fires. */
  firedAt: timeSchema,
  /** Resolved or discarded; empty time while open. */
  endedAt: timeSchema,
  endReason: z.string(),
  lastEventAt: timeSchema,
  isAcknowledged: z.boolean(),
  acknowledgedBy: z.string(),
  acknowledgedAt: timeSchema,
  /** False: shown in the list, sidebar and bell only. */
  hasChannel: z.boolean(),
  /** Silence over it now, or when it ended. */
  silence: z.nullable(
    z.object({ id: idSchema('alert'), createdBy: z.string(), endsAt: timeSchema, reason: z.string() }),
  ),
  /** Open alerts that flap: firings within the last hour. */
  recentFirings: z.optional(z.int()),
  /** The site's engine is away: the open alert is not evaluated and does not end. */
  isHeld: z.optional(z.boolean()),
});
export type AlertEvent = z.infer<typeof alertEventSchema>;

export const alertPointSchema = z.object({ unixTimeSeconds: z.int(), value: z.number() });

export const alertSeriesSchema = z.object({
  target: alertTargetSchema,
  points: z.array(alertPointSchema),
});
export type AlertSeries = z.infer<typeof alertSeriesSchema>;

/** Source of the example values: newest alert, newest value, or the threshold. */
export const ALERT_EXAMPLES = ['ALERT', 'VALUE', 'THRESHOLD'] as const;
export const ALERT_OCCASIONS = ['FIRING', 'WARNING', 'RESOLVED'] as const;
export type AlertOccasion = (typeof ALERT_OCCASIONS)[number];

export const alertMessagePreviewSchema = z.object({
  channelId: idSchema('alert'),
  channelName: z.string(),
  channelType: z.enum(CHANNEL_TYPES),
  /** For administrators; else empty. */
  address: z.string(),
  subject: z.string(),
  /** Mail text or request JSON; empty when nothing is sent. */
  body: z.string(),
  hidden: z.string(),
});
export type AlertMessagePreview = z.infer<typeof alertMessagePreviewSchema>;

const spanSchema = z.object({ startUnixTimeSeconds: z.int(), endUnixTimeSeconds: z.int() });

export const alertTrialSchema = z.object({
  days: z.int(),
  /** Newest first, at most 100. */
  firings: z.array(
    z.object({
      target: alertTargetSchema,
      startUnixTimeSeconds: z.int(),
      endUnixTimeSeconds: z.nullable(z.int()),
      peak: z.nullable(z.number()),
    }),
  ),
  firingCount: z.int(),
  firingSeconds: z.int(),
  /** Met the condition, but ended before firing. */
  tooShortCount: z.int(),
  series: z.array(alertSeriesSchema),
  gaps: z.array(spanSchema),
  chart: spanSchema,
  /** Newest value farthest past the threshold or closest to it; null without data. */
  value: z.nullable(z.number()),
  /** Things covered by the scope, and how many of them were computed. */
  targetCount: z.int(),
  computedCount: z.int(),
  /** First minute with data, or null. */
  knownSinceUnixTimeSeconds: z.nullable(z.int()),
  problem: z.optional(z.string()),
});
export type AlertTrial = z.infer<typeof alertTrialSchema>;
