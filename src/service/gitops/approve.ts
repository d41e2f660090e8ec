import { approveRefusal, unapproveRefusal } from '../../../machines/change-request/index.ts';
import type { Changeset } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { isAuthor, readFace, requireChangeset } from './entities.ts';
import { type Person, requireRequests } from './raise.ts';

/**
 * Stores an approval of the branch's head.
 * @param commit what the person read
 * @throws ContractError CONFLICT with the reason, STALE_VERSION when the branch moved
 */
export async function approveChangeset(
  services: Services,
  tx: Repositories,
  { id, commit, by, now }: { id: string; commit: string; by: Person; now: number },
): Promise<Changeset> {
  const changeset = await requireChangeset(tx, id);
  const { row } = changeset;
  await requireRequests(services, tx, row.site_id);
  const face = await readFace(services, tx, changeset);
  const refusal = approveRefusal({ ...face, isOwn: isAuthor(row, by) });
  if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
  if (commit !== row.head_commit) {
    const message =
      'This pull request was rebased in the meantime; read what it changes now, then approve it';
    throw new ContractError('STALE_VERSION', message, { current: { commit: row.head_commit } });
  }
  const approver = { approved_by: by.email, approved_by_id: by.id };
  await tx.changesets.update(id, { ...approver, approved_commit: commit, approved_at: now, updated_at: now });
  return readFace(services, tx, await requireChangeset(tx, id));
}

/**
 * Withdraws a person's own approval.
 * @throws ContractError CONFLICT with the reason
 */
export async function withdrawApproval(
  services: Services,
  tx: Repositories,
  { id, by, now }: { id: string; by: Person; now: number },
): Promise<Changeset> {
  const changeset = await requireChangeset(tx, id);
  const { row } = changeset;
  await requireRequests(services, tx, row.site_id);
  const face = await readFace(services, tx, changeset);
  const refusal = unapproveRefusal({ ...face, isApprover: row.approved_by_id === by.id });
  if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
  const nobody = { approved_by: '', approved_by_id: '', approved_commit: '', approved_at: 0 };
  await tx.changesets.update(id, { ...nobody, updated_at: now });
  return readFace(services, tx, await requireChangeset(tx, id));
}
