import type { GitFollowState } from '../../../contract/entities/git-follow.ts';
import type { Services } from '../../services.ts';
import type { Repositories } from '../../store/index.ts';
import type { GitFollowRow } from '../../store/schema.ts';

/** Renewed during a turn; a killed process holds the site no longer than this. */
export const LEASE_MS = 60_000;
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

/** @returns undefined while another turn, in any process, follows the site */
export function takeLease(
  { store }: Services,
  siteId: string,
  address: string,
  now: number,
): Promise<GitFollowRow | undefined> {
  return store.transaction(async (tx) => {
    const known = await tx.gitFollows.find(siteId);
    // Tolerates small clock differences; a clock set far back must not lock the site.
    if (known && known.leased_until > now && known.leased_until <= now + 2 * LEASE_MS) return undefined;
    const row = known?.address === address ? known : createRow(siteId, address, now);
    const leased = { ...row, leased_until: now + LEASE_MS };
    await tx.gitFollows.put(leased);
    return leased;
  });
}

/** This service stood still for longer than its lease, and another took over. */
export class LostTurn extends Error {}

export type Renewal = {
  end: () => Promise<void>;
  /**
   * Verifies the turn before storing.
   * @throws LostTurn
   */
  require: (tx: Pick<Repositories, 'gitFollows'>) => Promise<void>;
};

/** Renews a turn's lease; its expiry also identifies the holder. */
export function keepLease(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  { site_id: siteId, leased_until: takenUntil }: Pick<GitFollowRow, 'site_id' | 'leased_until'>,
): Renewal {
  let heldUntil = takenUntil;
  let askedUntil = takenUntil;
  let last: Promise<void> = Promise.resolve();
  const require: Renewal['require'] = async (tx) => {
    const row = await tx.gitFollows.find(siteId);
    // A renewal may be stored, but not confirmed yet.
    if (row?.leased_until !== heldUntil && row?.leased_until !== askedUntil)
      throw new LostTurn('another service follows the site');
  };
  const renew = async () => {
    await last;
    try {
      await store.transaction(async (tx) => {
        await require(tx);
        askedUntil = clock() + LEASE_MS;
        await tx.gitFollows.update(siteId, { leased_until: askedUntil });
      });
      heldUntil = askedUntil;
    } catch (error) {
      if (error instanceof LostTurn) clearInterval(timer);
      else log.error({ err: error, siteId }, 'the turn of a repository could not be kept');
    }
  };
  const timer = setInterval(() => {
    last = renew();
  }, RENEW_MS);
  timer.unref();
  return {
    end: () => {
      clearInterval(timer);
      return last;
    },
    require,
  };
}
