import * as z from 'zod/mini';
import { coverageSchema, pipelineSummarySchema } from './entities/analytics.ts';
import { deploymentSchema } from './entities/deployment.ts';
import { DATA_VOLUME_METRICS, LOG_LEVELS, PENDING_ACTIONS, PIPELINE_STATUSES } from './enums.ts';
import { idSchema } from './ids.ts';
import { countSchema } from './parameters.ts';

const RETENTION_SECONDS = 60 * 86_400;

/**
 * Messages of `v1/ws/live`. The console subscribes to topics, and polls as fallback. Nothing is replayed, so
 * it refetches after reconnecting.
 */
export const LIVE_PATH = '/v1/ws/live';

const subscriptionId = z.string().check(z.minLength(1), z.maxLength(64));

const subscribeSchema = z.discriminatedUnion('topic', [
  z.strictObject({
    type: z.literal('subscribe'),
    subscriptionId,
    topic: z.literal('site'),
    siteId: idSchema('site'),
  }),
  /** Running totals of a site's components, each second. */
  z.strictObject({
    type: z.literal('subscribe'),
    subscriptionId,
    topic: z.literal('counters'),
    siteId: idSchema('site'),
    pipelineIds: z.optional(z.array(idSchema('pipeline')).check(z.maxLength(1000))),
  }),
  /** Totals of the last `seconds`, pushed every few seconds. */
  z.strictObject({
    type: z.literal('subscribe'),
    subscriptionId,
    topic: z.literal('summaries'),
    siteId: idSchema('site'),
    pipelineIds: z.optional(z.array(idSchema('pipeline')).check(z.maxLength(1000))),
    metricType: z._default(z.enum(DATA_VOLUME_METRICS), 'EVENTS_BYTES'),
    pods: z.optional(z.array(z.string()).check(z.maxLength(1000))),
    seconds: z.int().check(z.minimum(1), z.maximum(RETENTION_SECONDS)),
  }),
  /** Who else has the pipeline open. `isEditing` announces the subscriber to the others. */
  z.strictObject({
    type: z.literal('subscribe'),
    subscriptionId,
    topic: z.literal('editors'),
    siteId: idSchema('site'),
    pipelineId: idSchema('pipeline'),
    isEditing: z.boolean(),
  }),
  /** A component's output, at most `limit` events. */
  z.strictObject({
    type: z.literal('subscribe'),
    subscriptionId,
    topic: z.literal('tap'),
    siteId: idSchema('site'),
    pipelineId: idSchema('pipeline'),
    componentId: z.string(),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 20),
  }),
]);

export const liveClientMessageSchema = z.discriminatedUnion('type', [
  subscribeSchema,
  z.strictObject({ type: z.literal('unsubscribe'), subscriptionId }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type LiveClientMessage = z.input<typeof liveClientMessageSchema>;

/**
 * Totals of a component in a pipeline since it first ran. Exact in events: in + created = out + dropped +
 * merged + deadLetter + buffered. An event with several receivers counts once in `eventsOut`.
 */
export const componentCountersSchema = z.object({
  eventsIn: countSchema,
  eventsOut: countSchema,
  eventsDropped: countSchema,
  eventsCreated: countSchema,
  eventsMerged: countSchema,
  eventsDeadLetter: countSchema,
  eventsBuffered: countSchema,
  bytesIn: countSchema,
  bytesOut: countSchema,
  bytesDropped: countSchema,
  bytesDeadLetter: countSchema,
  bytesBuffered: countSchema,
  errors: countSchema,
  /** Unix seconds, or 0. */
  lastEventAt: z.number(),
});
export type ComponentCounters = z.infer<typeof componentCountersSchema>;

export const liveServerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), instanceId: z.string(), at: z.number() }),
  z.object({ type: z.literal('pong'), at: z.number() }),
  z.object({ type: z.literal('subscribed'), subscriptionId: z.string() }),
  z.object({ type: z.literal('refused'), subscriptionId: z.string(), code: z.string(), message: z.string() }),
  z.object({
    type: z.literal('pipeline.status'),
    siteId: z.string(),
    pipelineId: z.string(),
    status: z.enum(PIPELINE_STATUSES),
    pendingAction: z.enum(PENDING_ACTIONS),
    deployedGraphVersion: z.number(),
    latestGraphVersion: z.number(),
    pendingGraphVersion: z.number(),
    lastError: z.string(),
  }),
  z.object({
    type: z.literal('pipeline.deployment'),
    siteId: z.string(),
    pipelineId: z.string(),
    deployment: deploymentSchema,
  }),
  z.object({
    type: z.literal('entity.changed'),
    siteId: z.string(),
    entity: z.enum(['site', 'pipeline', 'source', 'sink', 'asset', 'hydration']),
    id: z.string(),
    change: z.enum(['created', 'updated', 'deleted']),
  }),
  z.object({
    type: z.literal('error.changed'),
    siteId: z.string(),
    pipelineId: z.string(),
    componentId: z.string(),
    errorName: z.string(),
    errorLevel: z.enum(LOG_LEVELS),
  }),
  z.object({
    type: z.literal('error.acknowledged'),
    siteId: z.string(),
    pipelineIds: z.array(z.string()),
  }),
  /** Also for alerts, alert rules and pull requests. */
  z.object({ type: z.literal('notification.changed'), siteId: z.string() }),
  z.object({ type: z.literal('health.changed'), siteId: z.string(), pipelineId: z.string() }),
  z.object({
    type: z.literal('counters'),
    subscriptionId: z.string(),
    siteId: z.string(),
    at: z.number(),
    pipelines: z.record(z.string(), z.record(z.string(), componentCountersSchema)),
  }),
  z.object({
    type: z.literal('summaries'),
    subscriptionId: z.string(),
    siteId: z.string(),
    at: z.number(),
    pipelineSummaries: z.record(z.string(), pipelineSummarySchema),
    coverage: coverageSchema,
  }),
  z.object({
    type: z.literal('editors'),
    subscriptionId: z.string(),
    /** `isYou`: another window. */
    editors: z.array(z.object({ name: z.string(), isYou: z.boolean() })),
  }),
  z.object({
    type: z.literal('tap.events'),
    subscriptionId: z.string(),
    /** `isText`: plain text, even when it holds JSON. */
    events: z.array(z.object({ text: z.string(), at: z.number(), isText: z.optional(z.boolean()) })),
  }),
  z.object({ type: z.literal('tap.ended'), subscriptionId: z.string(), reason: z.string() }),
]);
export type LiveServerMessage = z.infer<typeof liveServerMessageSchema>;
