import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';

export const SAMPLE_EVENTS_MAX = 1000;
export const SAMPLE_MAX_BYTES = 2_000_000;
export const SAMPLES_PER_PIPELINE_MAX = 50;
/** Total over all nodes of a sample. */
export const EXPECTED_MAX_BYTES = 2_000_000;
const EXPECTED_NODES_MAX = 100;

const encoder = new TextEncoder();
const countBytes = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);

/** Each is a payload line, or an event as it left a node. */
export const eventsSchema = z.array(z.string()).check(
  z.maxLength(SAMPLE_EVENTS_MAX, `must be at most ${SAMPLE_EVENTS_MAX} events`),
  z.refine(
    (events) => countBytes(events) <= SAMPLE_MAX_BYTES,
    `must be at most ${SAMPLE_MAX_BYTES} bytes in total`,
  ),
);

const ORIGIN_MAX_LENGTH = 4096;

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Per event: JSON text of `@origin`, or empty. */
export const originsSchema = z
  .array(
    z.string().check(
      z.maxLength(ORIGIN_MAX_LENGTH),
      z.refine((text) => text === '' || isObjectText(text), 'must be empty or a JSON object'),
    ),
  )
  .check(z.maxLength(SAMPLE_EVENTS_MAX, `must be at most ${SAMPLE_EVENTS_MAX} origins`));

export const expectedSchema = z
  .record(z.string().check(z.minLength(1), z.maxLength(64)), z.array(z.array(z.string())))
  .check(
    z.refine(
      (expected) => Object.keys(expected).length <= EXPECTED_NODES_MAX,
      `must name at most ${EXPECTED_NODES_MAX} nodes`,
    ),
    z.refine(
      (expected) => countBytes(Object.values(expected).flat(2)) <= EXPECTED_MAX_BYTES,
      `must be at most ${EXPECTED_MAX_BYTES} bytes in total`,
    ),
  );
export type Expected = z.infer<typeof expectedSchema>;

const componentIdSchema = z.string().check(z.maxLength(64));

const summaryFields = {
  id: idSchema('sample'),
  siteId: idSchema('site'),
  pipelineId: idSchema('pipeline'),
  name: z.string(),
  description: z.string(),
  /** The node that events left; empty means the source. */
  startComponentId: componentIdSchema,
  /** With expected results it is a test that must pass before deployment. */
  pinned: z.boolean(),
  createdAt: timeSchema,
  createdBy: z.string(),
  updatedAt: timeSchema,
  revision: revisionSchema,
};

export const sampleSummarySchema = z.object({
  ...summaryFields,
  eventCount: z.int(),
  hasExpected: z.boolean(),
});
export type SampleSummary = z.infer<typeof sampleSummarySchema>;

export const sampleSchema = z.object({
  ...summaryFields,
  events: z.array(z.string()),
  expected: z.nullable(z.record(z.string(), z.array(z.array(z.string())))),
});
export type Sample = z.infer<typeof sampleSchema>;

const keptEvents = eventsSchema.check(z.minLength(1, 'A sample holds at least one event'));

export const sampleInputSchema = z.strictObject({
  pipelineId: idSchema('pipeline'),
  name: nameSchema('Sample name'),
  description: z._default(descriptionSchema, ''),
  events: keptEvents,
  startComponentId: z._default(componentIdSchema, ''),
  expected: z._default(z.nullable(expectedSchema), null),
  pinned: z._default(z.boolean(), false),
});
export type SampleInput = z.infer<typeof sampleInputSchema>;

/** Omitted fields stay. */
export const samplePatchSchema = z.strictObject({
  id: idSchema('sample'),
  name: z.optional(nameSchema('Sample name')),
  description: z.optional(descriptionSchema),
  events: z.optional(keptEvents),
  startComponentId: z.optional(componentIdSchema),
  expected: z.optional(z.nullable(expectedSchema)),
  pinned: z.optional(z.boolean()),
});
export type SamplePatch = z.infer<typeof samplePatchSchema>;

export const CAPTURE_STATES = ['RUNNING', 'DONE', 'STOPPED', 'FAILED'] as const;

/** Kept in the service's memory for an hour. */
export const captureSchema = z.object({
  id: idSchema('capture'),
  pipelineId: idSchema('pipeline'),
  componentId: z.string(),
  /** Events, and seconds, after which it ends. */
  limit: z.int(),
  seconds: z.int(),
  startedAt: timeSchema,
  startedBy: z.string(),
  state: z.enum(CAPTURE_STATES),
  reason: z.string(),
  eventCount: z.int(),
});
export type Capture = z.infer<typeof captureSchema>;
