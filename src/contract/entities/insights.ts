import * as z from 'zod/mini';

export const FIELDS_MAX = 300;
export const PATTERNS_MAX = 50;
export const TOP_VALUES_MAX = 5;
/** Different values of a field are counted up to here. */
export const DISTINCT_MAX = 2000;

export const FIELD_TYPES = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A field of the events looked at, or an object with all that it holds. */
export const fieldInsightSchema = z.object({
  /** As transforms take it: levels apart by dots. */
  path: z.string(),
  /** Events that have it. */
  presence: z.int(),
  types: z.partialRecord(z.enum(FIELD_TYPES), z.int()),
  /** Different values; at `DISTINCT_MAX` counting stopped. Objects have none. */
  distinct: z.nullable(z.int()),
  topValues: z.array(z.object({ value: z.string(), count: z.int() })),
  /** Bytes that would go with it: name, value and what is between. */
  bytes: z.int(),
});
export type FieldInsight = z.infer<typeof fieldInsightSchema>;

/** Messages of one form; `<*>`, `<num>`, `<ip>` … stand where they differ. */
export const patternInsightSchema = z.object({
  id: z.string(),
  pattern: z.string(),
  count: z.int(),
  /** Of the whole events. */
  bytes: z.int(),
  example: z.string(),
  /** Matches these messages, for a condition on the field of the message. */
  expression: z.string(),
});
export type PatternInsight = z.infer<typeof patternInsightSchema>;

export const FINDING_KINDS = [
  'EMPTY_FIELD',
  'CONSTANT_FIELD',
  'DUPLICATE_FIELD',
  'LARGE_FIELD',
  'DEBUG_NOISE',
  'FREQUENT_PATTERN',
] as const;

/** Something that costs volume, with the transform that saves it. */
export const findingSchema = z.object({
  id: z.string(),
  kind: z.enum(FINDING_KINDS),
  title: z.string(),
  /** What was seen, in one sentence. */
  detail: z.string(),
  /** The transform to put after the node that was looked at. */
  change: z.object({
    templateId: z.string(),
    name: z.string(),
    config: z.record(z.string(), z.unknown()),
  }),
  /** Bytes saved of the events looked at. */
  savedBytes: z.int(),
});
export type Finding = z.infer<typeof findingSchema>;

/** What captured events are made of. */
export const dataInsightsSchema = z.object({
  events: z.int(),
  bytes: z.int(),
  /** Events that are plain text: transforms see the one field `message` of them. */
  textEvents: z.int(),
  /** Text events that hold a JSON object which nothing has parsed yet. */
  unparsedEvents: z.int(),
  /** Field that the patterns are taken from; `message` for text. */
  messageField: z.string(),
  /** Largest first. */
  fields: z.array(fieldInsightSchema),
  /** Fields that were left out beyond `FIELDS_MAX`. */
  otherFields: z.int(),
  /** Most bytes first. */
  patterns: z.array(patternInsightSchema),
  otherPatterns: z.int(),
  /** The largest saving first. */
  findings: z.array(findingSchema),
});
export type DataInsights = z.infer<typeof dataInsightsSchema>;
