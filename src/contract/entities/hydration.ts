import * as z from 'zod/mini';
import { HYDRATION_STATUSES, NODE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { LOG_QUERY_MAX_LENGTH } from '../limits.ts';
import { countSchema, unixSecondsParameter } from '../parameters.ts';
import { nameSchema, timeSchema } from './common.ts';
import { pipelineSchema } from './pipeline.ts';

export const HYDRATION_EVENTS_MAX = 1e12;
export const HYDRATION_RATE_MAX = 1_000_000;
export const HYDRATION_CHUNK_MAX = 1440;
export const HYDRATION_PREVIEW_EVENTS = 100;

export const hydrationSchema = z.extend(pipelineSchema, {
  pipelineType: z.literal('HYDRATION'),
  jobStatus: z.enum(HYDRATION_STATUSES),
  /** Reads nothing until resumed. */
  isPaused: z.boolean(),
  sourceName: z.string(),
  sinkId: z.string(),
  sinkName: z.string(),
  /** Pipeline applied to the events, in `deployedGraphVersion`; empty for none. */
  throughPipelineId: z.string(),
  throughPipelineName: z.string(),
  /** Time of receipt; the end is exclusive. */
  timeRange: z.object({ startUnixTimeSeconds: z.int(), endUnixTimeSeconds: z.int() }),
  /** Log Search query; empty for all events. */
  query: z.string(),
  eventLimit: z.int(),
  eventsPerSecond: z.number(),
  /** Minutes of receipt sent before the next begin; 0: the whole window. */
  chunkMinutes: z.int(),
  /** Received bytes of events safe at the destination or in its buffer. */
  dataVolumeHydrated: countSchema,
  /** 0 to 100, by the archive read. */
  progress: z.number(),
  /** Receipt of the newest safe event, or the empty time. */
  position: timeSchema,
  eventsHydrated: countSchema,
  /**
   * Read + created = written + dropped + cut off + merged + dead letters + other destinations + waiting.
   * Includes repeats after restarts, and lines that are no events, which are dropped.
   */
  eventsRead: countSchema,
  eventsCreated: countSchema,
  eventsWritten: countSchema,
  eventsDropped: countSchema,
  /** Only in memory at a kill; read again. */
  eventsCutOff: countSchema,
  eventsMerged: countSchema,
  eventsDeadLetter: countSchema,
  /** For destinations that were not chosen. */
  eventsElsewhere: countSchema,
  eventsWaiting: countSchema,
  bytesWritten: countSchema,
  /** Read again after a kill; exact once the job ended. */
  eventsRepeated: countSchema,
  resumedCount: z.int(),
  filesRead: z.int(),
  /** 0 until the archive is listed. */
  filesTotal: z.int(),
  /** 0 of 0 without chunks. */
  chunksDone: z.int(),
  chunksTotal: z.int(),
  /** Over the last 30 seconds; 0 when stopped. */
  currentEventsPerSecond: z.number(),
  secondsLeft: z.nullable(z.int()),
  /** Up to 20 files not fully read. */
  unread: z.array(z.object({ file: z.string(), reason: z.string() })),
  unreadCount: z.int(),
  /** What failed or delays it, and advice; else empty. */
  problem: z.string(),
  createdBy: z.string(),
  createdAt: timeSchema,
  startedAt: timeSchema,
  endedAt: timeSchema,
});
export type HydrationJob = z.infer<typeof hydrationSchema>;

/** A step of the job or of a person. */
export const hydrationLogEntrySchema = z.object({ at: timeSchema, text: z.string() });
export type HydrationLogEntry = z.infer<typeof hydrationLogEntrySchema>;

/** `eventsIn` of the source counts events read. */
export const hydrationNodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  nodeType: z.enum(NODE_TYPES),
  eventsIn: countSchema,
  eventsOut: countSchema,
  eventsDropped: countSchema,
  eventsCutOff: countSchema,
  eventsDeadLetter: countSchema,
  eventsWaiting: countSchema,
});
export type HydrationNode = z.infer<typeof hydrationNodeSchema>;

const inputShape = {
  siteId: idSchema('site'),
  sourceId: idSchema('node'),
  sinkId: idSchema('node'),
  pipelineId: z.optional(idSchema('pipeline')),
  /** Unix seconds of receipt; the end is exclusive. */
  startTime: unixSecondsParameter,
  endTime: unixSecondsParameter,
  query: z._default(z.string().check(z.maxLength(LOG_QUERY_MAX_LENGTH)), ''),
};

const isForward = (input: { startTime: number; endTime: number }) => input.startTime < input.endTime;
const FORWARD = { error: 'must be after startTime', path: ['endTime'] };

export const hydrationChoiceSchema = z.strictObject(inputShape).check(z.refine(isForward, FORWARD));
export type HydrationChoice = z.infer<typeof hydrationChoiceSchema>;

export const hydrationInputSchema = z
  .strictObject({
    ...inputShape,
    /** From source and time by default. */
    name: z.optional(nameSchema('Hydration name')),
    eventLimit: z.optional(z.int().check(z.minimum(1), z.maximum(HYDRATION_EVENTS_MAX))),
    eventsPerSecond: z.optional(z.number().check(z.minimum(1), z.maximum(HYDRATION_RATE_MAX))),
    /** Aligned to the clock: 60 starts each chunk at a full hour. */
    chunkMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(HYDRATION_CHUNK_MAX))),
  })
  .check(z.refine(isForward, FORWARD));
export type HydrationInput = z.infer<typeof hydrationInputSchema>;

export const hydrationEstimateSchema = z.object({
  id: z.string(),
  state: z.enum(['RUNNING', 'DONE', 'FAILED']),
  reason: z.string(),
  events: countSchema,
  /** Bytes of matching events as received, from the average of a sample; 0 without any. */
  eventBytes: countSchema,
  /** All events in the window's files. */
  eventsSearched: countSchema,
  /** Excludes files answered by their indexes. */
  filesRead: z.int(),
  bytesRead: countSchema,
  /** Counted from here to the end of the window; a count that ran out of time is DONE before the start. */
  countedFromUnixTimeSeconds: z.int(),
  unread: z.array(z.object({ file: z.string(), reason: z.string() })),
  unreadCount: z.int(),
});
export type HydrationEstimate = z.infer<typeof hydrationEstimateSchema>;
