import type { DraftOwner } from '../store/changeset-drafts.ts';
import type { Repositories } from '../store/index.ts';
import type { AuditState } from './state.ts';

export async function readChangesetState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.changesets.find(id);
  if (!row) return undefined;
  const pipelines = (await tx.changesets.pipelinesOf([id])).map(({ name }) => name);
  const fields = {
    comment: row.description,
    status: row.status,
    reason: row.reason,
    approvedBy: row.approved_by,
    pipelines,
    commit: row.head_commit,
    mergeCommit: row.merge_commit,
  };
  return { entity: 'pullRequest', name: pipelines.join(', '), siteId: row.site_id, fields };
}

/** A drafted change, by the id of what it changes. */
export async function readDraftChangeState(
  tx: Repositories,
  owner: DraftOwner,
  id: string,
): Promise<AuditState | undefined> {
  const row = (await tx.changesetDrafts.list(owner)).find((one) => one.entity_id === id);
  if (!row) return undefined;
  const { name, change, kind } = row;
  return { entity: 'pullRequest', name, siteId: owner.siteId, fields: { collected: change, kind } };
}
