import { ApiError } from '../../api/api-error.ts';
import { createStore } from '../../lib/store.ts';

/** A version not deployed or resumed because a pinned sample failed. */
export type RefusedDeploy = {
  pipelineId: string;
  graphVersion: number;
  isResume: boolean;
  /** Names the sample and the first difference. */
  reason: string;
};

export const refusedDeploy = createStore<RefusedDeploy | undefined>(undefined);

export const wantedTest = createStore<{ pipelineId: string; graphVersion: number } | undefined>(undefined);

let places = 0;

/**
 * Registers a screen that shows refused deployments.
 * @param pipelineId of a pipeline's screen; its wanted test is dropped on unmount
 * @returns function to unregister
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
 * Records a deployment blocked by a sample test.
 * @returns true when a dialog shows it, so that callers need not report it
 */
export function noteRefusedDeploy(error: unknown, refused: Omit<RefusedDeploy, 'reason'>): boolean {
  const isTest = error instanceof ApiError && error.details.some(({ rule }) => rule === 'sample_test');
  if (!isTest || places === 0) return false;
  refusedDeploy.set({ ...refused, reason: error.message });
  return true;
}
