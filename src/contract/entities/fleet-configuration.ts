import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';
import { CONFIGURATION_MAX_LENGTH } from './fleet.ts';

/** YAML of an OpenTelemetry Collector. */
const contentSchema = z.string().check(
  z.refine((text) => text.trim() !== '', 'Content is required: the YAML of a Collector'),
  z.maxLength(
    CONFIGURATION_MAX_LENGTH,
    `Content must be at most ${CONFIGURATION_MAX_LENGTH.toLocaleString('en')} characters`,
  ),
);

export const newConfigurationSchema = z.strictObject({
  siteId: idSchema('site'),
  name: nameSchema('Name'),
  description: z._default(descriptionSchema, ''),
  content: contentSchema,
});

/** What is left out stays. Changed content becomes a new version. */
export const configurationPatchSchema = z.strictObject({
  id: idSchema('fleet'),
  name: z.optional(nameSchema('Name')),
  description: z.optional(descriptionSchema),
  content: z.optional(contentSchema),
});

const configurationSummary = {
  id: idSchema('fleet'),
  siteId: idSchema('site'),
  name: z.string(),
  description: z.string(),
  /** The newest, from 1. */
  version: z.int(),
  /** Fleets that use it, each with its version. */
  fleets: z.array(z.object({ id: idSchema('fleet'), name: z.string(), version: z.int() })),
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
};
export const configurationSchema = z.object(configurationSummary);
export type Configuration = z.infer<typeof configurationSchema>;

export const configurationDetailSchema = z.object({
  ...configurationSummary,
  /** Of the version asked for. */
  content: z.string(),
  shownVersion: z.int(),
  /** Newest first. */
  versions: z.array(z.object({ version: z.int(), createdBy: z.string(), createdAt: timeSchema })),
});
export type ConfigurationDetail = z.infer<typeof configurationDetailSchema>;

export const checkedConfigurationSchema = z.strictObject({
  siteId: idSchema('site'),
  content: z.string().check(z.maxLength(CONFIGURATION_MAX_LENGTH)),
});

/** A warning does not keep it from being saved. */
export const configurationProblemSchema = z.object({
  severity: z.enum(['error', 'warning']),
  line: z.int(),
  column: z.int(),
  /** Such as `service.pipelines.logs.receivers.0`. */
  field: z.string(),
  message: z.string(),
});
export type ConfigurationProblem = z.infer<typeof configurationProblemSchema>;
