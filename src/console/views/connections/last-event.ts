import { EMPTY_TIME } from '../../../contract/limits.ts';

/**
 * Returns the later of the stored and the counted time; the empty time if there was no event.
 * @param counted Unix seconds of the last event per pipeline, 0 for none
 */
export function findLastEvent(stored: string, counted: readonly number[]): string {
  const latest = Math.max(0, ...counted) * 1000;
  const known = stored === EMPTY_TIME ? 0 : Date.parse(stored);
  return latest > known ? new Date(latest).toISOString() : stored;
}
