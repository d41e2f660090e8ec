import * as z from 'zod/mini';
import { HYDRATION_STATUSES, NODE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { LOG_QUERY_MAX_LENGTH } from '../limits.ts';
import { countSchema, unixSecondsParameter } from '../parameters.ts';
import { nameSchema, timeSchema } from './common.ts';
import { pipelineSchema } from './pipeline.ts';

export const HYDRATION_EVENTS_MAX = 1e12;
export const HYDRATION_RATE_MAX = 1_000_000;
/** A day. */
export const HYDRATION_CHUNK_MAX = 1440;
export const HYDRATION_PREVIEW_EVENTS = 100;

/** A job is a pipeline of the type HYDRATION, with what is its own. */
export const hydrationSchema = z.extend(pipelineSchema, {
  pipelineType: z.literal('HYDRATION'),
  jobStatus: z.enum(HYDRATION_STATUSES),
  /** Nothing is read until someone resumes it. */
  isPaused: z.boolean(),
  sourceName: z.string(),
  sinkId: z.string(),
  sinkName: z.string(),
  /** The pipeline that the events pass, in `deployedGraphVersion`; empty when they go straight. */
  throughPipelineId: z.string(),
  throughPipelineName: z.string(),
  /** Of receipt; the end does not belong to it. */
  timeRange: z.object({ startUnixTimeSeconds: z.int(), endUnixTimeSeconds: z.int() }),
  /** As of Log Search; empty for all events. */
  query: z.string(),
  /** 0: no limit. */
  eventLimit: z.int(),
  /** 0: as fast as it goes. */
  eventsPerSecond: z.number(),
  /** Minutes of receipt that are sent before the next are begun; 0: the window is read as one. */
  chunkMinutes: z.int(),
  /** Bytes of the events that are safe at the destination or in its buffer, as they were received. */
  dataVolumeHydrated: countSchema,
  /** 0 to 100, by what was read of the archive. */
  progress: z.number(),
  /** When the newest event that is safe was received, or the empty time. */
  position: timeSchema,
  /** Safe events without repeats. */
  eventsHydrated: countSchema,
  /**
   * Read + created = written + dropped + cut off + merged + dead letters + other destinations + waiting. Read counts what a
   * restart read again, and lines that are no events, which are dropped.
   */
  eventsRead: countSchema,
  eventsCreated: countSchema,
  eventsWritten: countSchema,
  eventsDropped: countSchema,
  /** In memory only at a kill; read again. */
  eventsCutOff: countSchema,
  eventsMerged: countSchema,
  eventsDeadLetter: countSchema,
  /** For destinations of the pipeline that were not chosen. */
  eventsElsewhere: countSchema,
  eventsWaiting: countSchema,
  bytesWritten: countSchema,
  /** Read again after a kill; exact once the job has ended. */
  eventsRepeated: countSchema,
  /** How often it went on after a kill of engine or service. */
  resumedCount: z.int(),
  filesRead: z.int(),
  /** 0 until the archive is listed. */
  filesTotal: z.int(),
  /** 0 of 0 where the window is read as one. */
  chunksDone: z.int(),
  chunksTotal: z.int(),
  /** Over the last half minute; 0 while nothing runs. */
  currentEventsPerSecond: z.number(),
  /** Null while it cannot be told. */
  secondsLeft: z.nullable(z.int()),
  /** Up to 20 files that could not be read whole, with the reason. */
  unread: z.array(z.object({ file: z.string(), reason: z.string() })),
  unreadCount: z.int(),
  /** Why it failed or what delays it, and what to do; empty otherwise. */
  problem: z.string(),
  createdBy: z.string(),
  createdAt: timeSchema,
  startedAt: timeSchema,
  endedAt: timeSchema,
});
export type HydrationJob = z.infer<typeof hydrationSchema>;

/** What a job did, or a person did to it. */
export const hydrationLogEntrySchema = z.object({ at: timeSchema, text: z.string() });
export type HydrationLogEntry = z.infer<typeof hydrationLogEntrySchema>;

/** What one node of a job counted. `eventsIn` of the source are those that were read. */
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
  /** Whose transforms the events pass; straight to the destination when left out. */
  pipelineId: z.optional(idSchema('pipeline')),
  /** Unix seconds of receipt; the end does not belong to it. */
  startTime: unixSecondsParameter,
  endTime: unixSecondsParameter,
  /** As of Log Search: src/docs/log-search.md. */
  query: z._default(z.string().check(z.maxLength(LOG_QUERY_MAX_LENGTH)), ''),
};

const isForward = (input: { startTime: number; endTime: number }) => input.startTime < input.endTime;
const FORWARD = { error: 'must be after startTime', path: ['endTime'] };

/** Which events, through what, to where. */
export const hydrationChoiceSchema = z.strictObject(inputShape).check(z.refine(isForward, FORWARD));
export type HydrationChoice = z.infer<typeof hydrationChoiceSchema>;

export const hydrationInputSchema = z
  .strictObject({
    ...inputShape,
    /** Made of source and time when left out. */
    name: z.optional(nameSchema('Hydration name')),
    eventLimit: z.optional(z.int().check(z.minimum(1), z.maximum(HYDRATION_EVENTS_MAX))),
    eventsPerSecond: z.optional(z.number().check(z.minimum(1), z.maximum(HYDRATION_RATE_MAX))),
    /** Parts of the clock: with 60 each begins with an hour. */
    chunkMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(HYDRATION_CHUNK_MAX))),
  })
  .check(z.refine(isForward, FORWARD));
export type HydrationInput = z.infer<typeof hydrationInputSchema>;

export const hydrationEstimateSchema = z.object({
  id: z.string(),
  state: z.enum(['RUNNING', 'DONE', 'FAILED']),
  /** Why it failed, and what to do. */
  reason: z.string(),
  /** That match, in what was counted so far. */
  events: countSchema,
  /** Of the events that match, as received: by the average of those that were looked at; 0 until there are any. */
  eventBytes: countSchema,
  /** In the files of the window, whether they match or not. */
  eventsSearched: countSchema,
  /** For the estimate: files that their indexes answer are not. */
  filesRead: z.int(),
  /** Unpacked. */
  bytesRead: countSchema,
  /** Everything from here to the end of the window is counted; a count that ran out of time is DONE before the start. */
  countedFromUnixTimeSeconds: z.int(),
  unread: z.array(z.object({ file: z.string(), reason: z.string() })),
  unreadCount: z.int(),
});
export type HydrationEstimate = z.infer<typeof hydrationEstimateSchema>;
