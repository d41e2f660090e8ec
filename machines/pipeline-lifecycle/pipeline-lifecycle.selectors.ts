import type { PendingAction, PipelineStatus } from '../../src/contract/enums.ts';
import { POLL_STATUS_IN_ACTION_MS, POLL_STATUS_RUNNING_MS } from '../../src/contract/limits.ts';

type StatusFacts = { status: PipelineStatus; pendingAction: PendingAction };

export type StatusTone = 'ok' | 'warn' | 'info' | 'error' | 'quiet';
export type StatusShape =
  | 'disc-check'
  | 'ring-arrow'
  | 'ring-progress'
  | 'octagon'
  | 'square-bars'
  | 'arc-dot'
  | 'ring-dashed'
  | 'ring-cross';
export type StatusDisplay = { label: string; tone: StatusTone; shape: StatusShape };

const IN_PROGRESS = { tone: 'info', shape: 'ring-progress' } as const;

const BY_STATUS: Record<PipelineStatus, StatusDisplay> = {
  DEFAULT: { label: 'Not Deployed', tone: 'quiet', shape: 'ring-dashed' },
  TO_DEPLOY: { label: 'Deploying', ...IN_PROGRESS },
  DEPLOYING: { label: 'Deploying', ...IN_PROGRESS },
  DEPLOYED: { label: 'Deployed', tone: 'ok', shape: 'disc-check' },
  ROLLED_BACK: { label: 'Deployed', tone: 'warn', shape: 'ring-arrow' },
  FAILED: { label: 'Error', tone: 'error', shape: 'octagon' },
  PAUSED: { label: 'Paused', tone: 'quiet', shape: 'square-bars' },
  BYPASSED: { label: 'Bypassed', tone: 'quiet', shape: 'arc-dot' },
  TO_DELETE: { label: 'Deleting', ...IN_PROGRESS },
  DELETING: { label: 'Deleting', ...IN_PROGRESS },
  DELETED: { label: 'Deleted', tone: 'quiet', shape: 'ring-cross' },
};

const BY_PENDING: Record<Exclude<PendingAction, 'NOP'>, StatusDisplay> = {
  DEPLOY: { label: 'Deploying', ...IN_PROGRESS },
  DELETE: { label: 'Deleting', ...IN_PROGRESS },
  PAUSE: { label: 'Pausing', ...IN_PROGRESS },
  BYPASS: { label: 'Bypassing', ...IN_PROGRESS },
  CANCEL: { label: 'Cancelling', ...IN_PROGRESS },
};

/** What is shown for a pipeline: the pending action when there is one, else the status (R4-03 … R4-18). */
export function displayOf(row: StatusFacts): StatusDisplay {
  return row.pendingAction === 'NOP' ? BY_STATUS[row.status] : BY_PENDING[row.pendingAction];
}

/** Filter labels of the pipeline list in their order (R4-19). */
export const STATUS_FILTER_LABELS = [
  'deployed',
  'error',
  'not deployed',
  'bypassed',
  'paused',
  'deleted',
] as const;
export type StatusFilterLabel = (typeof STATUS_FILTER_LABELS)[number];

/** All but `deleted` (R4-23, R4-24). */
export const DEFAULT_STATUS_FILTER: readonly StatusFilterLabel[] = STATUS_FILTER_LABELS.filter(
  (label) => label !== 'deleted',
);

/** Statuses behind each filter label (R4-20 … R4-22). */
export const STATUSES_OF_FILTER: Record<StatusFilterLabel, readonly PipelineStatus[]> = {
  deployed: ['DEPLOYED', 'ROLLED_BACK'],
  error: ['FAILED'],
  'not deployed': ['DEFAULT', 'TO_DEPLOY', 'DEPLOYING'],
  bypassed: ['BYPASSED'],
  paused: ['PAUSED'],
  deleted: ['DELETED', 'TO_DELETE', 'DELETING'],
};

/** The filter label a status belongs to. */
export const filterLabelOf = (status: PipelineStatus): StatusFilterLabel =>
  STATUS_FILTER_LABELS.find((label) => STATUSES_OF_FILTER[label].includes(status)) ?? 'not deployed';

/** The statuses to ask the service for, for a choice of filter labels. */
export const statusesOfFilter = (labels: readonly StatusFilterLabel[]): PipelineStatus[] =>
  labels.flatMap((label) => STATUSES_OF_FILTER[label]);

export type StatusGroup = 'running' | 'deleted' | 'paused' | 'bypassed' | 'in-action' | 'idle';

const IN_ACTION_STATUSES: readonly PipelineStatus[] = ['TO_DEPLOY', 'DEPLOYING', 'TO_DELETE', 'DELETING'];

/** True while an action is pending or under way (R4-26). */
export const isInAction = (row: StatusFacts): boolean =>
  row.pendingAction !== 'NOP' || IN_ACTION_STATUSES.includes(row.status);

export const isRunning = (row: StatusFacts): boolean =>
  row.status === 'DEPLOYED' || row.status === 'ROLLED_BACK';

/** Status group of the details screen (R4-25, R4-26); `idle` is not deployed or in error. */
export function statusGroupOf(row: StatusFacts): StatusGroup {
  if (isInAction(row)) return 'in-action';
  if (isRunning(row)) return 'running';
  if (row.status === 'DELETED') return 'deleted';
  if (row.status === 'PAUSED') return 'paused';
  return row.status === 'BYPASSED' ? 'bypassed' : 'idle';
}

/** Milliseconds between status reads, or undefined when polling stops (R4-27 … R4-30, R9-52). */
export function pollIntervalMs(row: StatusFacts): number | undefined {
  if (isInAction(row)) return POLL_STATUS_IN_ACTION_MS;
  return isRunning(row) ? POLL_STATUS_RUNNING_MS : undefined;
}

/** The version a deploy means when nobody chose one: the newest that is not deployed, else the latest. */
export const nextVersion = (row: { pendingGraphVersion: number; latestGraphVersion: number }): number =>
  row.pendingGraphVersion > 0 ? row.pendingGraphVersion : row.latestGraphVersion;

/** A pipeline with saved versions of which none is deployed (R4-49). */
export const isNewUndeployed = (row: { deployedGraphVersion: number; latestGraphVersion: number }): boolean =>
  row.deployedGraphVersion === 0 && row.latestGraphVersion > 0;
