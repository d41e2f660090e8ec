import * as z from 'zod/mini';
import { countSchema } from '../parameters.ts';

export const LOG_ROWS_MAX = 10_000;

export const logRowSchema = z.object({
  /** Unique among the rows of a search. */
  id: z.string(),
  unixTimeSeconds: z.int(),
  /** The line, or the JSON text of the event, as it was received. */
  text: z.string(),
  metadata: z.object({
    /** With microseconds: `2026-11-21T22:15:30.123456Z`. */
    received: z.string(),
    sourceId: z.string(),
    source: z.string(),
    /** A line of text; else a JSON object. */
    isText: z.boolean(),
    /** JSON text of where it came from; empty where it was not archived. */
    origin: z.string(),
    file: z.string(),
  }),
});
export type LogRow = z.infer<typeof logRowSchema>;

/** Up to 20 files or folders, with the reason. */
const unreadSchema = z.array(z.object({ file: z.string(), reason: z.string() }));

export const logReadingSchema = z.object({
  filesRead: z.int(),
  bytes: countSchema,
  events: countSchema,
  /** What could not be read. */
  unread: unreadSchema,
  unreadCount: z.int(),
});
export type LogReading = z.infer<typeof logReadingSchema>;

const facetSchema = z.object({
  /** A path with dots; `@source` and others of the metadata begin with @. */
  field: z.string(),
  type: z.enum(['text', 'number', 'mixed']),
  eventCount: countSchema,
  values: z.array(z.object({ value: z.string(), count: countSchema })),
  distinct: z.int(),
  /** There are more values than `distinct`, which are not counted. */
  isCapped: z.boolean(),
});
export type LogFacet = z.infer<typeof facetSchema>;

export const LOG_COUNT_STATES = ['RUNNING', 'DONE', 'FAILED'] as const;

export const logCountSchema = z.object({
  id: z.string(),
  state: z.enum(LOG_COUNT_STATES),
  /** Why it failed, and what to do. */
  reason: z.string(),
  matchCount: countSchema,
  bucketSeconds: z.int(),
  /** Buckets without matches are left out. */
  buckets: z.array(z.object({ unixTimeSeconds: z.int(), count: countSchema })),
  /** Everything from here on is counted; a count that ran out of time is DONE before it reaches the start. */
  countedFromUnixTimeSeconds: z.int(),
  facets: z.array(facetSchema),
  /** The matches read first, of which the facets were made. */
  facetEventCount: countSchema,
  /** Of their texts. */
  facetEventBytes: countSchema,
  reading: logReadingSchema,
});
export type LogCount = z.infer<typeof logCountSchema>;

export const logSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Its events are being archived now. */
  isArchived: z.boolean(),
  /** Why nothing of it can be searched; empty when it can. */
  problem: z.string(),
  /** Received, and not yet in a file of the archive: no search finds them. */
  waitingEventCount: countSchema,
});
export type LogSource = z.infer<typeof logSourceSchema>;

export const LOG_EXPORT_FORMATS = ['NDJSON', 'JSON', 'CSV'] as const;
/** The newest of a search; more would let one file take hours. */
export const LOG_EXPORT_EVENTS_MAX = 1_000_000;

export const logExportSchema = z.object({
  id: z.string(),
  /** WAITING for its file to be fetched; CANCELED also when the connection was cut. Only a DONE file is complete. */
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELED']),
  /** Why it failed. */
  reason: z.string(),
  /** Written so far. */
  eventCount: countSchema,
  bytes: countSchema,
  /** Older events match too: the file has the newest that it may have. */
  isCut: z.boolean(),
  /** What could not be read, and so is not in the file. */
  unread: unreadSchema,
  unreadCount: z.int(),
});
export type LogExport = z.infer<typeof logExportSchema>;
