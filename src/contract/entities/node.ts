import * as z from 'zod/mini';
import { ENTITY_STATUSES, NODE_ORIGINS, NODE_TYPES, PROCESSOR_TYPES, USAGE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { EMPTY_TIME } from '../limits.ts';
import { countSchema } from '../parameters.ts';
import { configSchema, descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';

const connectionFields = {
  id: idSchema('node'),
  name: z.string(),
  description: z.string(),
  siteId: idSchema('site'),
  templateId: z.string(),
  templateName: z.string(),
  status: z.enum(ENTITY_STATUSES),
  usageType: z.enum(USAGE_TYPES),
  /** Absent when `includeConfig=false`; secrets read `{set: true}`. */
  config: z.optional(configSchema),
  lastAlive: timeSchema,
  revision: revisionSchema,
  updatedAt: timeSchema,
};

export const sourceSchema = z.object({
  ...connectionFields,
  archivalEnabled: z.boolean(),
  archivalSinkId: z.optional(idSchema('node')),
  /** Since the archive was enabled. */
  archival: z.optional(
    z.object({
      since: timeSchema,
      eventsReceived: countSchema,
      eventsWritten: countSchema,
      eventsWaiting: countSchema,
      bytesWritten: countSchema,
      filesWritten: countSchema,
      problem: z.optional(z.string()),
    }),
  ),
});
export type Source = z.infer<typeof sourceSchema>;

/** A destination on screens. `archivalEnabled`: holds archives. */
export const sinkSchema = z.object({ ...connectionFields, archivalEnabled: z.boolean() });
export type Sink = z.infer<typeof sinkSchema>;

const connectionInput = (label: string) => ({
  name: nameSchema(`${label} name`),
  description: z._default(descriptionSchema, ''),
  siteId: idSchema('site'),
  templateId: z.string().check(z.minLength(1, 'Type is required')),
  config: configSchema,
});

export const sourceInputSchema = z.strictObject(connectionInput('Source'));
export const sinkInputSchema = z.strictObject(connectionInput('Destination'));
export type ConnectionInput = z.infer<typeof sourceInputSchema>;

/** The type is fixed. */
const connectionPatch = (label: string) => ({
  id: idSchema('node'),
  name: z.optional(nameSchema(`${label} name`)),
  description: z.optional(descriptionSchema),
  status: z.optional(z.enum(['ACTIVE', 'INACTIVE'])),
  config: z.optional(configSchema),
});
export const sourcePatchSchema = z.strictObject(connectionPatch('Source'));
export const sinkPatchSchema = z.strictObject(connectionPatch('Destination'));
export type ConnectionPatch = z.infer<typeof sourcePatchSchema>;

export const isAlive = (node: { id: string; lastAlive: string }): boolean =>
  node.id !== '' && node.lastAlive !== EMPTY_TIME;
export const isActive = (node: { id: string; lastAlive: string; status: string }): boolean =>
  isAlive(node) && node.status === 'ACTIVE';

/** Rows are immutable: saving makes new ones. */
export const transformSchema = z.object({
  id: idSchema('transform'),
  /** Stable across saves: counters, errors and samples use it. */
  lineageId: idSchema('transform'),
  name: z.string(),
  description: z.string(),
  templateId: z.string(),
  templateName: z.string(),
  templateVersion: z.string(),
  /** Always false: transforms are not grouped. */
  isTransformGroup: z.boolean(),
  config: z.optional(configSchema),
  origin: z.enum(NODE_ORIGINS),
  processorType: z.enum(PROCESSOR_TYPES),
  pipelineId: idSchema('pipeline'),
  siteFilenames: z.array(z.string()),
  /** False for transforms of archives. */
  userVisible: z.boolean(),
});
export type Transform = z.infer<typeof transformSchema>;

export const transformInputSchema = z.strictObject({
  lineageId: z.optional(idSchema('transform')),
  name: nameSchema('Transform name'),
  description: z._default(descriptionSchema, ''),
  templateId: z.string().check(z.minLength(1, 'Transform type is required')),
  pipelineId: idSchema('pipeline'),
  config: configSchema,
  /** Disabled nodes may store invalid configurations. */
  disabled: z.optional(z.boolean()),
});
export type TransformInput = z.infer<typeof transformInputSchema>;

/** Pipeline, lineage and type are fixed. */
export const transformPatchSchema = z.strictObject({
  id: idSchema('transform'),
  name: z.optional(nameSchema('Transform name')),
  description: z.optional(descriptionSchema),
  /** Secrets of `{set: true}` are kept. */
  config: z.optional(configSchema),
});
export type TransformPatch = z.infer<typeof transformPatchSchema>;

/** Metrics are stored by `componentId`. */
export const graphNodeSchema = z.object({
  id: z.string(),
  componentId: z.string(),
  nodeType: z.enum(NODE_TYPES),
  name: z.string(),
  description: z.string(),
  templateId: z.string(),
  templateName: z.string(),
  config: configSchema,
  /** Internal nodes only: those of the source's archive. */
  origin: z.optional(z.enum(NODE_ORIGINS)),
  userVisible: z.optional(z.boolean()),
});
export type GraphNode = z.infer<typeof graphNodeSchema>;
