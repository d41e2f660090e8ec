import { availableParallelism } from 'node:os';

/** Limit of `PENSTOCK_WORKERS`. */
export const MAX_WORKERS = 64;

/** Engine processes per site: as configured, else cores minus one, at least one. */
export function countWorkers(told = '', cores = availableParallelism()): number {
  const count = Number(told) || cores - 1;
  return Math.min(MAX_WORKERS, Math.max(1, Math.floor(count)));
}
