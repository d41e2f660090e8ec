import * as z from 'zod/mini';
import { countSchema } from '../parameters.ts';

export const LOG_ROWS_MAX = 10_000;

export const logRowSchema = z.object({
  /** Unique within a search. */
  id: z.string(),
  unixTimeSeconds: z.int(),
  /** Line or JSON text, as received. */
  text: z.string(),
  metadata: z.object({
    /** With microseconds: `2026-11-21T22:15:30.123456Z`. */
    received: z.string(),
    sourceId: z.string(),
    source: z.string(),
    /** A line; else a JSON object. */
    isText: z.boolean(),
    /** JSON text of the origin; empty when not archived. */
    origin: z.string(),
    file: z.string(),
  }),
});
export type LogRow = z.infer<typeof logRowSchema>;

/** Up to 20 files or folders. */
const unreadSchema = z.array(z.object({ file: z.string(), reason: z.string() }));

export const logReadingSchema = z.object({
  filesRead: z.int(),
  bytes: countSchema,
  events: countSchema,
  unread: unreadSchema,
  unreadCount: z.int(),
});
export type LogReading = z.infer<typeof logReadingSchema>;

const facetSchema = z.object({
  /** Dotted path; metadata begins with @, such as `@source`. */
  field: z.string(),
  type: z.enum(['text', 'number', 'mixed']),
  eventCount: countSchema,
  values: z.array(z.object({ value: z.string(), count: countSchema })),
  distinct: z.int(),
  /** Values beyond `distinct` are not counted. */
  isCapped: z.boolean(),
});
export type LogFacet = z.infer<typeof facetSchema>;

export const LOG_COUNT_STATES = ['RUNNING', 'DONE', 'FAILED'] as const;

export const logCountSchema = z.object({
  id: z.string(),
  state: z.enum(LOG_COUNT_STATES),
  reason: z.string(),
  matchCount: countSchema,
  bucketSeconds: z.int(),
  /** Buckets without matches are omitted. */
  buckets: z.array(z.object({ unixTimeSeconds: z.int(), count: countSchema })),
  /** Counted from here on; a count that ran out of time is DONE before the start. */
  countedFromUnixTimeSeconds: z.int(),
  facets: z.array(facetSchema),
  /** Matches read first, from which the facets come. */
  facetEventCount: countSchema,
  facetEventBytes: countSchema,
  reading: logReadingSchema,
});
export type LogCount = z.infer<typeof logCountSchema>;

export const logSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  isArchived: z.boolean(),
  problem: z.string(),
  /** Received, but in no archive file yet, so not searchable. */
  waitingEventCount: countSchema,
});
export type LogSource = z.infer<typeof logSourceSchema>;

export const LOG_EXPORT_FORMATS = ['NDJSON', 'JSON', 'CSV'] as const;
/** Newest matches; more would take hours. */
export const LOG_EXPORT_EVENTS_MAX = 1_000_000;

export const logExportSchema = z.object({
  id: z.string(),
  /** WAITING to be fetched; CANCELED also when the connection broke. Only DONE files are complete. */
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELED']),
  reason: z.string(),
  eventCount: countSchema,
  bytes: countSchema,
  isCut: z.boolean(),
  unread: unreadSchema,
  unreadCount: z.int(),
});
export type LogExport = z.infer<typeof logExportSchema>;
