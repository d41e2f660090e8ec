import * as z from 'zod/mini';
import { configSchema } from '../entities/common.ts';
import { defineCall } from './define.ts';

export const SUGGEST_EVENTS_MAX = 200;
export const SUGGEST_EVENT_MAX_LENGTH = 8192;

/** Transforms that save volume: suggestions for them come from Data Insights. */
export const SAVING_TEMPLATES = ['remove_fields', 'filter', 'sample'] as const;
export type SavingTemplate = (typeof SAVING_TEMPLATES)[number];
export const isSavingTemplate = (templateId: string | undefined): templateId is SavingTemplate =>
  SAVING_TEMPLATES.some((one) => one === templateId);

/** Settings that decide how a source splits its input into events; only these are suggested. */
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
  /** The source that the events left, to suggest its settings and the next steps. */
  source: z.optional(z.strictObject({ templateId: z.string().check(z.maxLength(64)), config: configSchema })),
  /** Suggests settings of this transform only; all that fit by default. */
  templateId: z.optional(z.string().check(z.maxLength(64))),
  /** The text to parse; plain text is the field `message`. */
  field: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  events: z
    .array(z.string().check(z.maxLength(SUGGEST_EVENT_MAX_LENGTH)))
    .check(z.minLength(1), z.maxLength(SUGGEST_EVENTS_MAX)),
  /** Per event: plain text, even when it holds JSON. */
  isText: z.optional(z.array(z.boolean()).check(z.maxLength(SUGGEST_EVENTS_MAX))),
  /** Arrival per event, in Unix milliseconds; reveals the time zone of senders that omit it. */
  at: z.optional(z.array(z.int()).check(z.maxLength(SUGGEST_EVENTS_MAX))),
});
export type SuggestRequest = z.output<typeof suggestRequestSchema>;

const suggestionSchema = z.object({
  templateId: z.string(),
  isOfSource: z.optional(z.boolean()),
  title: z.string(),
  config: configSchema,
  /** Events made by a suggested source setting. */
  eventCount: z.optional(z.int()),
  matched: z.int(),
  unmatched: z.array(z.string()),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  /** JSON size of all events before and after a transform that saves volume. */
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
