import * as z from 'zod/mini';
import { configSchema } from '../entities/common.ts';
import { NODE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { booleanParameter, repeated } from '../parameters.ts';
import { defineCall, reads, writes } from './define.ts';

export const DEFINITION_FORMAT = 'penstock/v2';
/** There, negative operators required the field to exist. */
export const FORMER_DEFINITION_FORMAT = 'penstock/v1';

export const DEFINITION_KINDS = ['LOOKUP', 'SOURCE', 'SINK', 'PIPELINE', 'ALERT_RULE'] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

/** `before` is absent for a new field, `after` for a removed one. */
const definitionChangeSchema = z.object({
  field: z.string(),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  secret: z.optional(z.boolean()),
});
export type DefinitionChange = z.output<typeof definitionChangeSchema>;

export const planEntrySchema = z.object({
  kind: z.enum(DEFINITION_KINDS),
  name: z.string(),
  action: z.enum(['create', 'update', 'unchanged']),
  /** Empty for what a dry run would create. */
  id: z.string(),
  changes: z.array(definitionChangeSchema),
  /** Deployed pipelines affected at once by a changed source, destination or lookup table. */
  appliesTo: z.array(z.string()),
});
export type PlanEntry = z.output<typeof planEntrySchema>;

/** Order: lookup tables, sources, destinations, pipelines, alert rules. */
const importResultSchema = z.object({ applied: z.boolean(), entries: z.array(planEntrySchema) });
export type ImportResult = z.output<typeof importResultSchema>;

const refSchema = z.object({ nodeType: z.enum(NODE_TYPES), name: z.string() });
const definedNodeSchema = z.object({
  ...refSchema.shape,
  /** The site's source or destination of that name; else empty. */
  id: z.string(),
  templateId: z.string(),
  templateName: z.string(),
  description: z.string(),
  config: configSchema,
  notes: z.string(),
  disabled: z.boolean(),
  to: z.array(refSchema),
  outputs: z.optional(z.record(z.string(), z.array(refSchema))),
});
export const definedPipelineSchema = z.object({
  name: z.string(),
  description: z.string(),
  nodes: z.array(definedNodeSchema),
});
export type DefinedPipeline = z.output<typeof definedPipelineSchema>;

const pipelinePath = z.object({ pipelineId: idSchema('pipeline') });
const definition = z.object({ definition: z.string() });
const definitionBody = z.strictObject({
  definition: z.string().check(z.minLength(1, 'A definition is required')),
});
const dryRun = z._default(booleanParameter, false);

export const exchangeCalls = {
  exportPipelines: defineCall({
    method: 'GET',
    path: '/v1/pipelines/export',
    summary: `The newest version of pipelines with the sources and destinations they use as YAML (${DEFINITION_FORMAT}); without pipelineIds the whole site, unused sources and destinations and alert rules too. With alertRuleIds those rules, and of pipelines only what pipelineIds names. Secrets are never in it.`,
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteId: idSchema('site'),
      pipelineIds: repeated(idSchema('pipeline')),
      alertRuleIds: repeated(idSchema('alert')),
    }),
    response: definition,
    etag: true,
    yaml: 'definition',
  }),
  importPipelines: defineCall({
    method: 'PUT',
    path: '/v1/pipelines/import',
    summary:
      'Create and change what a definition names, all or nothing; pipelines get a new version, nothing is deployed. dryRun returns only the plan; its ETag is what If-Match takes, as is the ETag of an export of the same things.',
    access: writes('PIPELINES'),
    query: z.strictObject({ siteId: idSchema('site'), dryRun }),
    body: definitionBody,
    response: importResultSchema,
    ifMatch: 'definition',
    etag: true,
    yaml: 'definition',
  }),
  readDefinition: defineCall({
    method: 'POST',
    path: '/v1/pipelines/read-definition',
    summary: 'The graphs that a definition describes, for an editor to start from. Changes nothing.',
    access: reads('PIPELINES'),
    changesNothing: true,
    query: z.strictObject({ siteId: idSchema('site') }),
    body: definitionBody,
    response: z.object({ pipelines: z.array(definedPipelineSchema) }),
    yaml: 'definition',
  }),
  getPipelineDefinition: defineCall({
    method: 'GET',
    path: '/v1/pipeline/{pipelineId}/definition',
    summary: `The newest version of one pipeline with the sources and destinations it uses as YAML (${DEFINITION_FORMAT}).`,
    access: reads('PIPELINES'),
    pathParameters: pipelinePath,
    response: definition,
    etag: true,
    yaml: 'definition',
  }),
  putPipelineDefinition: defineCall({
    method: 'PUT',
    path: '/v1/pipeline/{pipelineId}/definition',
    summary:
      'Change one pipeline, its name included, to match a definition that holds exactly one pipeline; it gets a new version, nothing is deployed. dryRun returns only the plan.',
    access: writes('PIPELINES'),
    pathParameters: pipelinePath,
    query: z.strictObject({ dryRun }),
    body: definitionBody,
    response: importResultSchema,
    ifMatch: 'definition',
    etag: true,
    yaml: 'definition',
  }),
};
