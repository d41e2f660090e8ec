import * as z from 'zod/mini';
import { configFormatSchema } from '../config-format.ts';
import { idSchema } from '../ids.ts';
import { descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';
import { CONFIGURATION_MAX_LENGTH } from './fleet.ts';

const contentSchema = z.string().check(
  z.refine((text) => text.trim() !== '', 'Content is required: the YAML of a Collector'),
  z.maxLength(
    CONFIGURATION_MAX_LENGTH,
    `Content must be at most ${CONFIGURATION_MAX_LENGTH.toLocaleString('en')} characters`,
  ),
);

const fromPipelineSchema = z.strictObject({
  pipelineId: idSchema('pipeline'),
  graphVersion: z.int().check(z.minimum(1)),
});
const ONE_CONTENT = 'Give the content, or the pipeline to make it from, and not both';

export const newConfigurationSchema = z
  .strictObject({
    siteId: idSchema('site'),
    name: nameSchema('Name'),
    description: z._default(descriptionSchema, ''),
    /** Omitted with `fromPipeline`. */
    content: z.optional(contentSchema),
    fromPipeline: z.optional(fromPipelineSchema),
  })
  .check(
    z.refine(({ content, fromPipeline }) => (content === undefined) !== (fromPipeline === undefined), {
      path: ['content'],
      message: ONE_CONTENT,
    }),
  );

/** Omitted fields stay. Changed content becomes a new version. */
export const configurationPatchSchema = z
  .strictObject({
    id: idSchema('fleet'),
    name: z.optional(nameSchema('Name')),
    description: z.optional(descriptionSchema),
    content: z.optional(contentSchema),
    fromPipeline: z.optional(fromPipelineSchema),
  })
  .check(
    z.refine(({ content, fromPipeline }) => content === undefined || fromPipeline === undefined, {
      path: ['content'],
      message: ONE_CONTENT,
    }),
  );

export const renderedConfigurationSchema = z.object({
  pipelineId: idSchema('pipeline'),
  pipelineName: z.string(),
  graphVersion: z.int(),
  content: z.nullable(z.string()),
  /** Nodes a Collector cannot run the same way, with advice. */
  refusals: z.array(
    z.object({ nodeId: z.string(), name: z.string(), reason: z.string(), resolution: z.string() }),
  ),
  /** Differences from an engine that change no event. */
  notes: z.array(z.object({ nodeId: z.string(), name: z.string(), text: z.string() })),
  variables: z.array(z.object({ nodeId: z.string(), name: z.string(), purpose: z.string() })),
});
export type RenderedConfiguration = z.infer<typeof renderedConfigurationSchema>;

const configurationSummary = {
  id: idSchema('fleet'),
  siteId: idSchema('site'),
  name: z.string(),
  description: z.string(),
  /** Newest, from 1. */
  version: z.int(),
  fleets: z.array(z.object({ id: idSchema('fleet'), name: z.string(), version: z.int() })),
  /** Origin of the newest version; absent when written by hand. */
  pipeline: z.optional(
    z.object({
      id: idSchema('pipeline'),
      name: z.string(),
      graphVersion: z.int(),
      /** Newer when the pipeline changed since. */
      latestGraphVersion: z.int(),
    }),
  ),
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
};
export const configurationSchema = z.object(configurationSummary);
export type Configuration = z.infer<typeof configurationSchema>;

export const configurationDetailSchema = z.object({
  ...configurationSummary,
  content: z.string(),
  shownVersion: z.int(),
  versions: z.array(z.object({ version: z.int(), createdBy: z.string(), createdAt: timeSchema })),
});
export type ConfigurationDetail = z.infer<typeof configurationDetailSchema>;

export const checkedConfigurationSchema = z.strictObject({
  siteId: idSchema('site'),
  content: z.string().check(z.maxLength(CONFIGURATION_MAX_LENGTH)),
});

/** Warnings do not prevent saving. */
export const configurationProblemSchema = z.object({
  severity: z.enum(['error', 'warning']),
  line: z.int(),
  column: z.int(),
  /** `service.pipelines.logs.receivers.0` */
  field: z.string(),
  message: z.string(),
});
export type ConfigurationProblem = z.infer<typeof configurationProblemSchema>;

export const COMPONENT_KINDS = ['receivers', 'processors', 'exporters', 'connectors', 'extensions'] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

const configSchema = z.record(z.string(), z.unknown());
export const configurableComponentSchema = z.object({
  kind: z.enum(COMPONENT_KINDS),
  type: z.string(),
  /** `otlp/second`; null for one to add. */
  id: z.nullable(z.string()),
  line: z.nullable(z.int()),
  agentCount: z.int(),
  config: configSchema,
  /** Empty for components configured in YAML only. */
  configFormat: configFormatSchema,
});
export type ConfigurableComponent = z.infer<typeof configurableComponentSchema>;

export const componentChangeSchema = z.strictObject({
  kind: z.enum(COMPONENT_KINDS),
  type: z.string().check(z.regex(/^[a-zA-Z]\w{0,62}$/)),
  id: z.nullable(z.string()),
  /** Omitted settings are removed; those no form shows stay. */
  config: configSchema,
});
export type ComponentChange = z.infer<typeof componentChangeSchema>;
