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

/** `pattern` matches names in any case; `*` stands for any text. */
export const alertScopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({
    kind: z.literal('selected'),
    /** Ids of sources, destinations, transforms or pipelines. */
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
  /** Of `logMatches` alone, as in Log Search (src/docs/log-search.md). */
  query: z.optional(z.string().check(z.trim(), z.maxLength(LOG_QUERY_MAX_LENGTH))),
  /** What has an alert of its own; each thing when left out. */
  groupBy: z.optional(z.enum(ALERT_GROUPINGS)),
  /** Of `FIELD` alone: a field of the events, as in a query. */
  groupField: z.optional(z.string().check(z.trim(), z.maxLength(FIELD_MAX_LENGTH))),
  aggregation: z.enum(ALERT_AGGREGATIONS),
  /** The value of a minute is made of these last minutes. */
  windowMinutes: z.int().check(z.minimum(1), z.maximum(60)),
  operator: z.enum(ALERT_OPERATORS),
  threshold,
  /** A milder threshold that fires at a lower severity; null or left out: none. */
  warning: z.optional(z.nullable(z.strictObject({ threshold, severity: z.enum(ALERT_SEVERITIES) }))),
  /** Minutes from one evaluation to the next; 1 when left out. */
  everyMinutes: z.optional(z.literal(ALERT_EVERY_MINUTES)),
  /** It fires once the condition holds for so many minutes in a row. */
  forMinutes: minutes(24 * 60),
  /** A firing alert clears only past this value; null: as soon as the condition does not hold. */
  clearThreshold: z.nullable(threshold),
  /** And only after so many minutes in a row. */
  clearMinutes: minutes(24 * 60),
  noData: z.enum(ALERT_NO_DATA),
};

export const alertConditionSchema = z.strictObject(conditionShape);
/** What holds against what; a warning clears by the milder threshold. */
export type AlertCondition = z.infer<typeof alertConditionSchema>;

export const RUNBOOK_MAX_LENGTH = 2000;
export const RULE_MESSAGE_MAX_LENGTH = 1000;
const REPEAT_MAX_MINUTES = 7 * 24 * 60;

const ruleShape = {
  name: nameSchema('Name'),
  siteId: idSchema('site'),
  condition: alertConditionSchema,
  severity: z.enum(ALERT_SEVERITIES),
  /** None: its alerts show in the list, at the sidebar and at the bell. */
  channelIds: z.array(idSchema('alert')).check(z.maxLength(20)),
  enabled: z.boolean(),
  /** Channels are told again each so many minutes while it fires and nobody acknowledged it; 0: once. */
  repeatMinutes: minutes(REPEAT_MAX_MINUTES),
  /** In the messages and details of its alerts; `{{…}}` as in contract/alerts/message-template.ts. */
  message: z.string().check(z.trim(), z.maxLength(RULE_MESSAGE_MAX_LENGTH)),
  /** Empty, or an address that starts with http:// or https://. */
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
/** What is left out stays. */
export const alertRulePatchSchema = z.strictObject({
  id: idSchema('alert'),
  ...z.partial(z.strictObject(editable)).shape,
});

export const alertRuleSchema = z.object({
  id: idSchema('alert'),
  ...ruleShape,
  /** The ready-made rule that it began as, or empty. */
  readyMade: z.string(),
  /** The worst of what it watches now. */
  state: z.enum(ALERT_EVENT_STATES),
  /** How many of what it watches are in that state. */
  stateCount: z.int(),
  /** Since when; the empty time while inactive. */
  stateSince: timeSchema,
  /** The empty time when it never fired. */
  lastFiredAt: timeSchema,
  /** The silence that covers all that it watches now, or some of what fires; left out without one. */
  silence: z.optional(
    z.object({ id: idSchema('alert'), createdBy: z.string(), endsAt: timeSchema, isWhole: z.boolean() }),
  ),
  /** Why nothing is known of what it watches, or of some of it; left out without a reason. */
  problem: z.optional(z.string()),
  /** The end of the newest minute that was judged; the empty time before the first. */
  evaluatedAt: timeSchema,
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type AlertRule = z.infer<typeof alertRuleSchema>;

/** Empty ids where they do not apply. */
export const alertTargetSchema = z.object({
  kind: z.enum(ALERT_SUBJECTS),
  name: z.string(),
  pipelineId: z.string(),
  pipelineName: z.string(),
  nodeId: z.string(),
  /** Of several things that share an alert, or of a value of a field. */
  group: z.optional(
    z.object({
      by: z.enum(ALERT_GROUPINGS),
      /** How many things it was made of. */
      count: z.int(),
      field: z.optional(z.string()),
    }),
  ),
});
export type AlertTarget = z.infer<typeof alertTargetSchema>;

export const alertEventSchema = z.object({
  id: idSchema('alert'),
  /** Of the rule when it began. */
  name: z.string(),
  siteId: idSchema('site'),
  ruleId: z.string(),
  /** By the threshold that was passed; it never falls while the alert lasts. */
  severity: z.enum(ALERT_SEVERITIES),
  state: z.enum(ALERT_EVENT_STATES),
  target: alertTargetSchema,
  /** As it was when the alert began. */
  condition: alertConditionSchema,
  /** The newest; null while nothing is known. */
  value: z.nullable(z.number()),
  /** The value that was farthest past the threshold. */
  peak: z.nullable(z.number()),
  runbookUrl: z.string(),
  /** The message of its rule, filled in. */
  message: z.string(),
  /** The first minute that met the condition. */
  startedAt: timeSchema,
  /** The empty time before it fires. */
  firedAt: timeSchema,
  /** Resolved or discarded; the empty time while open. */
  endedAt: timeSchema,
  /** Why it was discarded, or empty. */
  endReason: z.string(),
  /** The newest change of its state. */
  lastEventAt: timeSchema,
  isAcknowledged: z.boolean(),
  acknowledgedBy: z.string(),
  acknowledgedAt: timeSchema,
  /** Nobody was told by a channel: it shows in the list, at the sidebar and at the bell. */
  hasChannel: z.boolean(),
  /** The silence that covers it now, or covered it when it ended. */
  silence: z.nullable(
    z.object({ id: idSchema('alert'), createdBy: z.string(), endsAt: timeSchema, reason: z.string() }),
  ),
  /** While open: how often the same fired within the last hour, when that is so often that it flaps. */
  recentFirings: z.optional(z.int()),
  /** While open: the engine of its site is away, so that it is not judged and does not end. */
  isHeld: z.optional(z.boolean()),
});
export type AlertEvent = z.infer<typeof alertEventSchema>;

export const alertPointSchema = z.object({ unixTimeSeconds: z.int(), value: z.number() });

/** One thing that is watched, over time. A minute about which nothing is known has no point. */
export const alertSeriesSchema = z.object({
  target: alertTargetSchema,
  points: z.array(alertPointSchema),
});
export type AlertSeries = z.infer<typeof alertSeriesSchema>;

/** What a message is filled in with: the newest alert of the rule, the newest value, or the threshold itself. */
export const ALERT_EXAMPLES = ['ALERT', 'VALUE', 'THRESHOLD'] as const;
/** When a message is sent. */
export const ALERT_OCCASIONS = ['FIRING', 'WARNING', 'RESOLVED'] as const;
export type AlertOccasion = (typeof ALERT_OCCASIONS)[number];

/** What a channel would be sent, as it is sent. */
export const alertMessagePreviewSchema = z.object({
  channelId: idSchema('alert'),
  channelName: z.string(),
  channelType: z.enum(CHANNEL_TYPES),
  /** Where it leads, for administrators; else empty. */
  address: z.string(),
  /** Of a mail; else empty. */
  subject: z.string(),
  /** The text of a mail, or the JSON of a request; none where nothing is sent. */
  body: z.string(),
  /** Why it is not shown, or empty. */
  hidden: z.string(),
});
export type AlertMessagePreview = z.infer<typeof alertMessagePreviewSchema>;

const spanSchema = z.object({ startUnixTimeSeconds: z.int(), endUnixTimeSeconds: z.int() });

/** What a rule would have done. */
export const alertTrialSchema = z.object({
  days: z.int(),
  /** Newest first, at most 100. */
  firings: z.array(
    z.object({
      target: alertTargetSchema,
      startUnixTimeSeconds: z.int(),
      /** Null while it still fires. */
      endUnixTimeSeconds: z.nullable(z.int()),
      peak: z.nullable(z.number()),
    }),
  ),
  firingCount: z.int(),
  firingSeconds: z.int(),
  /** Met the condition, and ended before it fired. */
  tooShortCount: z.int(),
  /** The five that came closest, over the last day. */
  series: z.array(alertSeriesSchema),
  /** The last day, when nothing is known about what is watched. */
  gaps: z.array(spanSchema),
  chart: spanSchema,
  /** The newest value that is farthest past the threshold, or closest to it; null when none is known. */
  value: z.nullable(z.number()),
  /** What the scope covers, and how many of it were computed. */
  targetCount: z.int(),
  computedCount: z.int(),
  /** The first minute about which anything is known, or null. */
  knownSinceUnixTimeSeconds: z.nullable(z.int()),
  /** Why something is not known; left out without a reason. */
  problem: z.optional(z.string()),
});
export type AlertTrial = z.infer<typeof alertTrialSchema>;
