import * as z from 'zod/mini';

export const FIELDS_MAX = 300;
export const PATTERNS_MAX = 50;
export const TOP_VALUES_MAX = 5;
export const DISTINCT_MAX = 2000;
/** With fewer events nothing counts as constant, and nothing is found. */
export const FINDINGS_EVENTS_MIN = 20;

export const FIELD_TYPES = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A field, or an object with its content. */
export const fieldInsightSchema = z.object({
  path: z.string(),
  presence: z.int(),
  types: z.partialRecord(z.enum(FIELD_TYPES), z.int()),
  /** At most `DISTINCT_MAX`. Null for objects. */
  distinct: z.nullable(z.int()),
  topValues: z.array(z.object({ value: z.string(), count: z.int() })),
  /** Saved by removing it: name, value and separators. */
  bytes: z.int(),
});
export type FieldInsight = z.infer<typeof fieldInsightSchema>;

/** `<*>`, `<num>`, `<ip>` … mark varying parts. */
export const patternInsightSchema = z.object({
  id: z.string(),
  pattern: z.string(),
  count: z.int(),
  bytes: z.int(),
  example: z.string(),
  /** Regular expression for a condition on the message field. */
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

export const findingSchema = z.object({
  id: z.string(),
  kind: z.enum(FINDING_KINDS),
  title: z.string(),
  detail: z.string(),
  change: z.object({
    templateId: z.string(),
    name: z.string(),
    config: z.record(z.string(), z.unknown()),
  }),
  savedBytes: z.int(),
});
export type Finding = z.infer<typeof findingSchema>;

export const dataInsightsSchema = z.object({
  events: z.int(),
  bytes: z.int(),
  /** Plain text, readable as the field `message`. */
  textEvents: z.int(),
  /** Text events with an unparsed JSON object. */
  unparsedEvents: z.int(),
  /** Source of the patterns; `message` for text. */
  messageField: z.string(),
  /** Largest first. */
  fields: z.array(fieldInsightSchema),
  otherFields: z.int(),
  /** Most bytes first. */
  patterns: z.array(patternInsightSchema),
  otherPatterns: z.int(),
  /** Largest saving first. */
  findings: z.array(findingSchema),
});
export type DataInsights = z.infer<typeof dataInsightsSchema>;
