import type { GitFollowState } from '../../../contract/entities/git-follow.ts';
import type { Services } from '../../services.ts';
import type { GitFollowRow } from '../../store/schema.ts';

/** A turn that works renews it: one whose process was killed holds the site no longer than this. */
const LEASE_MS = 60_000;
const RENEW_MS = 15_000;

const createRow = (siteId: string, address: string, now: number): GitFollowRow => ({
  site_id: siteId,
  address,
  state: 'WAITING' satisfies GitFollowState,
  reason: '',
  since: now,
  head_commit: '',
  applied_commit: '',
  applied_at: 0,
  author: '',
  subject: '',
  entities: '[]',
  removed: '[]',
  drift: '[]',
  fingerprint: '',
  checked_at: 0,
  leased_until: 0,
  was_rewritten: 0,
  reported: '',
});

/** @returns undefined while another turn, here or in another process, follows the site */
export function takeLease(
  { store }: Services,
  siteId: string,
  address: string,
  now: number,
): Promise<GitFollowRow | undefined> {
  return store.transaction(async (tx) => {
    const known = await tx.gitFollows.find(siteId);
    // A clock that was set back does not lock it for longer than a lease.
    if (known && known.leased_until > now && known.leased_until <= now + LEASE_MS) return undefined;
    const row = known?.address === address ? known : createRow(siteId, address, now);
    const leased = { ...row, leased_until: now + LEASE_MS };
    await tx.gitFollows.put(leased);
    return leased;
  });
}

/** `end` may be called again. */
export type Renewal = { end: () => Promise<void> };

/** Renews the lease of a turn while it works. */
export function keepLease({ store, clock, log }: Services, siteId: string): Renewal {
  let last: Promise<void> = Promise.resolve();
  const renew = () => {
    last = store
      .transaction((tx) => tx.gitFollows.update(siteId, { leased_until: clock() + LEASE_MS }))
      .catch((error: unknown) =>
        log.error({ err: error, siteId }, 'the turn of a repository could not be kept'),
      );
  };
  const timer = setInterval(renew, RENEW_MS);
  timer.unref();
  return {
    end: () => {
      clearInterval(timer);
      return last;
    },
  };
}
