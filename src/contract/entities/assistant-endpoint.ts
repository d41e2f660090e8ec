import * as z from 'zod/mini';
import type { ConfigProperty } from '../config-format.ts';
import { revisionSchema } from './common.ts';

export const ASSISTANT_QUESTIONS_MAX = 10_000;

const text = (label: string, maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, `${label} must be at most ${maxLength} characters`));

const endpointFields = {
  enabled: z.boolean(),
  /** Base URL of an OpenAI-compatible API, before `/chat/completions`. */
  address: text('Address', 1000).check(
    z.refine(
      (url) => url === '' || (/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(url) && URL.canParse(url)),
      'must be an address such as https://models.example.org/v1, without user, query or fragment',
    ),
  ),
  model: text('Model', 200),
  questionsPerDay: z.int().check(z.minimum(1), z.maximum(ASSISTANT_QUESTIONS_MAX)),
};

/** Complete; a key of `{set: true}` is kept. */
export const assistantEndpointPatchSchema = z.strictObject({
  ...endpointFields,
  apiKey: z.optional(z.union([text('API key', 2000), z.strictObject({ set: z.literal(true) })])),
});
export type AssistantEndpointPatch = z.infer<typeof assistantEndpointPatchSchema>;

export const assistantEndpointSchema = z.object({
  ...endpointFields,
  apiKey: z.optional(z.strictObject({ set: z.literal(true) })),
  revision: revisionSchema,
});
export type AssistantEndpoint = z.infer<typeof assistantEndpointSchema>;

export const assistantEndpointTestSchema = z.object({
  isOk: z.boolean(),
  message: z.string(),
  milliseconds: z.number(),
});
export type AssistantEndpointTest = z.infer<typeof assistantEndpointTestSchema>;

export const assistantBrainSchema = z.object({
  kind: z.enum(['EMBEDDED', 'MODEL']),
  /** Empty when nothing leaves the service. */
  host: z.string(),
  model: z.string(),
  /** This person today; 0 for the embedded one, which has no budget. */
  questionsLeft: z.int(),
});
export type AssistantBrain = z.infer<typeof assistantBrainSchema>;

/** The stored key is bound to its address. */
export const ASSISTANT_ENDPOINT_PROPERTIES: ConfigProperty[] = [
  {
    name: 'enabled',
    label: 'Answer by a model',
    kind: 'boolean',
    required: false,
    default: false,
    help: 'Off, the embedded assistant answers, and nothing is sent anywhere.',
  },
  {
    name: 'address',
    label: 'Address',
    kind: 'text',
    required: false,
    placeholder: 'https://models.example.org/v1',
    help: 'Of an OpenAI-compatible API. No other address is ever asked.',
    bindsSecrets: 'address',
  },
  { name: 'model', label: 'Model', kind: 'text', required: false, help: 'Its name at that address.' },
  {
    name: 'apiKey',
    label: 'API key',
    kind: 'secret',
    required: false,
    help: 'Sent to that address alone. Leave empty where none is asked for.',
  },
  {
    name: 'questionsPerDay',
    label: 'Questions per person and day',
    kind: 'integer',
    required: false,
    default: 100,
    min: 1,
    max: ASSISTANT_QUESTIONS_MAX,
    help: 'Beyond that the embedded assistant answers. Days are those of UTC.',
  },
];
