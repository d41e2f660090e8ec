import * as z from 'zod/mini';
import { defineCall } from './define.ts';

export const PATTERN_SAMPLES_MAX = 20;
export const PATTERN_SAMPLE_MAX_LENGTH = 8192;
const PATTERN_MAX_LENGTH = 4096;

/** `start` and `end` are UTF-16 offsets, where known. */
const patternGroupSchema = z.object({
  name: z.string(),
  value: z.string(),
  start: z.optional(z.int()),
  end: z.optional(z.int()),
});
export type PatternGroup = z.output<typeof patternGroupSchema>;

const patternResultSchema = z.object({
  matched: z.boolean(),
  start: z.optional(z.int()),
  end: z.optional(z.int()),
  groups: z.array(patternGroupSchema),
});
export type PatternResult = z.output<typeof patternResultSchema>;

export const patternTrialSchema = z.strictObject({
  kind: z.enum(['pattern', 'grok']),
  pattern: z.string().check(z.maxLength(PATTERN_MAX_LENGTH)),
  ignoreCase: z.optional(z.boolean()),
  definitions: z.optional(z.record(z.string(), z.string().check(z.maxLength(PATTERN_MAX_LENGTH)))),
  patternSet: z.optional(z.enum(['legacy', 'ecs-v1'])),
  samples: z
    .array(z.string().check(z.maxLength(PATTERN_SAMPLE_MAX_LENGTH)))
    .check(z.minLength(1), z.maxLength(PATTERN_SAMPLES_MAX)),
});
export type PatternTrial = z.output<typeof patternTrialSchema>;

export const patternCalls = {
  testPattern: defineCall({
    method: 'POST',
    path: '/v1/pattern/test',
    summary: 'What a pattern extracts from sample texts, run by the engine itself. Changes nothing.',
    access: { kind: 'session' },
    changesNothing: true,
    body: patternTrialSchema,
    response: z.object({
      /** Why the pattern is invalid; `results` is then empty. */
      problem: z.optional(z.string()),
      results: z.array(patternResultSchema),
    }),
  }),
};
export type PatternOutcome = z.output<typeof patternCalls.testPattern.response>;
