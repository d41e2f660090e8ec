import type { GitFollowState } from '../../../contract/entities/git-follow.ts';
import { ContractError } from '../../../contract/errors.ts';
import type { Repositories } from '../../store/index.ts';
import type { GitFollowRow } from '../../store/schema.ts';

/**
 * Requires the site to be at the newest commit seen.
 * @param address `toAddress`
 * @throws ContractError CONFLICT saying why it is not
 */
export async function requireApplied(
  tx: Repositories,
  siteId: string,
  address: string,
): Promise<GitFollowRow> {
  const row = await tx.gitFollows.find(siteId);
  const isAtHead =
    row?.address === address && row.applied_commit !== '' && row.applied_commit === row.head_commit;
  const state = (row?.state ?? 'WAITING') as GitFollowState;
  if (row && isAtHead && state !== 'AWAY') return row;
  const why = row?.reason ? `: ${row.reason}` : '; synchronize it first';
  throw new ContractError(
    'CONFLICT',
    state === 'AWAY'
      ? `The repository that the site follows does not answer${why}`
      : `The site is not at the newest commit of its branch${why}`,
  );
}
