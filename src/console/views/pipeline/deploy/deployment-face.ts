import { isInAction } from '../../../../../machines/pipeline-lifecycle/index.ts';
import {
  type Deployment,
  type DeploymentPhase,
  waitsForOthers,
} from '../../../../contract/entities/deployment.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { parseErrorText } from '../../../../contract/errors.ts';
import { ACTION_OVERDUE_MS, DEPLOY_TIME_LIMIT_MS } from '../../../../contract/limits.ts';
import { getStatusLook } from '../../../components/status-look.ts';
import type {
  ProgressPhase,
  ProgressStripProps,
} from '../../../components/widgets/progress/progress-strip.tsx';
import { formatDuration } from '../../../lib/format.ts';

type Facts = {
  pipeline: Pipeline;
  deployment: Deployment | null;
  /** The action did not end in time. */
  isOverdue: boolean;
  /** The deployment ended while this screen was open, so its success is shown. */
  wasSeen: boolean;
  /** Unix milliseconds. */
  now: number;
};

export type StripFace = ProgressStripProps;

const LABELS: Record<DeploymentPhase, string> = {
  QUEUED: 'Queued',
  VALIDATING: 'Validating',
  STARTING: 'Starting',
  DRAINING: 'Draining',
};
const ORDER: readonly DeploymentPhase[] = ['QUEUED', 'VALIDATING', 'STARTING', 'DRAINING'];

const formatPhaseLabel = (phase: DeploymentPhase, former: number): string =>
  phase === 'DRAINING' && former > 0 ? `Draining v${former}` : LABELS[phase];

/** The phases of a deployment; the last one is in progress, failed or done. */
export function listPhases(deployment: Deployment): ProgressPhase[] {
  const { phases, outcome, endedAt, formerGraphVersion } = deployment;
  // An interrupted deployment restarts; show its last attempt.
  const lastStart = phases.findLastIndex(({ phase }) => phase === 'VALIDATING');
  const reached =
    phases.at(-1)?.phase === 'QUEUED'
      ? phases.slice(-1)
      : phases.filter((_, index) => index === 0 || index >= lastStart);
  const ends = [...reached.slice(1).map(({ startedAt }) => startedAt), endedAt];
  const hasEnded = outcome !== 'PENDING';
  const steps = ORDER.map((phase): ProgressPhase => {
    const index = reached.findIndex((one) => one.phase === phase);
    const label = formatPhaseLabel(phase, formerGraphVersion);
    if (index === -1) return { label, state: 'waiting' };
    const isLast = index === reached.length - 1;
    if (isLast && !hasEnded) return { label, state: 'current' };
    const took = Date.parse(ends[index] ?? endedAt) - Date.parse(reached[index]?.startedAt ?? endedAt);
    const failed = isLast && outcome !== 'DEPLOYED';
    return { label, state: failed ? 'failed' : 'done', time: formatDuration(took) };
  });
  return [...steps, { label: 'Running', state: outcome === 'DEPLOYED' ? 'done' : 'waiting' }];
}

const WAITS = 'waits for other pipelines to start';

const OVERDUE = {
  title: `It has been running for ${ACTION_OVERDUE_MS / 1000} s; the service takes a deployment back after ${DEPLOY_TIME_LIMIT_MS / 1000} s.`,
  causes: ['The service may have stopped, or this window has no connection to it'],
  resolutions: ['Cancel the action, or check that the service runs'],
};

const describeFallback = (version: number): string => (version > 0 ? `; v${version} runs on` : '');

function describeUnderWay({ pipeline, deployment, now, ...facts }: Facts): StripFace | undefined {
  const label = isInAction(pipeline) ? getStatusLook(pipeline).label : 'Deploying';
  const isDeployment = deployment?.outcome === 'PENDING';
  const isWaiting = deployment !== null && waitsForOthers(deployment);
  const isOverdue = facts.isOverdue && !isWaiting;
  if (!isDeployment && !isOverdue) return undefined;
  const verb = deployment?.isForced ? `Force ${label.toLowerCase()}` : label;
  const title = isDeployment ? `${verb} v${deployment.graphVersion}` : label;
  return {
    title: isWaiting ? `${title}: ${WAITS}` : isOverdue ? `${title} takes too long` : title,
    tone: isOverdue ? 'warn' : 'info',
    shape: isOverdue ? 'triangle' : 'pending',
    ...(isDeployment
      ? {
          phases: listPhases(deployment),
          elapsed: formatDuration(Math.max(1000, now - Date.parse(deployment.requestedAt))),
        }
      : {}),
    ...(isOverdue ? { reason: OVERDUE } : {}),
  };
}

export function describeStrip(facts: Facts): StripFace | undefined {
  const { pipeline, deployment, wasSeen } = facts;
  if (isInAction(pipeline) || facts.isOverdue) return describeUnderWay(facts);
  const version = `v${deployment?.graphVersion ?? pipeline.latestGraphVersion}`;
  const reasonText = deployment?.reason || pipeline.lastError;
  const reason = reasonText === '' ? undefined : parseErrorText(reasonText);
  const phases = deployment ? listPhases(deployment) : undefined;
  if (pipeline.status === 'ROLLED_BACK') {
    const title = `${version} could not be deployed${describeFallback(pipeline.deployedGraphVersion)}`;
    return { title, tone: 'warn', shape: 'rolledBack', phases, reason };
  }
  if (pipeline.status === 'FAILED') {
    return { title: `${version} could not be deployed`, tone: 'err', shape: 'octagon', phases, reason };
  }
  if (pipeline.lastError !== '' && pipeline.status !== 'DELETED') {
    const title = 'The pipeline does not run; it is restarted automatically';
    return { title, tone: 'err', shape: 'octagon', reason: parseErrorText(pipeline.lastError) };
  }
  if (!wasSeen || !deployment) return undefined;
  const elapsed = formatDuration(Date.parse(deployment.endedAt) - Date.parse(deployment.requestedAt));
  if (deployment.outcome === 'DEPLOYED') {
    return { title: `${version} runs`, tone: 'ok', shape: 'check', phases, elapsed };
  }
  if (deployment.outcome !== 'CANCELLED') return undefined;
  const title = `Deployment of ${version} cancelled${describeFallback(pipeline.deployedGraphVersion)}`;
  return { title, tone: 'info', shape: 'deleted', elapsed };
}
