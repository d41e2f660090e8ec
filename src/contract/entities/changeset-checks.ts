import * as z from 'zod/mini';
import { NODE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';

/** Listed events per node, and nodes per pipeline; counts cover the rest. */
export const EVENTS_TOLD_MAX = 5;

export const CHECK_KINDS = ['base', 'definition', 'samples', 'data', 'rights'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];
/** `failed` refuses the merge; `warned` is to be read first. */
export const CHECK_OUTCOMES = ['passed', 'warned', 'failed', 'skipped'] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

const requestCheckSchema = z.object({
  kind: z.enum(CHECK_KINDS),
  outcome: z.enum(CHECK_OUTCOMES),
  message: z.string(),
  /** One per fault, starting with the name of what has it. */
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
  /** Null without destinations. */
  percentOptimized: z.nullable(z.number()),
});

const sampleDifferenceSchema = z.object({
  pipelineId: idSchema('pipeline'),
  pipeline: z.string(),
  sampleId: idSchema('sample'),
  sample: z.string(),
  eventCount: z.int(),
  /** Why it did not run; the rest is then empty. */
  problem: z.optional(z.string()),
  before: z.optional(totalSchema),
  after: z.optional(totalSchema),
  /** Nodes that differ; `before` or `after` is absent where the node is. */
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

/** Not stored, since what they compare with may change. */
export const requestChecksSchema = z.object({
  commit: z.string(),
  checks: z.array(requestCheckSchema),
  samples: z.array(sampleDifferenceSchema),
});
export type RequestChecks = z.infer<typeof requestChecksSchema>;
