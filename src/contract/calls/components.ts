import * as z from 'zod/mini';
import {
  sinkInputSchema,
  sinkPatchSchema,
  sinkSchema,
  sourceInputSchema,
  sourcePatchSchema,
  sourceSchema,
  transformInputSchema,
  transformPatchSchema,
  transformSchema,
} from '../entities/node.ts';
import { startingPointSchema } from '../entities/starting-point.ts';
import { templateSchema } from '../entities/template.ts';
import {
  ENTITY_STATUSES,
  NODE_TYPES,
  PIPELINE_STATUSES,
  PIPELINE_TYPES,
  PROCESSOR_TYPES,
  PROTOCOLS,
  TEMPLATE_TYPES,
  USAGE_TYPES,
} from '../enums.ts';
import { idSchema } from '../ids.ts';
import { booleanParameter, pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, deletes, reads, writes } from './define.ts';

const created = z.object({ id: z.string(), revision: z.int() });
const changed = z.object({ revision: z.int() });
const nodePath = z.object({ id: idSchema('node') });

const connectionQuery = {
  siteIds: repeated(idSchema('site')),
  templateIds: repeated(z.string()),
  statuses: repeated(z.enum(ENTITY_STATUSES)),
  usageTypes: z._default(repeated(z.enum(USAGE_TYPES)), ['USER']),
  includeConfig: z._default(booleanParameter, true),
  ...pageQuery('updated_at'),
};

const templateQuery = {
  /** Restricts forms to the site's version, and says which types its engine cannot run. */
  siteId: z.optional(idSchema('site')),
  includeConfigFormat: z._default(booleanParameter, true),
};

export const templateCalls = {
  listSourceTemplates: defineCall({
    method: 'GET',
    path: '/v1/source-templates',
    summary: 'Kinds of sources with the form of their configuration.',
    access: { kind: 'session' },
    query: z.strictObject(templateQuery),
    response: z.object({ sourceTemplates: z.array(templateSchema) }),
  }),
  listSinkTemplates: defineCall({
    method: 'GET',
    path: '/v1/sink-templates',
    summary: 'Kinds of destinations with the form of their configuration.',
    access: { kind: 'session' },
    query: z.strictObject(templateQuery),
    response: z.object({ sinkTemplates: z.array(templateSchema) }),
  }),
  listTransformTemplates: defineCall({
    method: 'GET',
    path: '/v1/transform-templates',
    summary: 'Kinds of transforms with the form of their configuration.',
    access: { kind: 'session' },
    query: z.strictObject({
      ...templateQuery,
      categories: repeated(z.enum(TEMPLATE_TYPES)),
      /** Nodes before and after a new transform: only types that fit between them. */
      adjacentNodes: repeated(z.string()),
      /** Its newest graph tells which come before and after. */
      pipelineId: z.optional(idSchema('pipeline')),
    }),
    response: z.object({ transformTemplates: z.array(templateSchema) }),
  }),
  listStartingPoints: defineCall({
    method: 'GET',
    path: '/v1/starting-points',
    summary: 'Chains of transforms that a new pipeline may begin with, each with example events.',
    access: { kind: 'session' },
    response: z.object({ startingPoints: z.array(startingPointSchema) }),
  }),
};

export const sourceCalls = {
  listSources: defineCall({
    method: 'GET',
    path: '/v1/sources',
    summary: 'Sources, newest change first.',
    access: reads('SOURCES'),
    query: z.strictObject({ ...connectionQuery, sourceIds: repeated(idSchema('node')) }),
    response: z.object({ sources: z.array(sourceSchema), pagination: paginationSchema }),
  }),
  getSource: defineCall({
    method: 'GET',
    path: '/v1/source/{id}',
    summary: 'One source.',
    access: reads('SOURCES'),
    pathParameters: nodePath,
    response: z.object({ source: sourceSchema }),
    etag: true,
  }),
  createSource: defineCall({
    method: 'POST',
    path: '/v1/source',
    summary: 'Create a source.',
    access: writes('SOURCES'),
    body: z.strictObject({ source: sourceInputSchema }),
    response: created,
    idempotent: true,
  }),
  updateSource: defineCall({
    method: 'PATCH',
    path: '/v1/source',
    summary: 'Change a source; it applies to what runs at once.',
    access: writes('SOURCES'),
    body: z.strictObject({ source: sourcePatchSchema }),
    response: changed,
    ifMatch: 'revision',
  }),
  deleteSource: defineCall({
    method: 'DELETE',
    path: '/v1/source/{id}',
    summary: 'Delete a source that no pipeline uses.',
    access: deletes('SOURCES'),
    pathParameters: nodePath,
    response: z.object({}),
    ifMatch: 'revision',
  }),
  listSourcePorts: defineCall({
    method: 'GET',
    path: '/v1/source/ports/{siteId}',
    summary: 'Ports that sources of the site have taken.',
    access: reads('SOURCES'),
    pathParameters: z.object({ siteId: idSchema('site') }),
    query: z.strictObject({ protocol: z.optional(z.enum(PROTOCOLS)) }),
    response: z.object({
      ports: z.array(z.int()),
      holders: z.array(
        z.object({
          port: z.int(),
          protocol: z.enum(PROTOCOLS),
          sourceId: z.string(),
          sourceName: z.string(),
        }),
      ),
    }),
  }),
};

