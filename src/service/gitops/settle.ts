import type { Services } from '../services.ts';
import { branchOf, MAIN } from './repository.ts';

const ALL_OPEN = { offset: 0, limit: 1000, descending: true };

/** Finishes after a crash: brings the repository to the database's state. Serialize calls. */
export async function settleRepository(services: Services, siteId: string): Promise<void> {
  const { store, repositories } = services;
  const repository = repositories.of(siteId);
  if (!(await repository.exists())) return repository.create();
  const newest = await store.changesets.findNewestMerged(siteId);
  if (newest) {
    const head = await repository.readBranch(MAIN);
    const merge = await repository.readCommit(newest.merge_commit);
    if (head !== undefined && merge?.parents[0] === head) await repository.writeBranch(MAIN, merge.id);
  }
  const { rows } = await store.changesets.list({ siteId, statuses: ['OPEN'] }, ALL_OPEN);
  const open = new Set(rows.map(({ id }) => id));
  const isFew = rows.length < ALL_OPEN.limit;
  for (const id of await repository.listRequestBranches())
    if (isFew && !open.has(id)) await repository.deleteBranch(branchOf(id));
  // A rebase moves its branch after the record.
  for (const { id, head_commit: head } of rows) {
    const current = await repository.readBranch(branchOf(id));
    if (current !== head && (await repository.readCommit(head)))
      await repository.writeBranch(branchOf(id), head);
  }
  return undefined;
}

/** At the start. An unreadable repository stops no pipeline. */
export async function settleRepositories(services: Services): Promise<void> {
  const { store, repositories, log } = services;
  for (const { id } of await store.sites.list()) {
    try {
      if (await repositories.of(id).exists()) await repositories.inTurn(() => settleRepository(services, id));
    } catch (error) {
      log.error({ err: error, siteId: id }, 'the repository of a site could not be read');
    }
  }
}
