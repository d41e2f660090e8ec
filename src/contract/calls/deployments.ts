import * as z from 'zod/mini';
import { deploymentSchema } from '../entities/deployment.ts';
import { idSchema } from '../ids.ts';
import { defineCall, reads } from './define.ts';

export const deploymentCalls = {
  getDeployment: defineCall({
    method: 'GET',
    path: '/v1/pipeline/{pipelineId}/deployment',
    summary: 'The latest deployment with its phases and outcome; null before the first.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ pipelineId: idSchema('pipeline') }),
    response: z.object({ deployment: z.nullable(deploymentSchema) }),
  }),
};
