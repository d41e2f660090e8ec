import * as z from 'zod/mini';
import { PENDING_ACTIONS, PIPELINE_STATUSES, PIPELINE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { GRAPH_MAX_NODES, NOTES_MAX_LENGTH, VERSION_NAME_MAX_LENGTH } from '../limits.ts';
import { nameTextCheck } from '../names.ts';
import { descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';
import { graphNodeSchema } from './node.ts';

/** Graph version 0 means none. */
export const pipelineSchema = z.object({
  id: idSchema('pipeline'),
  name: z.string(),
  description: z.string(),
  siteId: idSchema('site'),
  pipelineType: z.enum(PIPELINE_TYPES),
  status: z.enum(PIPELINE_STATUSES),
  pendingAction: z.enum(PENDING_ACTIONS),
  deployedGraphVersion: z.int().check(z.minimum(0)),
  latestGraphVersion: z.int().check(z.minimum(0)),
  pendingGraphVersion: z.int().check(z.minimum(0)),
  /** Empty until a graph is saved. */
  sourceId: z.string(),
  sinkIds: z.array(z.string()),
  transformIds: z.array(z.string()),
  /** Last 24 hours; null without input. */
  percentDataOptimized: z.nullable(z.number()),
  /** JSON error text of the last deployment, or empty. */
  lastError: z.string(),
  revision: revisionSchema,
  updatedAt: timeSchema,
});
export type Pipeline = z.infer<typeof pipelineSchema>;

/** Fields that change without edits; a new `revision` means the rest changed. */
export type PipelineState = Pick<
  Pipeline,
  | 'id'
  | 'status'
  | 'pendingAction'
  | 'deployedGraphVersion'
  | 'latestGraphVersion'
  | 'pendingGraphVersion'
  | 'lastError'
  | 'revision'
>;

export const pipelineInputSchema = z.strictObject({
  name: nameSchema('Pipeline name'),
  description: z._default(descriptionSchema, ''),
  siteId: idSchema('site'),
  pipelineType: z._default(z.literal('USER'), 'USER'),
});
export type PipelineInput = z.infer<typeof pipelineInputSchema>;

/** Site and type are fixed. */
export const pipelinePatchSchema = z.strictObject({
  id: idSchema('pipeline'),
  name: z.optional(nameSchema('Pipeline name')),
  description: z.optional(descriptionSchema),
  siteId: z.optional(idSchema('site')),
  pipelineType: z.optional(z.literal('USER')),
});

export const edgesSchema = z
  .record(z.string(), z.strictObject({ nodeIds: z.array(z.string()).check(z.maxLength(GRAPH_MAX_NODES)) }))
  .check(
    z.refine(
      (edges) => Object.keys(edges).length <= GRAPH_MAX_NODES,
      `A graph holds at most ${GRAPH_MAX_NODES} nodes`,
    ),
  );
export type Edges = z.infer<typeof edgesSchema>;

/** Positions are computed. The union of `outputs` equals `edges[id].nodeIds`. */
export const nodeMetaSchema = z.strictObject({
  disabled: z.optional(z.boolean()),
  notes: z.optional(z.string().check(z.maxLength(NOTES_MAX_LENGTH))),
  outputs: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type NodeMeta = z.infer<typeof nodeMetaSchema>;

export const metaInfoSchema = z.record(z.string(), nodeMetaSchema);
export type MetaInfo = z.infer<typeof metaInfoSchema>;

export const graphSchema = z.object({
  pipelineId: idSchema('pipeline'),
  version: z.int().check(z.minimum(1)),
  nodes: z.record(z.string(), graphNodeSchema),
  edges: edgesSchema,
  metaInfo: metaInfoSchema,
});
export type Graph = z.infer<typeof graphSchema>;

export const versionNameSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(
      VERSION_NAME_MAX_LENGTH,
      `Version name must be at most ${VERSION_NAME_MAX_LENGTH} characters`,
    ),
    nameTextCheck('Version name'),
  );

/**
 * Nodes and separately changed connections since the previous version. Old versions have 0 connections and
 * names.
 */
export const versionChangesSchema = z.object({
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  renamed: z.int(),
  connections: z.int(),
});

/** `deployedAt` is the empty time when never deployed. */
export const versionSchema = z.object({
  version: z.int().check(z.minimum(1)),
  name: z.string(),
  deployedAt: timeSchema,
  createdAt: timeSchema,
  createdBy: z.string(),
  changes: versionChangesSchema,
});
export type Version = z.infer<typeof versionSchema>;

export const graphInputSchema = z.strictObject({
  pipelineId: idSchema('pipeline'),
  edges: edgesSchema,
  metaInfo: z._default(metaInfoSchema, {}),
  versionInfo: z.strictObject({ pipelineId: idSchema('pipeline'), name: z._default(versionNameSchema, '') }),
});
export type GraphInput = z.infer<typeof graphInputSchema>;
