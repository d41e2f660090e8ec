import * as z from 'zod/mini';
import { PENDING_ACTIONS, PIPELINE_STATUSES, PIPELINE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { GRAPH_MAX_NODES, NOTES_MAX_LENGTH, VERSION_NAME_MAX_LENGTH } from '../limits.ts';
import { nameTextCheck } from '../names.ts';
import { descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';
import { graphNodeSchema } from './node.ts';

/** A pipeline (R3-06). Graph version 0 means none (R4-53). */
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
  /** Empty text until a graph was saved. */
  sourceId: z.string(),
  sinkIds: z.array(z.string()),
  transformIds: z.array(z.string()),
  /** Of the last 24 hours; null when nothing flowed. */
  percentDataOptimized: z.nullable(z.number()),
  /** Why the last deployment failed, in the form of R8-30; empty text when it did not. */
  lastError: z.string(),
  revision: revisionSchema,
  updatedAt: timeSchema,
});
export type Pipeline = z.infer<typeof pipelineSchema>;

/** What of a pipeline changes by itself, and the revision that tells whether a person changed the rest. */
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

/** Of the same shape as what is created (R7-39); site and type stay as they were made. */
export const pipelinePatchSchema = z.strictObject({
  id: idSchema('pipeline'),
  name: z.optional(nameSchema('Pipeline name')),
  description: z.optional(descriptionSchema),
  siteId: z.optional(idSchema('site')),
  pipelineType: z.optional(z.literal('USER')),
});
export type PipelinePatch = z.infer<typeof pipelinePatchSchema>;

/** Downstream nodes of each node, keyed by the upstream node (R3-14, R3-15). */
export const edgesSchema = z
  .record(z.string(), z.strictObject({ nodeIds: z.array(z.string()).check(z.maxLength(GRAPH_MAX_NODES)) }))
  .check(
    z.refine(
      (edges) => Object.keys(edges).length <= GRAPH_MAX_NODES,
      `A graph holds at most ${GRAPH_MAX_NODES} nodes`,
    ),
  );
export type Edges = z.infer<typeof edgesSchema>;

/**
 * Editor data per node (R3-16); no positions, they are computed. The union of `outputs` equals the
 * node's `edges[id].nodeIds`.
 */
export const nodeMetaSchema = z.strictObject({
  disabled: z.optional(z.boolean()),
  notes: z.optional(z.string().check(z.maxLength(NOTES_MAX_LENGTH))),
  outputs: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type NodeMeta = z.infer<typeof nodeMetaSchema>;

export const metaInfoSchema = z.record(z.string(), nodeMetaSchema);
export type MetaInfo = z.infer<typeof metaInfoSchema>;

/** One version of a pipeline's graph (R3-12 … R3-16). */
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
 * What changed against the version before: nodes, and connections that changed by themselves. Versions saved
 * before names and connections were counted have 0 there.
 */
export const versionChangesSchema = z.object({
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  renamed: z.int(),
  connections: z.int(),
});

/** Version list entry (R3-17); `deployedAt` is the empty time when it never ran. */
export const versionSchema = z.object({
  version: z.int().check(z.minimum(1)),
  name: z.string(),
  deployedAt: timeSchema,
  createdAt: timeSchema,
  createdBy: z.string(),
  changes: versionChangesSchema,
});
export type Version = z.infer<typeof versionSchema>;

/** Body of `PUT /v1/pipeline-graph` (R7-42). */
export const graphInputSchema = z.strictObject({
  pipelineId: idSchema('pipeline'),
  edges: edgesSchema,
  metaInfo: z._default(metaInfoSchema, {}),
  versionInfo: z.strictObject({ pipelineId: idSchema('pipeline'), name: z._default(versionNameSchema, '') }),
});
export type GraphInput = z.infer<typeof graphInputSchema>;
