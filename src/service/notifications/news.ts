import { problemText } from '../analytics/errors.ts';
import type { DeploymentRow, PipelineRow, SiteRow } from '../store/schema.ts';
import type { Happening } from './raising.ts';

export const deploymentKey = (pipelineId: string): string => `deployment:${pipelineId}`;
export const stoppedKey = (pipelineId: string): string => `stopped:${pipelineId}`;
export const engineKey = 'engine';
export const awayKey = 'engine-away';

type DeploymentText = Pick<Happening, 'subCategory' | 'severity' | 'message'>;

function deploymentText(pipeline: PipelineRow, deployment: DeploymentRow): DeploymentText {
  const what = `v${deployment.graph_version} of '${pipeline.name}'`;
  switch (deployment.outcome) {
    case 'DEPLOYED':
      return {
        subCategory: 'DEPLOYED',
        severity: 'informational',
        message: `${what} was deployed by ${deployment.requested_by}`,
      };
    case 'ROLLED_BACK':
      return {
        subCategory: 'DEPLOYMENT_ROLLED_BACK',
        severity: 'error',
        message: `${what} was rolled back: v${pipeline.deployed_graph_version} runs`,
      };
    default:
      return { subCategory: 'DEPLOYMENT_FAILED', severity: 'error', message: `${what} was not deployed` };
  }
}

/** How a deployment ended; a failure lasts until one succeeds. */
export const deploymentNews = (pipeline: PipelineRow, deployment: DeploymentRow): Happening => ({
  siteId: pipeline.site_id,
  key: deploymentKey(pipeline.id),
  category: 'PIPELINES',
  ...deploymentText(pipeline, deployment),
  reason: deployment.reason,
  pipelineId: pipeline.id,
  graphVersion: deployment.graph_version,
  isOver: deployment.outcome === 'DEPLOYED',
});

/** A pipeline that should run and does not. */
export const stoppedNews = (pipeline: PipelineRow, reason: string): Happening => ({
  siteId: pipeline.site_id,
  key: stoppedKey(pipeline.id),
  category: 'PIPELINES',
  subCategory: 'PIPELINE_STOPPED',
  severity: 'error',
  message: `'${pipeline.name}' stopped by itself; it is started again and again`,
  reason,
  pipelineId: pipeline.id,
});

/** The engine of a remote site is not connected. */
export const awayNews = (site: SiteRow): Happening => ({
  siteId: site.id,
  key: awayKey,
  category: 'SITES',
  subCategory: 'ENGINE_AWAY',
  severity: 'error',
  message: `The engine of site '${site.name}' is not connected`,
  reason: problemText({
    errorName: 'EngineAway',
    message:
      'What it runs runs on, as long as its machine does; nothing can be deployed there until it is back',
    causes: ['Its process does not run, or its machine does not reach this service'],
    resolutions: ['Start it on its machine with npm run engine, or look there for why it does not connect'],
  }),
});

/** The engine of a site died or hung. */
export const engineNews = (site: SiteRow, reason = ''): Happening => ({
  siteId: site.id,
  key: engineKey,
  category: 'SITES',
  subCategory: 'ENGINE_STOPPED',
  severity: 'error',
  message: `The engine of site '${site.name}' stopped and is started again`,
  reason,
});
