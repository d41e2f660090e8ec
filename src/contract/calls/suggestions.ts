import * as z from 'zod/mini';
import { configSchema } from '../entities/common.ts';
import { defineCall } from './define.ts';

export const SUGGEST_EVENTS_MAX = 200;
export const SUGGEST_EVENT_MAX_LENGTH = 8192;

/** Transforms that are there to save volume: findings of Data Insights are suggested for them. */
export const SAVING_TEMPLATES = ['remove_fields', 'filter', 'sample'] as const;
export type SavingTemplate = (typeof SAVING_TEMPLATES)[number];
export const isSavingTemplate = (templateId: string | undefined): templateId is SavingTemplate =>
  SAVING_TEMPLATES.some((one) => one === templateId);

/** Settings of sources that decide how what arrives becomes events; suggestions are asked and given for these alone. */
export const READING_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  file_tail: ['format', 'encoding', 'multiline', 'multilinePattern'],
  http_server: ['format'],
  kafka: ['format'],
  relp: ['format', 'timezone'],
  s3: ['format'],
  syslog: ['format', 'framing', 'timezone'],
  udp: ['split'],
};

export const suggestRequestSchema = z.strictObject({
  /** A source that the events left, with its reading settings: settings of it are suggested, and the next steps. */
  source: z.optional(z.strictObject({ templateId: z.string().check(z.maxLength(64)), config: configSchema })),
  /** Suggests settings of this transform alone; without it, of every one that fits. */
  templateId: z.optional(z.string().check(z.maxLength(64))),
  /** Where the text to parse is; plain text is the field `message`. */
  field: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  /** Plain text, or the JSON text of an object. */
  events: z
    .array(z.string().check(z.maxLength(SUGGEST_EVENT_MAX_LENGTH)))
    .check(z.minLength(1), z.maxLength(SUGGEST_EVENTS_MAX)),
  /** Of each event: plain text, even when it holds JSON. */
  isText: z.optional(z.array(z.boolean()).check(z.maxLength(SUGGEST_EVENTS_MAX))),
  /** Of each event: when it arrived, in Unix milliseconds; it tells the time zone of senders that send none. */
  at: z.optional(z.array(z.int()).check(z.maxLength(SUGGEST_EVENTS_MAX))),
});
export type SuggestRequest = z.output<typeof suggestRequestSchema>;

const suggestionSchema = z.object({
  templateId: z.string(),
  /** Settings of the source itself; others are of a transform. */
  isOfSource: z.optional(z.boolean()),
  title: z.string(),
  config: configSchema,
  /** Of how many, where a suggested setting of the source makes other events of them. */
  eventCount: z.optional(z.int()),
  /** Of the events, those on which the transform with this configuration works. */
  matched: z.int(),
  /** Some of the texts on which it does not. */
  unmatched: z.array(z.string()),
  /** What it sets on the first event that it works on, or how the source reads that event with it. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Of all the events as JSON, before and after the transform; where it is there to save volume. */
  bytes: z.optional(z.object({ before: z.int(), after: z.int() })),
});
export type Suggestion = z.output<typeof suggestionSchema>;

export const suggestionCalls = {
  suggestSteps: defineCall({
    method: 'POST',
    path: '/v1/transform/suggestions',
    summary:
      'Settings of parsers, redaction and timestamps that fit given events, of how a source reads what arrives, and of what saves volume (remove_fields, filter, sample), each tried on them by the engine itself. Changes nothing.',
    access: { kind: 'session' },
    changesNothing: true,
    body: suggestRequestSchema,
    response: z.object({ eventCount: z.int(), suggestions: z.array(suggestionSchema) }),
  }),
};
export type SuggestOutcome = z.output<typeof suggestionCalls.suggestSteps.response>;
