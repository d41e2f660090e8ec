import { availableParallelism } from 'node:os';

/** Of `PENSTOCK_WORKERS`. */
export const MAX_WORKERS = 64;

/**
 * Most processes for the pipelines of a site: as told, else one less than there are cores, and one on machines of
 * two.
 */
export function countWorkers(told = '', cores = availableParallelism()): number {
  const count = Number(told) || cores - 1;
  return Math.min(MAX_WORKERS, Math.max(1, Math.floor(count)));
}
