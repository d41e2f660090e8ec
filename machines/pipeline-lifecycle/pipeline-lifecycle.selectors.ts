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

/** The pending action if any, else the status. */
export function getDisplay(row: StatusFacts): StatusDisplay {
  return row.pendingAction === 'NOP' ? BY_STATUS[row.status] : BY_PENDING[row.pendingAction];
}

export const STATUS_FILTER_LABELS = [
  'deployed',
  'error',
  'not deployed',
  'bypassed',
  'paused',
  'deleted',
] as const;
export type StatusFilterLabel = (typeof STATUS_FILTER_LABELS)[number];

export const DEFAULT_STATUS_FILTER: readonly StatusFilterLabel[] = STATUS_FILTER_LABELS.filter(
  (label) => label !== 'deleted',
);

export const STATUSES_OF_FILTER: Record<StatusFilterLabel, readonly PipelineStatus[]> = {
  deployed: ['DEPLOYED', 'ROLLED_BACK'],
  error: ['FAILED'],
  'not deployed': ['DEFAULT', 'TO_DEPLOY', 'DEPLOYING'],
  bypassed: ['BYPASSED'],
  paused: ['PAUSED'],
  deleted: ['DELETED', 'TO_DELETE', 'DELETING'],
};

export const getFilterLabel = (status: PipelineStatus): StatusFilterLabel =>
  STATUS_FILTER_LABELS.find((label) => STATUSES_OF_FILTER[label].includes(status)) ?? 'not deployed';

const IN_ACTION_STATUSES: readonly PipelineStatus[] = ['TO_DEPLOY', 'DEPLOYING', 'TO_DELETE', 'DELETING'];

export const isInAction = (row: StatusFacts): boolean =>
  row.pendingAction !== 'NOP' || IN_ACTION_STATUSES.includes(row.status);

/** A version runs, also while an action is pending. */
export const isRunning = (row: StatusFacts): boolean =>
  row.status === 'DEPLOYED' || row.status === 'ROLLED_BACK';

export type StatusGroup = 'running' | 'deleted' | 'paused' | 'bypassed' | 'in-action';

/** Statuses that screens distinguish; undefined if never deployed or in error. */
export function getStatusGroup(row: StatusFacts): StatusGroup | undefined {
  if (isInAction(row)) return 'in-action';
  if (isRunning(row)) return 'running';
  if (row.status === 'PAUSED') return 'paused';
  if (row.status === 'BYPASSED') return 'bypassed';
  return row.status === 'DELETED' ? 'deleted' : undefined;
}

/** Milliseconds between status reads; false if only a person can change it. */
export function getStatusPollMs(group: StatusGroup | undefined): number | false {
  if (group === 'in-action') return POLL_STATUS_IN_ACTION_MS;
  return group === 'running' ? POLL_STATUS_RUNNING_MS : false;
}

/** Default version to deploy: the newest undeployed one, else the latest. */
export const getNextVersion = (row: { pendingGraphVersion: number; latestGraphVersion: number }): number =>
  row.pendingGraphVersion > 0 ? row.pendingGraphVersion : row.latestGraphVersion;

/** Saved but never deployed. */
export const isNewUndeployed = (row: { deployedGraphVersion: number; latestGraphVersion: number }): boolean =>
  row.deployedGraphVersion === 0 && row.latestGraphVersion > 0;
