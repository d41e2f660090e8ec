import type { GitFollowState } from '../../../contract/entities/git-follow.ts';
import type { GitFollowRow } from '../../store/schema.ts';

const MINUTE_MS = 60_000;
const AWAY_MAX_MS = 5 * MINUTE_MS;

type Looked = Pick<GitFollowRow, 'state' | 'since' | 'checked_at'>;

/**
 * How long after a look the next one comes: a minute. One that is away is asked again after as long as it has been
 * away, at most five minutes, so that a server which comes back is not met by all sites at once.
 */
export function computePause({ state, since, checked_at: checkedAt }: Looked): number {
  if ((state as GitFollowState) !== 'AWAY') return MINUTE_MS;
  return Math.min(AWAY_MAX_MS, Math.max(MINUTE_MS, checkedAt - since));
}

/** Whether a site is to be looked at: always while a commit is being applied, and before the first look. */
export function isDue(row: Looked | undefined, now: number): boolean {
  if (!row || row.state === 'APPLYING' || row.state === 'WAITING') return true;
  const age = now - row.checked_at;
  // A clock that was set back delays nothing.
  return age < 0 || age >= computePause(row);
}
