import type { GitFollowState } from '../../../contract/entities/git-follow.ts';
import type { GitFollowRow } from '../../store/schema.ts';

const MINUTE_MS = 60_000;
const AWAY_MAX_MS = 5 * MINUTE_MS;

type Looked = Pick<GitFollowRow, 'state' | 'since' | 'checked_at'>;

/**
 * A minute. For an unreachable repository, as long as it has been away, at most five minutes, so that not all
 * sites ask at once when it returns.
 */
export function computePause({ state, since, checked_at: checkedAt }: Looked): number {
  if ((state as GitFollowState) !== 'AWAY') return MINUTE_MS;
  return Math.min(AWAY_MAX_MS, Math.max(MINUTE_MS, checkedAt - since));
}

/** Always while applying, and before the first check. */
export function isDue(row: Looked | undefined, now: number): boolean {
  if (!row || row.state === 'APPLYING' || row.state === 'WAITING') return true;
  const age = now - row.checked_at;
  // A clock that was set back delays nothing.
  return age < 0 || age >= computePause(row);
}
