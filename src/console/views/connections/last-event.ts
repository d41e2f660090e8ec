import { EMPTY_TIME } from '../../../contract/limits.ts';

/**
 * When the last event passed: what is stored, or what was counted since; the empty time when none ever did (R4-38).
 * @param counted Unix seconds of the last event in each pipeline that runs it, 0 where none came
 */
export function lastEventOf(stored: string, counted: readonly number[]): string {
  const latest = Math.max(0, ...counted) * 1000;
  const known = stored === EMPTY_TIME ? 0 : Date.parse(stored);
  return latest > known ? new Date(latest).toISOString() : stored;
}
