import { queryClient } from './query-client.ts';

/** Unix milliseconds of the newest answer on screen, or now when there is none yet. */
export function getLastAnswerTime(): number {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' });
  const newest = Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt));
  return newest > 0 ? newest : Date.now();
}
