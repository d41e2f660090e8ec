import * as z from 'zod/mini';
import {
  checkedConfigurationSchema,
  componentChangeSchema,
  configurableComponentSchema,
  configurationDetailSchema,
  configurationPatchSchema,
  configurationProblemSchema,
  configurationSchema,
  newConfigurationSchema,
  renderedConfigurationSchema,
} from '../entities/fleet-configuration.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, deletes, reads, writes } from './define.ts';
import { draftGraphSchema } from './preview.ts';

const configurationPath = z.strictObject({ configurationId: idSchema('fleet') });

export const fleetConfigurationCalls = {
  listConfigurations: defineCall({
    method: 'GET',
    path: '/v1/configurations',
    summary: 'Configurations with the fleets that use them.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteIds: repeated(idSchema('site')), ...pageQuery('updated_at') }),
    response: z.object({ configurations: z.array(configurationSchema), pagination: paginationSchema }),
  }),
  getConfiguration: defineCall({
    method: 'GET',
    path: '/v1/configuration/{configurationId}',
    summary: 'One configuration with its content, and the list of its versions.',
    access: reads('PIPELINES'),
    pathParameters: configurationPath,
    query: z.strictObject({
      version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    }),
    response: z.object({ configuration: configurationDetailSchema }),
  }),
  createConfiguration: defineCall({
    method: 'POST',
    path: '/v1/configuration',
    summary:
      'Create a configuration, from its content or from a pipeline. What a Collector could not read is refused.',
    access: writes('PIPELINES'),
    body: z.strictObject({ configuration: newConfigurationSchema }),
    response: z.object({ id: idSchema('fleet') }),
    idempotent: true,
  }),
  updateConfiguration: defineCall({
    method: 'PATCH',
    path: '/v1/configuration',
    summary: 'Change a configuration. Fleets keep the version they have until a rollout.',
    access: writes('PIPELINES'),
    body: z.strictObject({ configuration: configurationPatchSchema }),
    response: z.object({ configuration: configurationSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  deleteConfiguration: defineCall({
    method: 'DELETE',
    path: '/v1/configuration/{configurationId}',
    summary: 'Delete a configuration that no fleet uses, with all its versions.',
    access: deletes('PIPELINES'),
    pathParameters: configurationPath,
    response: z.object({}),
    ifMatch: 'revision',
  }),
  renderPipeline: defineCall({
    method: 'GET',
    path: '/v1/pipeline/{pipelineId}/collector-configuration',
    summary:
      'A pipeline as the configuration of an OpenTelemetry Collector that does the same, or why it cannot.',
    access: reads('PIPELINES'),
    pathParameters: z.strictObject({ pipelineId: idSchema('pipeline') }),
    query: z.strictObject({
      graphVersion: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    }),
    response: z.object({ rendered: renderedConfigurationSchema }),
  }),
  checkOnCollectors: defineCall({
    method: 'POST',
    path: '/v1/pipeline/check-on-collectors',
    summary:
      'Which nodes of an unsaved graph Collectors would run otherwise, with the reason. Changes nothing.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({ siteId: idSchema('site'), graph: draftGraphSchema }),
    response: z.object({ refusals: renderedConfigurationSchema.shape.refusals }),
  }),
  checkConfiguration: defineCall({
    method: 'POST',
    path: '/v1/configuration/check',
    summary:
      'What is wrong with a configuration: YAML, references, and components that no agent of the site has.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({ configuration: checkedConfigurationSchema }),
    response: z.object({ problems: z.array(configurationProblemSchema) }),
  }),
  listConfigurationComponents: defineCall({
    method: 'POST',
    path: '/v1/configuration/components',
    summary:
      'Components of a configuration and those that agents of the site report, with the settings a form shows.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({ configuration: checkedConfigurationSchema }),
    response: z.object({
      components: z.array(configurableComponentSchema),
      /** Agents that reported their components. */
      agentCount: z.int(),
    }),
  }),
  changeComponent: defineCall({
    method: 'POST',
    path: '/v1/configuration/component',
    summary: 'The content of a configuration with one component added or changed. Saves nothing.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({ configuration: checkedConfigurationSchema, change: componentChangeSchema }),
    response: z.object({ content: z.string(), id: z.string() }),
  }),
};
