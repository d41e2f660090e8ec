import { ApiError } from '../../api/api-error.ts';
import { createStore } from '../../commands/store.ts';

/** A version that failed a pinned sample, and so was not deployed, or not resumed. */
export type RefusedDeploy = {
  pipelineId: string;
  graphVersion: number;
  /** The deployed version was to run again. */
  isResume: boolean;
  /** Names the sample and the first difference. */
  reason: string;
};

/** The refusal that is shown. */
export const refusedDeploy = createStore<RefusedDeploy | undefined>(undefined);

/** The version whose first failing test is to be opened as soon as its graph is on screen. */
export const wantedTest = createStore<{ pipelineId: string; graphVersion: number } | undefined>(undefined);

let places = 0;

/**
 * Refused deployments are shown by this screen.
 * @param pipelineId of the screen of one pipeline: what was to be opened there is forgotten with it.
 * @returns the way to stop.
 */
export function showRefusedDeploys(pipelineId: string | undefined): () => void {
  places += 1;
  return () => {
    places -= 1;
    if (places === 0) refusedDeploy.set(undefined);
    if (pipelineId !== undefined && wantedTest.get()?.pipelineId === pipelineId) wantedTest.set(undefined);
  };
}

/**
 * Notes a deployment that a test of a sample stood against.
 * @returns true when a dialog tells it, so that nothing else has to.
 */
export function noteRefusedDeploy(error: unknown, refused: Omit<RefusedDeploy, 'reason'>): boolean {
  const isTest = error instanceof ApiError && error.details.some(({ rule }) => rule === 'sample_test');
  if (!isTest || places === 0) return false;
  refusedDeploy.set({ ...refused, reason: error.message });
  return true;
}