export const sinkCalls = {
  listSinks: defineCall({
    method: 'GET',
    path: '/v1/sinks',
    summary: 'Destinations, newest change first.',
    access: reads('SINKS'),
    query: z.strictObject({ ...connectionQuery, sinkIds: repeated(idSchema('node')) }),
    response: z.object({ sinks: z.array(sinkSchema), pagination: paginationSchema }),
  }),
  getSink: defineCall({
    method: 'GET',
    path: '/v1/sink/{id}',
    summary: 'One destination.',
    access: reads('SINKS'),
    pathParameters: nodePath,
    response: z.object({ sink: sinkSchema }),
    etag: true,
  }),
  createSink: defineCall({
    method: 'POST',
    path: '/v1/sink',
    summary: 'Create a destination.',
    access: writes('SINKS'),
    body: z.strictObject({ sink: sinkInputSchema }),
    response: created,
    idempotent: true,
  }),
  updateSink: defineCall({
    method: 'PATCH',
    path: '/v1/sink',
    summary: 'Change a destination; it applies to what runs at once.',
    access: writes('SINKS'),
    body: z.strictObject({ sink: sinkPatchSchema }),
    response: changed,
    ifMatch: 'revision',
  }),
  deleteSink: defineCall({
    method: 'DELETE',
    path: '/v1/sink/{id}',
    summary: 'Delete a destination that no pipeline uses.',
    access: deletes('SINKS'),
    pathParameters: nodePath,
    response: z.object({}),
    ifMatch: 'revision',
  }),
};

export const transformCalls = {
  listTransforms: defineCall({
    method: 'GET',
    path: '/v1/transforms',
    summary: 'Transforms.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteIds: repeated(idSchema('site')),
      transformIds: repeated(idSchema('transform')),
      processorTypes: z._default(repeated(z.enum(PROCESSOR_TYPES)), ['DATA_PROCESSOR']),
      includeConfig: z._default(booleanParameter, false),
      ...pageQuery('updated_at'),
    }),
    response: z.object({ transforms: z.array(transformSchema), pagination: paginationSchema }),
  }),
  createTransforms: defineCall({
    method: 'POST',
    path: '/v1/transforms',
    summary: 'Create transforms; ids come back in the order sent. Disabled ones may be unfinished.',
    access: writes('PIPELINES'),
    body: z.strictObject({
      transforms: z.array(transformInputSchema).check(z.minLength(1), z.maxLength(500)),
    }),
    response: z.object({
      transformIds: z.array(z.string()),
      /** Configurations not valid yet; a graph can hold them only disabled. */
      unfinishedIds: z.array(z.string()),
    }),
    idempotent: true,
  }),
  createTransform: defineCall({
    method: 'POST',
    path: '/v1/transform',
    summary: 'Create one transform.',
    access: writes('PIPELINES'),
    body: z.strictObject({ transform: transformInputSchema }),
    response: z.object({ id: z.string() }),
    idempotent: true,
  }),
  updateTransform: defineCall({
    method: 'PATCH',
    path: '/v1/transform',
    summary: 'Replace one transform, in a new graph version where the newest one holds it.',
    access: writes('PIPELINES'),
    body: z.strictObject({ transform: transformPatchSchema }),
    response: z.object({
      id: z.string(),
      /** 0 when no graph held the previous row. */
      graphVersion: z.int().check(z.minimum(0)),
    }),
    ifMatch: 'graphVersion',
    idempotent: true,
  }),
  deleteTransform: defineCall({
    method: 'DELETE',
    path: '/v1/transform/{id}',
    summary: 'Delete a transform that no graph version holds.',
    access: deletes('PIPELINES'),
    pathParameters: z.object({ id: idSchema('transform') }),
    response: z.object({}),
  }),
};

const pipelineFilters = {
  statuses: repeated(z.enum(PIPELINE_STATUSES)),
  types: repeated(z.enum(PIPELINE_TYPES)),
};

export const lookupCalls = {
  listNodeNames: defineCall({
    method: 'GET',
    path: '/v1/node-names',
    summary: 'Names of sources, destinations and transforms of a site.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteId: idSchema('site'),
      nodeTypes: repeated(z.enum(NODE_TYPES)),
      statuses: repeated(z.enum(ENTITY_STATUSES)),
    }),
    response: z.object({
      nodeNames: z.array(z.object({ id: z.string(), name: z.string(), nodeType: z.enum(NODE_TYPES) })),
    }),
  }),
  listPipelineNodeIds: defineCall({
    method: 'GET',
    path: '/v1/pipeline-nodeids',
    summary: 'Nodes of pipelines.',
    access: reads('PIPELINES'),
    query: z.strictObject({ pipelineIds: repeated(idSchema('pipeline')), ...pipelineFilters }),
    response: z.object({
      pipelineNodeIdsMap: z.record(z.string(), z.object({ nodeIds: z.array(z.string()) })),
    }),
  }),
  listNodePipelineIds: defineCall({
    method: 'GET',
    path: '/v1/node-pipelineids',
    summary: 'Pipelines that use nodes.',
    access: reads('PIPELINES'),
    query: z.strictObject({ nodeIds: repeated(z.string()), ...pipelineFilters }),
    response: z.object({
      nodePipelineIds: z.array(z.object({ nodeId: z.string(), pipelineIds: z.array(z.string()) })),
    }),
  }),
};
