import { formatProblem } from '../engine-problems.ts';
import type { DeploymentRow, PipelineRow, SiteRow } from '../store/schema.ts';
import type { Happening } from './raising.ts';

export const formatDeploymentKey = (pipelineId: string): string => `deployment:${pipelineId}`;
export const formatStoppedKey = (pipelineId: string): string => `stopped:${pipelineId}`;
export const engineKey = 'engine';
export const awayKey = 'engine-away';

type DeploymentText = Pick<Happening, 'subCategory' | 'severity' | 'message'>;

function describeDeployment(pipeline: PipelineRow, deployment: DeploymentRow): DeploymentText {
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

/** A failure lasts until a deployment succeeds. */
export const makeDeploymentNews = (pipeline: PipelineRow, deployment: DeploymentRow): Happening => ({
  siteId: pipeline.site_id,
  key: formatDeploymentKey(pipeline.id),
  category: 'PIPELINES',
  ...describeDeployment(pipeline, deployment),
  reason: deployment.reason,
  pipelineId: pipeline.id,
  graphVersion: deployment.graph_version,
  isOver: deployment.outcome === 'DEPLOYED',
});

export const makeStoppedNews = (pipeline: PipelineRow, reason: string): Happening => ({
  siteId: pipeline.site_id,
  key: formatStoppedKey(pipeline.id),
  category: 'PIPELINES',
  subCategory: 'PIPELINE_STOPPED',
  severity: 'error',
  message: `'${pipeline.name}' failed; restarting it automatically`,
  reason,
  pipelineId: pipeline.id,
});

export const makeAwayNews = (site: SiteRow): Happening => ({
  siteId: site.id,
  key: awayKey,
  category: 'SITES',
  subCategory: 'ENGINE_AWAY',
  severity: 'error',
  message: `The engine of site '${site.name}' is not connected`,
  reason: formatProblem({
    errorName: 'EngineAway',
    message:
      'Its pipelines keep running as long as its machine does; nothing can be deployed there until it is back',
    causes: ['Its process is not running, or its machine cannot reach this service'],
    resolutions: ['Start it on its machine with npm run engine, or see its log for why it does not connect'],
  }),
});

export const makeEngineNews = (site: SiteRow, reason = ''): Happening => ({
  siteId: site.id,
  key: engineKey,
  category: 'SITES',
  subCategory: 'ENGINE_STOPPED',
  severity: 'error',
  message: `The engine of site '${site.name}' stopped and is being restarted`,
  reason,
});
