import type { Handlers } from '../http/call-context.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';

export const deploymentHandlers = {
  getDeployment: async ({ path, services, tx }) => {
    await requirePipeline(tx, path.pipelineId);
    return { deployment: await services.lifecycle.deployments.latest(path.pipelineId) };
  },
} satisfies Pick<Handlers, 'getDeployment'>;
