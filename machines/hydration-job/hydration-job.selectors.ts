import { getNextSnapshot } from 'xstate';
import type { HydrationAction, HydrationStatus } from '../../src/contract/enums.ts';
import { type HydrationJobEvent, hydrationJobMachine } from './hydration-job.machine.ts';

/** As stored. */
export type HydrationFace = { jobStatus: HydrationStatus; isPaused: boolean };

/** The face after the event; undefined if not accepted. */
export function applyHydrationEvent(
  { jobStatus, isPaused }: HydrationFace,
  event: HydrationJobEvent,
): HydrationFace | undefined {
  const before = hydrationJobMachine.resolveState({ value: jobStatus, context: { isPaused } });
  if (!before.can(event)) return undefined;
  const after = getNextSnapshot(hydrationJobMachine, before, event);
  return { jobStatus: after.value, isPaused: after.context.isPaused };
}

export const HYDRATION_EVENTS = {
  TERMINATE: 'user.terminate',
  PAUSE: 'user.pause',
  RESUME: 'user.resume',
  RETRY: 'user.retry',
} as const satisfies Record<HydrationAction, HydrationJobEvent['type']>;

/** Running, or going to run. */
export const isOpenHydration = (status: HydrationStatus): boolean =>
  status === 'DEFAULT' || status === 'DEPLOYING' || status === 'IN_PROGRESS';

/** `DEFAULT` is shown as in progress. */
export const HYDRATION_STATUS_NAMES: Record<HydrationStatus, string> = {
  DEFAULT: 'In Progress',
  DEPLOYING: 'Deploying',
  IN_PROGRESS: 'In Progress',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  DELETED: 'Deleted',
  TERMINATED: 'Terminated',
};

const ENDED: Partial<Record<HydrationStatus, string>> = {
  COMPLETED: 'This hydration is completed',
  FAILED: 'This hydration has failed',
  TERMINATED: 'This hydration was terminated',
  DELETED: 'This hydration was deleted',
};

const takes = (face: HydrationFace, type: HydrationJobEvent['type']): boolean =>
  applyHydrationEvent(face, { type }) !== undefined;

/** Why the action is impossible now; undefined if possible. */
export function hydrationActionRefusal(face: HydrationFace, action: HydrationAction): string | undefined {
  if (takes(face, HYDRATION_EVENTS[action])) return undefined;
  const ended = ENDED[face.jobStatus];
  if (action === 'RETRY') return `Only a failed hydration is retried${ended ? `: ${lower(ended)}` : ''}`;
  if (ended !== undefined) return `${ended}: nothing runs any more`;
  if (action === 'PAUSE') return face.isPaused ? 'This hydration is paused already' : NOT_YET;
  return face.jobStatus === 'IN_PROGRESS' ? 'This hydration is not paused' : NOT_YET;
}

const NOT_YET = 'This hydration has not started yet; wait a moment, or terminate it';
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Why it cannot be deleted; undefined if it can. */
export function hydrationDeleteRefusal(face: HydrationFace): string | undefined {
  if (takes(face, 'user.delete')) return undefined;
  return face.jobStatus === 'DELETED'
    ? ENDED.DELETED
    : 'This hydration still runs: terminate it first, then delete it';
}
