import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { countSchema } from '../parameters.ts';
import { descriptionSchema, nameSchema, timeSchema } from './common.ts';
import { logReadingSchema } from './log-search.ts';

export const SQL_MAX_LENGTH = 20_000;
export const QUERY_ROWS_MAX = 10_000;
export const SQL_VALUE_MAX_LENGTH = 1000;
const PARAMETERS_MAX = 20;
/** `$name` in SQL. */
export const SQL_NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** Bound by name, never inserted into the SQL text. */
export const queryParametersSchema = z
  .record(
    z.string().check(z.regex(SQL_NAME, 'must be small letters, digits and _, first a letter')),
    z.union([z.string().check(z.maxLength(SQL_VALUE_MAX_LENGTH)), z.number()]),
  )
  .check(
    z.refine((values) => Object.keys(values).length <= PARAMETERS_MAX, {
      error: `must be at most ${PARAMETERS_MAX}`,
    }),
  );

const columnSchema = z.object({
  name: z.string(),
  /** DuckDB type: `VARCHAR`, `BIGINT`, `DOUBLE`, `TIMESTAMP`, `DECIMAL(38,0)`. */
  type: z.string(),
});
export type QueryColumn = z.infer<typeof columnSchema>;

export const queryResultSchema = z.object({
  columns: z.array(columnSchema),
  /** Times read `2026-11-21T22:15:30.123456Z`; integers beyond a double are texts. */
  rows: z.array(z.array(z.unknown())),
  /** Cut at 10,000 rows or 4 MB. */
  hasMore: z.boolean(),
  tables: z.array(z.string()),
  reading: logReadingSchema,
  /** Received, but in no archive file of the tables yet. */
  waitingEventCount: countSchema,
  /** Milliseconds for reading tables, and for the statement. */
  readMs: z.int(),
  runMs: z.int(),
});
export type QueryResult = z.infer<typeof queryResultSchema>;

export const DATASET_KINDS = ['ARCHIVE', 'FILE', 'SERVICE'] as const;
export type DatasetKind = (typeof DATASET_KINDS)[number];

const datasetColumnSchema = z.object({
  name: z.string(),
  type: z.string(),
  /** JSON size of its values in the described files; absent when unknown. */
  bytes: z.optional(countSchema),
});

export const datasetSchema = z.object({
  name: z.string(),
  kind: z.enum(DATASET_KINDS),
  description: z.string(),
  /** Empty unless an archive. */
  sourceId: z.string(),
  isArchived: z.boolean(),
  columns: z.array(datasetColumnSchema),
  fileCount: z.int(),
  /** Newest files from which fields and sizes were read. */
  describedFileCount: z.int(),
  /** Not all fields are columns. */
  hasMoreFields: z.boolean(),
  bytes: countSchema,
  /** Whole hours with files; empty times without any. */
  startsAt: timeSchema,
  endsAt: timeSchema,
  problem: z.string(),
});
export type Dataset = z.infer<typeof datasetSchema>;

export const QUERY_CHARTS = ['TABLE', 'LINE', 'AREA', 'BAR', 'FIGURE'] as const;
export type QueryChart = (typeof QUERY_CHARTS)[number];

export const queryTextSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'The query is empty'), z.maxLength(SQL_MAX_LENGTH));
/** Relative (`15min`, `1h`, `7d`) or two Unix times, as in addresses. */
export const queryTimeSchema = z
  .string()
  .check(z.maxLength(40), z.regex(/^(?:\d{1,4}(?:min|h|d)|\d{1,12}-\d{1,12})$/));

const savedFields = {
  name: nameSchema('Name'),
  description: z._default(descriptionSchema, ''),
  sql: queryTextSchema,
  time: z._default(queryTimeSchema, '1h'),
  chart: z._default(z.enum(QUERY_CHARTS), 'TABLE'),
};
export const newSavedQuerySchema = z.strictObject({ siteId: idSchema('site'), ...savedFields });
export const savedQueryPatchSchema = z.strictObject(savedFields);

export const savedQuerySchema = z.object({
  id: idSchema('query'),
  siteId: idSchema('site'),
  name: z.string(),
  description: z.string(),
  sql: z.string(),
  time: z.string(),
  chart: z.enum(QUERY_CHARTS),
  createdBy: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  revision: z.int(),
});
export type SavedQuery = z.infer<typeof savedQuerySchema>;
