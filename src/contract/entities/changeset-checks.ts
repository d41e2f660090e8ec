import * as z from 'zod/mini';
import { NODE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';

/** Events told of each node, and nodes of a pipeline that list any; counts cover the rest. */
export const EVENTS_TOLD_MAX = 5;

export const CHECK_KINDS = ['base', 'definition', 'samples', 'data', 'rights'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];
/** A failed one refuses the merge; a warning is to be read before. */
export const CHECK_OUTCOMES = ['passed', 'warned', 'failed', 'skipped'] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

const requestCheckSchema = z.object({
  kind: z.enum(CHECK_KINDS),
  outcome: z.enum(CHECK_OUTCOMES),
  /** What was found, and what to do about it. */
  message: z.string(),
  /** One for each fault, led by the name of what has it. */
  faults: z.array(z.string()),
});
export type RequestCheck = z.infer<typeof requestCheckSchema>;

const figuresSchema = z.object({
  eventsIn: z.int(),
  eventsOut: z.int(),
  bytesOut: z.int(),
  errors: z.int(),
});

const totalSchema = z.object({
  eventsOut: z.int(),
  bytesOut: z.int(),
  errors: z.int(),
  /** How much less the destinations get than came in; null when none is connected. */
  percentOptimized: z.nullable(z.number()),
});

/** What a request does to the events of one pinned sample. */
const sampleDifferenceSchema = z.object({
  pipelineId: idSchema('pipeline'),
  pipeline: z.string(),
  sampleId: idSchema('sample'),
  sample: z.string(),
  eventCount: z.int(),
  /** Why it was not run; the rest is empty then. */
  problem: z.optional(z.string()),
  /** As stored now, and with the request. */
  before: z.optional(totalSchema),
  after: z.optional(totalSchema),
  /** Nodes that differ; `before` or `after` is left out where the node is not there. */
  nodes: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      nodeType: z.enum(NODE_TYPES),
      before: z.optional(figuresSchema),
      after: z.optional(figuresSchema),
      eventCount: z.int(),
      events: z.array(z.object({ index: z.int(), before: z.array(z.string()), after: z.array(z.string()) })),
    }),
  ),
});
export type SampleDifference = z.infer<typeof sampleDifferenceSchema>;

/** Made anew each time: what is stored may have changed. */
export const requestChecksSchema = z.object({
  /** What was checked. */
  commit: z.string(),
  /** None where the request is not open. */
  checks: z.array(requestCheckSchema),
  samples: z.array(sampleDifferenceSchema),
});
export type RequestChecks = z.infer<typeof requestChecksSchema>;
